import { stripVTControlCharacters } from 'node:util'
import { printable } from '../sentences/printable.ts'
import { table } from '../terminal/render/table.ts'
import { textWidth } from '../terminal/render/text-width.ts'
import { wrap } from '../terminal/render/wrap.ts'
import { indent, pad, type Theme } from './layout.ts'
import type { ReadResource, Resource } from './resource.ts'

/** Where a block is laid out: its width in columns, the theme, and the resources that it can read. */
export interface Canvas {
  readonly read: ReadResource
  readonly theme: Theme
  readonly width: number
}

/**
 * A part of a text view. It returns lines that fit the canvas; the screen cuts those of a report or a grid that are too
 * long. The functions of this file make all blocks, so that a view only selects the data.
 */
export type Block = (canvas: Canvas) => readonly string[]

/** Shows blocks below each other. */
export const stack =
  (...blocks: readonly Block[]): Block =>
  (canvas) =>
    blocks.flatMap((block) => block(canvas))

/** Shows each text as a paragraph. An empty text is an empty line. */
export const paragraphs =
  (...texts: readonly string[]): Block =>
  ({ width }) =>
    texts.flatMap((text) => wrap(printable(text), width))

/** Shows a sentence next to the time of an event. */
export const timed =
  (time: string, text: string): Block =>
  ({ width }) => {
    const first = `${time}  `
    return indent(wrap(printable(text), width - first.length), first, ' '.repeat(first.length))
  }

/** Shows a text of the CLI, which is already printable and has colours. Its first line is a heading, which is wrapped. */
export const report =
  (render: (canvas: Canvas) => string): Block =>
  (canvas) => {
    const [heading = '', ...rest] = render(canvas).split('\n')
    const [first = '', ...more] = wrap(stripVTControlCharacters(heading), canvas.width)
    return [canvas.theme.paint.strong(first), ...more, ...rest]
  }

/** Shows rows in columns. The columns in `rightAligned` are aligned to the right. */
export const grid =
  (headings: readonly string[], rows: readonly (readonly string[])[], rightAligned?: ReadonlySet<number>): Block =>
  () =>
    table(headings, rows, rightAligned).split('\n')

/** The minimum width of the text in an indented line of JSON. */
const MIN_JSON_WIDTH = 10

/** Shows a value as JSON. A line that is too long continues in the next line with more indentation. */
export const json =
  (value: unknown): Block =>
  ({ width }) =>
    JSON.stringify(value, null, 2)
      .split('\n')
      .flatMap((raw) => {
        const line = printable(raw)
        if (textWidth(line) <= width) return [line]
        const text = line.trimStart()
        const margin = ' '.repeat(line.length - text.length)
        return indent(wrap(text, Math.max(MIN_JSON_WIDTH, width - margin.length - 2)), margin, `${margin}  `)
      })

/** A progress bar: its name, the filled part from 0 to 1, and the text after the bar. */
export interface Bar {
  readonly name: string
  readonly share: number
  readonly label: string
}

/** The width of a progress bar in characters, as far as the canvas has room. */
const BAR_WIDTH = { min: 5, max: 20 }

/** Shows progress bars below a title, or nothing if there are none. */
export const progressBars =
  (title: string, bars: readonly Bar[]): Block =>
  ({ theme, width }) => {
    if (bars.length === 0) return []
    const widest = (texts: readonly string[]): number => Math.max(...texts.map((text) => textWidth(printable(text))))
    const names = widest(bars.map(({ name }) => name))
    const labels = widest(bars.map(({ label }) => label))
    const characters = Math.min(BAR_WIDTH.max, Math.max(BAR_WIDTH.min, width - names - labels - 4))
    const [filled, empty] = theme.unicode ? ['█', '░'] : ['#', '-']
    const lines = bars.map(({ name, share, label }) => {
      const count = Math.round(share * characters)
      const bar = filled.repeat(count) + empty.repeat(characters - count)
      return `${pad(printable(name), names)}  ${theme.paint.good(bar)}  ${printable(label)}`
    })
    return ['', theme.paint.strong(title), ...lines]
  }

/** Shows a resource, or that it is loading, or why it could not be loaded. */
export const whenLoaded =
  <T>(resource: Resource<T>, content: (value: T) => Block): Block =>
  (canvas) => {
    const state = canvas.read(resource)
    switch (state.kind) {
      case 'loaded':
        return content(state.value)(canvas)
      case 'loading':
        return loading(canvas)
      case 'failed':
        return failure(state.error)(canvas)
    }
  }

/** Shows that rows or a resource are loading. */
export const loading: Block = ({ theme }) => [theme.paint.faint(theme.unicode ? 'Loading…' : 'Loading...')]

/** Shows why something could not be loaded. */
export const failure =
  (error: string): Block =>
  ({ theme, width }) =>
    wrap(printable(error), width).map(theme.paint.bad)
