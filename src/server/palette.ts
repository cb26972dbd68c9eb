/** The colours of a page by what they are for, in one kind of light. */
interface Palette {
  readonly page: string
  readonly card: string
  readonly text: string
  readonly muted: string
  /** Lines that part things. */
  readonly line: string
  /** The edge of what can be typed into or pressed. */
  readonly edge: string
  readonly accent: string
  /** The accent as a ground for text. */
  readonly soft: string
  readonly error: string
  readonly errorSoft: string
}

/** The two sets of colours; a browser takes the one that its owner prefers. */
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
  },
} as const satisfies Record<string, Palette>

/** A palette as CSS properties: `--error-soft: #fdeeec; ...`. */
export function propertiesOf(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${colour};`)
    .join(' ')
}
