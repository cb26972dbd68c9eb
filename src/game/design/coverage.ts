import * as z from 'zod'
import type { Shape } from '../kernel/answer-shapes.ts'
import { pathText } from '../kernel/schema-problems.ts'
import { partKinds, type ExercisablePart } from './exercisable.ts'
import { kinds } from './source.ts'

const partCount = () =>
  z.object({
    kind: z.enum(partKinds),
    component: z.enum(kinds),
    id: z.string(),
    name: z.string().optional(),
    activity: z.string().optional(),
    path: z.string(),
    met: z.boolean().optional(),
    count: z.int().min(0),
  })

/** How often a part of a design was exercised. The other fields are those of `ExercisablePart`, with `path` as text. */
export type PartCount = Shape<ReturnType<typeof partCount>>

const coveredFields = () => ({ covered: z.int().min(0), total: z.int().min(0), percent: z.number().min(0).max(100) })
const covered = () => z.object(coveredFields())

/**
 * The number of exercised parts, and of all parts. `percent` is rounded to two decimals, but is 100 only if all parts
 * were exercised or there are none, and 0 only if none was.
 */
export type Covered = Shape<ReturnType<typeof covered>>

/** The answer of `GET /coverage`: what was exercised of the design, in total, by kind, and for each part. Spec 6.6. */
export const coverageAnswer = () =>
  z.object({
    ...coveredFields(),
    kinds: z.record(z.enum(partKinds), covered()),
    parts: z.array(partCount()),
  })

/** What was exercised of a design. */
export type Coverage = Shape<ReturnType<typeof coverageAnswer>>

/** Returns a part with its count, as answers show it. */
export function countOf(part: ExercisablePart, count: number): PartCount {
  const { compiled: _, kind, path, ...rest } = part
  return { kind, ...rest, path: pathText(path), count }
}

/** Returns the coverage of parts. */
export function coverageOf(parts: readonly PartCount[]): Coverage {
  const ofKinds = partKinds.map((kind) => [kind, coveredOf(parts.filter((part) => part.kind === kind))] as const)
  return { ...coveredOf(parts), kinds: Object.fromEntries(ofKinds) as Coverage['kinds'], parts }
}

function coveredOf(parts: readonly PartCount[]): Covered {
  const total = parts.length
  const covered = parts.reduce((sum, { count }) => sum + (count > 0 ? 1 : 0), 0)
  return { covered, total, percent: percentOf(covered, total) }
}

function percentOf(covered: number, total: number): number {
  if (covered === total) return 100
  if (covered === 0) return 0
  return Math.min(99.99, Math.max(0.01, Math.round((covered * 10_000) / total) / 100))
}

/**
 * Returns what was exercised between two readings. A part whose counter started again in between keeps its new count.
 */
export function coverageSince(before: Coverage, after: Coverage): Coverage {
  const known = new Map(before.parts.map((part) => [keyOf(part), part.count]))
  return coverageOf(
    after.parts.map((part) => {
      const earlier = known.get(keyOf(part)) ?? 0
      return earlier > part.count ? part : { ...part, count: part.count - earlier }
    }),
  )
}

/** Returns a key that is unique for each part of a design. */
export function keyOf(part: Omit<PartCount, 'count'>): string {
  return [locationKey(part), part.met].join(' ')
}

/** Returns a key for the location of a part. Both parts of a requirement have the same location. */
export function locationKey({ kind, component, id, path }: Omit<PartCount, 'count'>): string {
  return [component, id, kind, path].join(' ')
}
