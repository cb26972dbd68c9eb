import { stripVTControlCharacters } from 'node:util'
import type { Drawing } from './pane.ts'
import { wrapped } from './wrapped.ts'

/** The lines of a text with a heading, which is wrapped; its first line is bold. */
export function headed(text: string, { width, look }: Drawing): readonly string[] {
  const [heading = '', ...rest] = text.split('\n')
  const [first = '', ...more] = wrapped(stripVTControlCharacters(heading), width)
  return [look.paint.strong(first), ...more, ...rest]
}
