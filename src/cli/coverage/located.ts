import { countOf, keyOf, type Coverage, type PartCount } from '../../game/design/coverage.ts'
import { exercisableParts, type ExercisablePart } from '../../game/design/exercisable.ts'
import { isThere } from '../../project/directory.ts'
import { findDesign } from '../../project/load-design.ts'
import type { Io } from '../../terminal/io.ts'
import { idOf } from '../../game/design/identity.ts'
import { kinds } from '../../game/design/source.ts'
import type { DesignFiles } from '../../project/design-files.ts'
import type { Problem } from '../../project/problem.ts'

/** A part with its count and, where the files have it, where it stands. */
export type LocatedPart = PartCount & Partial<FileLocation>

/** What has been exercised, by the lines of design files. */
export interface LocatedCoverage extends Coverage {
  readonly parts: readonly LocatedPart[]
}

/** Where the parts of a design stand in its files, by their keys; undefined where the files are no design. */
export type PartLocations = ReadonlyMap<string, FileLocation>

/** Looks where everything that can be exercised stands in the files of a directory. */
export async function findLocations(
  { files }: Pick<Io, 'files'>,
  directory: string,
): Promise<PartLocations | undefined> {
  if (!(await isThere(files, directory))) return undefined
  const { read, design } = await findDesign(files, directory)
  if (!design) return undefined
  const parts = [...exercisableParts(design)]
  const places = locationsOf(read, parts)
  return new Map(parts.flatMap((part, i) => (places[i] ? [[keyOf(countOf(part, 0)), places[i]] as const] : [])))
}

/** Says of each part where it stands, as far as that is known. */
export function located(coverage: Coverage, places: PartLocations | undefined): LocatedCoverage {
  return { ...coverage, parts: coverage.parts.map((part) => ({ ...part, ...places?.get(keyOf(part)) })) }
}

/** A spot in a file; the file is absolute. */
type FileLocation = Pick<Problem, 'file' | 'line' | 'column'>

/** Where parts of the design that was read stand in its files, in their order. */
function locationsOf(read: DesignFiles, parts: readonly ExercisablePart[]): readonly FileLocation[] {
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
