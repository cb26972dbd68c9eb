import { relative, sep } from 'node:path'
import { locationKey } from '../../game/design/coverage.ts'
import type { LocatedPart } from './located.ts'

/** A part whose location is known. */
type PlacedPart = LocatedPart & { readonly file: string; readonly line: number }

const isPlaced = (part: LocatedPart): part is PlacedPart => part.file !== undefined && part.line !== undefined

/**
 * Formats coverage as LCOV, file by file. The count of a line is the lowest count of its parts. A requirement is a
 * branch with two outcomes. Paths are relative to the directory of the project.
 */
export function lcovOf(parts: readonly LocatedPart[], directory: string): string {
  const files = [...Map.groupBy(parts.filter(isPlaced), ({ file }) => file)]
  const named = files.map(([file, own]) => [relative(directory, file).split(sep).join('/'), own] as const)
  return named
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => recordOf(name, own))
    .join('')
}

/** Parts that count as one in LCOV: both outcomes of a requirement. */
type LocationGroup = readonly PlacedPart[]

function recordOf(name: string, parts: readonly PlacedPart[]): string {
  const groups = [...Map.groupBy(parts, locationKey).values()]
  const byLine = Map.groupBy(groups, ([first]) => first?.line ?? 0)
  const lines = [...byLine].toSorted(([a], [b]) => a - b)
  const branches = lines.flatMap(([line, own]) =>
    own.filter(isBranch).map((branch, block) => ({ line, block, branch })),
  )
  const counts = lines.map(([line, own]) => ({ line, count: Math.min(...own.map(hitsOf)) }))
  const outcomes = branches.flatMap(({ branch }) => branch)
  return [
    'TN:',
    `SF:${name}`,
    ...branches.flatMap(({ line, block, branch }) =>
      branch.map(({ count }, outcome) => `BRDA:${line},${block},${outcome},${hitsOf(branch) === 0 ? '-' : count}`),
    ),
    ...(outcomes.length > 0
      ? [`BRF:${outcomes.length}`, `BRH:${outcomes.filter(({ count }) => count > 0).length}`]
      : []),
    ...counts.map(({ line, count }) => `DA:${line},${count}`),
    `LF:${counts.length}`,
    `LH:${counts.filter(({ count }) => count > 0).length}`,
    'end_of_record\n',
  ].join('\n')
}

const isBranch = (parts: LocationGroup): boolean => parts.length > 1

const hitsOf = (parts: LocationGroup): number => parts.reduce((sum, { count }) => sum + count, 0)
