import type { Piece } from './styled-text.ts'

/** A line that was typed, and its output. */
export interface Exchange {
  readonly typed: string
  readonly answered: readonly (readonly Piece[])[]
}

const COLUMN = 8.4
const ROW = 20
const SIZE = 14
const MARGIN = 18
const COLUMNS = 92
/** The times for typing a character, waiting for the output, and reading it. */
const TYPED_MS = 35
const WAIT_MS = 350
const READ_MS = 1400

const light = {
  paper: '#f8fafc',
  edge: '#cbd5e1',
  ink: '#0f172a',
  dim: '#64748b',
  grey: '#64748b',
  prompt: '#7c3aed',
  red: '#b91c1c',
  green: '#047857',
  yellow: '#a16207',
  blue: '#1d4ed8',
  magenta: '#a21caf',
  cyan: '#0e7490',
}

const dark: typeof light = {
  paper: '#0f172a',
  edge: '#334155',
  ink: '#e2e8f0',
  dim: '#94a3b8',
  grey: '#94a3b8',
  prompt: '#c4b5fd',
  red: '#fca5a5',
  green: '#6ee7b7',
  yellow: '#fde68a',
  blue: '#93c5fd',
  magenta: '#f0abfc',
  cyan: '#67e8f9',
}

/** Returns a session as an animated SVG that types it. Without animation, it shows the whole session. */
export function sessionSvg(exchanges: readonly Exchange[]): string {
  let row = 0
  let atMs = 600
  const drawn: string[] = []
  for (const { typed, answered } of exchanges) {
    drawn.push(
      lineText(row, atMs, [
        { text: '$ ', styles: ['prompt'] },
        { text: typed, styles: ['bold'] },
      ]),
    )
    atMs += typed.length * TYPED_MS + WAIT_MS
    answered.forEach((pieces, place) => drawn.push(lineText(row + 1 + place, atMs, pieces)))
    row += 1 + answered.length
    atMs += READ_MS
  }
  const width = Math.ceil(COLUMNS * COLUMN + 2 * MARGIN)
  const height = row * ROW + 2 * MARGIN
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="ui-monospace, Consolas, Menlo, 'DejaVu Sans Mono', monospace" font-size="${SIZE}">`,
    '<title>A session of gamify in a terminal</title>',
    `<style>${styleSheet()}</style>`,
    `<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...drawn,
    '</svg>\n',
  ].join('\n')
}

/** Each piece starts at its column, so that tables stay aligned with any font. */
function lineText(row: number, atMs: number, pieces: readonly Piece[]): string {
  let column = 0
  const spans = pieces.map(({ text, styles }) => {
    const [cells, start] = [[...text].length, column]
    column += cells
    if (column > COLUMNS) throw new Error(`a line of the recording has more than ${COLUMNS} columns: ${text}`)
    const x = round(MARGIN + start * COLUMN)
    return `<tspan x="${x}" textLength="${round(cells * COLUMN)}"${styles.length > 0 ? ` class="${styles.join(' ')}"` : ''}>${escaped(text)}</tspan>`
  })
  const y = MARGIN + row * ROW + SIZE
  return `<text xml:space="preserve" y="${y}" style="animation-delay:${atMs}ms">${spans.join('')}</text>`
}

function styleSheet(): string {
  const moving = 'text{animation:show 1ms both}@keyframes show{from{opacity:0}to{opacity:1}}'
  const still = '@media(prefers-reduced-motion:reduce){text{animation:none}}'
  return `.bold{font-weight:600}${moving}${still}${palette(light)}@media(prefers-color-scheme:dark){${palette(dark)}}`
}

function palette({ paper, edge, ink, ...others }: typeof light): string {
  const inks = Object.entries(others).map(([name, color]) => `.${name}{fill:${color}}`)
  return `.paper{fill:${paper};stroke:${edge}}text{fill:${ink}}${inks.join('')}`
}

const round = (value: number): number => Math.round(value * 10) / 10

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
