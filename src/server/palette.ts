/** The colours of a page by their use, for a light or a dark screen. */
interface Palette {
  readonly page: string
  readonly card: string
  readonly text: string
  readonly muted: string
  /** Lines that separate things. */
  readonly line: string
  /** The edges of inputs and buttons. */
  readonly edge: string
  readonly accent: string
  /** The accent as a background for text. */
  readonly soft: string
  readonly error: string
  readonly errorSoft: string
  /** What went well, and what needs attention. */
  readonly good: string
  readonly goodSoft: string
  readonly warn: string
  readonly warnSoft: string
}

/** The two palettes. A browser uses the one that its user prefers. */
export const palettes = {
  light: {
    page: '#eef0f5',
    card: '#ffffff',
    text: '#1a2030',
    muted: '#566075',
    line: '#e1e5ec',
    edge: '#868fa2',
    accent: '#3d4fc9',
    soft: '#eef0fd',
    error: '#b3261e',
    errorSoft: '#fdeeec',
    good: '#1c6b3c',
    goodSoft: '#e7f5ec',
    warn: '#7a4b00',
    warnSoft: '#fdf1dc',
  },
  dark: {
    page: '#10131a',
    card: '#191d27',
    text: '#e9ecf3',
    muted: '#a5aec0',
    line: '#2c3341',
    edge: '#727c91',
    accent: '#a3b0ff',
    soft: '#242b45',
    error: '#ffb3aa',
    errorSoft: '#3a2020',
    good: '#8fdcab',
    goodSoft: '#16301f',
    warn: '#f3c983',
    warnSoft: '#34270f',
  },
} as const satisfies Record<string, Palette>

/** Returns a palette as CSS properties: `--error-soft: #fdeeec; ...`. */
export function propertiesOf(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${colour};`)
    .join(' ')
}
