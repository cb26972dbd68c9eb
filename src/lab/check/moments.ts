import type { Design } from '../../game/design/design.ts'
import { exercisableParts } from '../../game/design/exercisable.ts'
import { DAY_MS, HOUR_MS, startOfUnit, wallTime } from '../../game/kernel/instant.ts'
import { clocks, type Requirement } from '../../game/rules/requirement.ts'
import type { Check } from './check.ts'
import type { Draws } from './draws.ts'

type TimeLeaf = Extract<Requirement, { kind: 'time' }>
type Clock = TimeLeaf['clock']

/** The values that requirements compare each reading of the local time with. */
export type Moments = ReadonlyMap<Clock, readonly number[]>

/** How far ahead a moment is looked for: a leap year, and a month. */
const MAX_DAYS = 366 + 31

/** How often a reading that requirements name is part of a moment. */
const PART_SHARE = 0.8

/** Returns the moments that a design and its checks are about. */
export function momentsOf(design: Design, checks: readonly Check[]): Moments {
  const moments = new Map<Clock, number[]>()
  const leaves = [
    ...[...exercisableParts(design)].flatMap(({ kind, compiled }) =>
      kind === 'requirement' ? leavesOf(compiled as Requirement) : [],
    ),
    ...checks.flatMap((check) => (check.kind === 'always' ? leavesOf(check.requires) : [])),
  ]
  for (const { clock, operator, value } of leaves) {
    const number = Number(value)
    const nearby = operator === 'eq' || operator === 'ne' ? [number] : [number - 1, number, number + 1]
    moments.set(clock, [...new Set([...(moments.get(clock) ?? []), ...nearby])])
  }
  return moments
}

function leavesOf(requirement: Requirement): readonly TimeLeaf[] {
  if (requirement.kind === 'and' || requirement.kind === 'or') return requirement.parts.flatMap(leavesOf)
  return requirement.kind === 'time' ? [requirement] : []
}

/**
 * Draws a moment that several requirements name together, such as the 29th at three o'clock. Returns how long it is until
 * the next one in local time; undefined if there is none, or none soon.
 */
export function drawMoment(moments: Moments, localMs: number, draws: Draws): number | undefined {
  const wanted = new Map(
    [...moments].filter(() => draws.next() < PART_SHARE).map(([clock, values]) => [clock, draws.oneOf(values)]),
  )
  if (wanted.size === 0) return undefined
  const { hour_of_day: _, ...dayClocks } = clocks
  const isDay = (atMs: number): boolean => {
    const wall = wallTime(atMs)
    return [...wanted].every(([clock, value]) => clock === 'hour_of_day' || dayClocks[clock](wall) === value)
  }
  const hour = wanted.get('hour_of_day') ?? 0
  const today = startOfUnit(localMs, 'day')
  for (let day = 0; day <= MAX_DAYS; day += 1) {
    const at = today + day * DAY_MS + hour * HOUR_MS
    if (at > localMs && isDay(at)) return at - localMs
  }
  return undefined
}
