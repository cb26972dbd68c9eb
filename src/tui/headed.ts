import { stripVTControlCharacters } from 'node:util'
import type { Canvas } from './pane.ts'
import { wrap } from './wrapped.ts'

/** The lines of a text with a heading, which is wrapped; its first line is bold. */
export function headed(text: string, { width, theme }: Canvas): readonly string[] {
  const [heading = '', ...rest] = text.split('\n')
  const [first = '', ...more] = wrap(stripVTControlCharacters(heading), width)
  return [theme.paint.strong(first), ...more, ...rest]
}
