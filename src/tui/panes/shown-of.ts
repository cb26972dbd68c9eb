import { printable } from '../../terminal/render/printable.ts'
import { loadingText } from '../look.ts'
import type { Drawing } from '../pane.ts'
import { wrapped } from '../wrapped.ts'
import type { Resource } from '../resource.ts'

/** The lines of a resource; while it is loading or if it is refused, a line that says so. */
export function shownOf<T>(
  { see, look, width }: Drawing,
  resource: Resource<T>,
  draw: (value: T) => readonly string[],
): readonly string[] {
  const known = see(resource)
  if (known.kind === 'here') return draw(known.value)
  if (known.kind === 'waiting') return [look.paint.faint(loadingText(look))]
  return wrapped(printable(known.words), width).map(look.paint.bad)
}
