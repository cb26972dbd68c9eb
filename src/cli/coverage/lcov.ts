import { relative, sep } from 'node:path'
import { locationKey } from '../../game/design/coverage.ts'
import type { LocatedPart } from './located.ts'

/** A part whose place is known. */
type PlacedPart = LocatedPart & { readonly file: string; readonly line: number }

const isPlaced = (part: LocatedPart): part is PlacedPart => part.file !== undefined && part.line !== undefined

/**
 * What has been exercised as LCOV, file by file: a line was as often as that of its parts which was least, and a
 * requirement is a branch with two ways out. Files are named as seen from the directory of the project.
 */
export function lcovOf(parts: readonly LocatedPart[], directory: string): string {
  const files = [...Map.groupBy(parts.filter(isPlaced), ({ file }) => file)]
  const named = files.map(([file, own]) => [relative(directory, file).split(sep).join('/'), own] as const)
  return named
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => recordOf(name, own))
    .join('')
}

/** Parts that are one to LCOV: the two of a requirement. */
type Together = readonly PlacedPart[]

function recordOf(name: string, parts: readonly PlacedPart[]): string {
  const together = [...Map.groupBy(parts, locationKey).values()]
  const byLine = Map.groupBy(together, ([first]) => first?.line ?? 0)
  const lines = [...byLine].toSorted(([a], [b]) => a - b)
  const branches = lines.flatMap(([line, own]) =>
    own.filter(isBranch).map((branch, block) => ({ line, block, branch })),
  )
  const counts = lines.map(([line, own]) => ({ line, count: Math.min(...own.map(timesOf)) }))
  const ways = branches.flatMap(({ branch }) => branch)
  return [
    'TN:',
    `SF:${name}`,
    ...branches.flatMap(({ line, block, branch }) =>
      branch.map(({ count }, way) => `BRDA:${line},${block},${way},${timesOf(branch) === 0 ? '-' : count}`),
    ),
    ...(ways.length > 0 ? [`BRF:${ways.length}`, `BRH:${ways.filter(({ count }) => count > 0).length}`] : []),
    ...counts.map(({ line, count }) => `DA:${line},${count}`),
    `LF:${counts.length}`,
    `LH:${counts.filter(({ count }) => count > 0).length}`,
    'end_of_record\n',
  ].join('\n')
}

const isBranch = (parts: Together): boolean => parts.length > 1

const timesOf = (parts: Together): number => parts.reduce((sum, { count }) => sum + count, 0)
