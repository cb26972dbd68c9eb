import type { ExercisablePart } from '../game/design/exercisable.ts'
import { idOf } from '../game/design/identity.ts'
import { kinds } from '../game/design/source.ts'
import type { DesignFiles } from './design-files.ts'
import type { Problem } from './problem.ts'

/** A spot in a file; the file is absolute. */
export type FileLocation = Pick<Problem, 'file' | 'line' | 'column'>

/** Where parts of the design that was read stand in its files, in their order. */
export function locationsOf(read: DesignFiles, parts: readonly ExercisablePart[]): readonly FileLocation[] {
  const places = new Map(
    kinds.map((kind) => [kind, new Map(read.source[kind].map((component, i) => [idOf(component), i]))]),
  )
  const spots = parts.map(({ component, id, path }) => {
    const index = places.get(component)?.get(id)
    if (index === undefined) throw new Error(`${component}/${id} is in the design but not in its files`)
    return { kind: component, index, id, path, message: '' }
  })
  return read.locate(spots).map(({ file, line, column }) => ({ file, line, column }))
}
