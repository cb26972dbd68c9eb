import { styleText } from 'node:util'
import type { Paint } from '../terminal/render/paint.ts'
import { cut } from '../terminal/render/table.ts'
import { textWidth } from '../terminal/render/text-width.ts'

/** The colours and the characters of the terminal. */
export interface Theme {
  readonly paint: Paint
  /** Whether the terminal shows more than ASCII. */
  readonly unicode: boolean
  /** Marks selected text with inverse colours, which every terminal has and which are readable on any background. */
  readonly selected: (text: string) => string
}

/** Creates the theme of a terminal. */
export function createTheme(paint: Paint, unicode: boolean): Theme {
  return { paint, unicode, selected: (text) => styleText('inverse', text, { validateStream: false }) }
}

/** Puts `first` before the first line and `others`, which is as wide, before each other line. */
export const indent = (lines: readonly string[], first: string, others: string): readonly string[] =>
  lines.map((line, i) => (i === 0 ? first : others) + line)

/** Cuts a line without colours to at most `width` columns. */
export const fit = (text: string, width: number, { unicode }: Theme): string => cut(text, Math.max(0, width), unicode)

/** Pads a line with spaces to at least `width` columns. */
export const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)))

/** Puts a text at each end of a line. The left text is cut if they do not fit. */
export function spread(left: string, right: string, width: number, theme: Theme): string {
  const kept = fit(left, width - textWidth(right) - 1, theme)
  return `${pad(kept, Math.max(textWidth(kept) + 1, width - textWidth(right)))}${right}`
}

/** What precedes a row of a list: `>` the selected row, `*` a marked row, a space any other row. */
export type RowMark = '>' | '*' | ' '

/** Lays out a row of a list. The selected row has inverse colours as long as its list has the focus. */
export function rowLine(text: string, mark: RowMark, isFocused: boolean, width: number, theme: Theme): string {
  const line = pad(fit(`${mark} ${text}`, width, theme), width)
  if (mark === ' ') return line
  return mark === '>' && isFocused ? theme.selected(line) : theme.paint.strong(line)
}
