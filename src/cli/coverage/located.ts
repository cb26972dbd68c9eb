import { countOf, keyOf, type Coverage, type PartCount } from '../../game/design/coverage.ts'
import { exercisableParts, type ExercisablePart } from '../../game/design/exercisable.ts'
import { idOf } from '../../game/design/identity.ts'
import { kinds } from '../../game/design/source.ts'
import type { DesignFiles } from '../../project/design-files.ts'
import { isThere } from '../../project/directory.ts'
import { findDesign } from '../../project/load-design.ts'
import type { Problem } from '../../project/problem.ts'
import type { Io } from '../../terminal/io.ts'

/** A part with its count, and its location if the files contain it. */
export type LocatedPart = PartCount & Partial<FileLocation>

/** Coverage with the locations of the parts in design files. */
export interface LocatedCoverage extends Coverage {
  readonly parts: readonly LocatedPart[]
}

/** The locations of the parts of a design, by their keys. */
export type PartLocations = ReadonlyMap<string, FileLocation>

/**
 * Finds the locations of all parts in the design files of a directory. Returns undefined if it contains no valid
 * design.
 */
export async function findLocations(
  { files }: Pick<Io, 'files'>,
  directory: string,
): Promise<PartLocations | undefined> {
  if (!(await isThere(files, directory))) return undefined
  const { read, design } = await findDesign(files, directory)
  if (!design) return undefined
  const parts = [...exercisableParts(design)]
  const locations = locationsOf(read, parts)
  return new Map(parts.flatMap((part, i) => (locations[i] ? [[keyOf(countOf(part, 0)), locations[i]] as const] : [])))
}

/** Adds the location of each part, if it is known. */
export function withLocations(coverage: Coverage, locations: PartLocations | undefined): LocatedCoverage {
  return { ...coverage, parts: coverage.parts.map((part) => ({ ...part, ...locations?.get(keyOf(part)) })) }
}

/** A location in a file; `file` is an absolute path. */
type FileLocation = Pick<Problem, 'file' | 'line' | 'column'>

/** Returns the locations of parts in the files of a design, in the same order. */
function locationsOf(read: DesignFiles, parts: readonly ExercisablePart[]): readonly FileLocation[] {
  const locations = new Map(
    kinds.map((kind) => [kind, new Map(read.source[kind].map((component, i) => [idOf(component), i]))]),
  )
  const locatable = parts.map(({ component, id, path }) => {
    const index = locations.get(component)?.get(id)
    if (index === undefined) throw new Error(`${component}/${id} is in the design but not in its files`)
    return { kind: component, index, id, path, message: '' }
  })
  return read.locate(locatable).map(({ file, line, column }) => ({ file, line, column }))
}
