import { printable } from '../../terminal/render/printable.ts'
import { loadingText } from '../theme.ts'
import type { Canvas } from '../pane.ts'
import { wrap } from '../wrapped.ts'
import type { Resource } from '../resource.ts'

/** The lines of a resource; while it is loading or if it is refused, a line that says so. */
export function shownOf<T>(
  { read, theme, width }: Canvas,
  resource: Resource<T>,
  draw: (value: T) => readonly string[],
): readonly string[] {
  const known = read(resource)
  if (known.kind === 'loaded') return draw(known.value)
  if (known.kind === 'loading') return [theme.paint.faint(loadingText(theme))]
  return wrap(printable(known.error), width).map(theme.paint.bad)
}
