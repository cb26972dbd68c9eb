import stringWidth from 'string-width'
import { printable } from '../terminal/render/printable.ts'
import { wrap } from './wrapped.ts'

/** The minimum width of an indented line. */
const LEAST_WIDTH = 10

/** A value as JSON in lines of at most `width`; continued lines are indented further. */
export function jsonLines(value: unknown, width: number): string[] {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .flatMap((raw) => {
      const line = printable(raw)
      if (stringWidth(line) <= width) return [line]
      const text = line.trimStart()
      const before = ' '.repeat(line.length - text.length)
      const parts = wrap(text, Math.max(LEAST_WIDTH, width - before.length - 2))
      return parts.map((part, i) => (i === 0 ? before + part : `${before}  ${part}`))
    })
}
