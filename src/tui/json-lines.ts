import stringWidth from 'string-width'
import { printable } from '../cli/render/printable.ts'
import { wrapped } from './wrapped.ts'

/** What is left of a line that is set in far, at least. */
const LEAST_WIDTH = 10

/** A value as JSON, in lines no wider than there is room; what goes on in a next line is set in further. */
export function jsonLines(value: unknown, width: number): string[] {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .flatMap((raw) => {
      const line = printable(raw)
      if (stringWidth(line) <= width) return [line]
      const text = line.trimStart()
      const before = ' '.repeat(line.length - text.length)
      const parts = wrapped(text, Math.max(LEAST_WIDTH, width - before.length - 2))
      return parts.map((part, i) => (i === 0 ? before + part : `${before}  ${part}`))
    })
}
