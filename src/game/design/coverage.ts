import { pathText } from '../kernel/schema.ts'
import { partKinds, type ExercisablePart, type PartKind } from './exercisable.ts'

/** How often a part of a design was exercised; `path` is that of the part in text. Spec 6.6 `GET /coverage`. */
export interface PartCount extends Pick<ExercisablePart, 'kind' | 'component' | 'id' | 'name' | 'activity' | 'met'> {
  readonly path: string
  readonly count: number
}

/** How many parts were exercised of how many; `percent` is cut to two decimals, and 100 of nothing. */
export interface Covered {
  readonly covered: number
  readonly total: number
  readonly percent: number
}

/** What of a design has been exercised: in all, by kind, and each part. Spec 6.6 `GET /coverage`. */
export interface Coverage extends Covered {
  readonly kinds: Readonly<Record<PartKind, Covered>>
  readonly parts: readonly PartCount[]
}

/** A part with its count, as it is told. */
export function countOf(part: ExercisablePart, count: number): PartCount {
  const { compiled: _, kind, path, ...told } = part
  return { kind, ...told, path: pathText(path), count }
}

/** Sums parts up. */
export function coverageOf(parts: readonly PartCount[]): Coverage {
  const kinds = partKinds.map((kind) => [kind, coveredOf(parts.filter((part) => part.kind === kind))] as const)
  return { ...coveredOf(parts), kinds: Object.fromEntries(kinds) as Record<PartKind, Covered>, parts }
}

function coveredOf(parts: readonly PartCount[]): Covered {
  const total = parts.length
  const covered = parts.reduce((sum, { count }) => sum + (count > 0 ? 1 : 0), 0)
  return { covered, total, percent: total === 0 ? 100 : Math.floor((covered * 10_000) / total) / 100 }
}

/** What was exercised between two looks. What has been counted anew meanwhile counts as it is. */
export function coverageSince(before: Coverage, after: Coverage): Coverage {
  const known = new Map(before.parts.map((part) => [keyOf(part), part.count]))
  return coverageOf(
    after.parts.map((part) => {
      const earlier = known.get(keyOf(part)) ?? 0
      return earlier > part.count ? part : { ...part, count: part.count - earlier }
    }),
  )
}

/** Tells parts of a design from one another. */
export function keyOf(part: Omit<PartCount, 'count'>): string {
  return [keyOfPlace(part), part.met].join(' ')
}

/** Tells apart where parts of a design stand; those of a requirement stand in the same place. */
export function keyOfPlace({ kind, component, id, path }: Omit<PartCount, 'count'>): string {
  return [component, id, kind, path].join(' ')
}
