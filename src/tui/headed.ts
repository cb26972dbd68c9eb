import { stripVTControlCharacters } from 'node:util'
import type { Drawing } from './pane.ts'
import { wrapped } from './wrapped.ts'

/** The lines of a text whose first one is its heading: that is broken where it is too long, its first part strong. */
export function headed(text: string, { width, look }: Drawing): readonly string[] {
  const [heading = '', ...rest] = text.split('\n')
  const [first = '', ...more] = wrapped(stripVTControlCharacters(heading), width)
  return [look.paint.strong(first), ...more, ...rest]
}
