import * as z from 'zod'
import type { Shape } from '../kernel/answer-shapes.ts'
import { calendarUnits, startOfUnit, type CalendarUnit } from '../kernel/instant.ts'
import { durationForNumber, withShorthand } from '../kernel/shorthand.ts'
import { rateKinds, type rate, type rateUse, type rateUses, type run } from './shapes.ts'

const unitOf = (windowMs: number): CalendarUnit | undefined =>
  (Object.keys(calendarUnits) as CalendarUnit[]).find((unit) => calendarUnits[unit] === windowMs)

/** The highest count of a ROLLING rate, which stores every play in its window. */
const MAX_ROLLING = 10_000

/** `[count, window_ms, kind]`. Spec 4.6. */
export const rateSchema = z
  .tuple(
    [
      z.int().min(1).max(1_000_000),
      withShorthand(
        z
          .int()
          .min(1, { abort: true })
          .max(100 * calendarUnits.year, { abort: true }),
        durationForNumber(1),
      ),
      z.enum(rateKinds),
    ],
    'expected a list such as [1, 86400000, "FIXED"], or [1, "1d", "FIXED"] in a file',
  )
  .refine(([, windowMs, kind]) => kind !== 'FIXED' || unitOf(windowMs) !== undefined, {
    path: [1],
    message:
      'a FIXED rate needs "1m", "1h", "1d", "1w", "30d" or "365d" in a file, and the same in milliseconds on a route',
  })
  .refine(([count, , kind]) => kind !== 'ROLLING' || count <= MAX_ROLLING, {
    path: [0],
    message: `expected at most ${MAX_ROLLING} for a ROLLING rate; a LEAKY one takes more`,
  })

/** A limit on plays: `count` in each window. */
export type Rate = Shape<typeof rate>

/** Compiles the design of a rate. */
export function compileRate([count, windowMs, kind]: z.output<typeof rateSchema>): Rate {
  return { kind, count, windowMs }
}

/** Returns the name of the window for messages. Spec 4.16 "Rates". */
export function windowName({ windowMs }: Rate): string {
  return unitOf(windowMs) ?? `${windowMs} ms`
}

/** Consecutive plays. */
type Run = Shape<typeof run>

/** How many times a run holds. A play copies one short run and the list of runs, rather than all times. */
const RUN_LENGTH = 100

/** What a player has used of a rate, after the kind of the rate. */
export type RateUse = Shape<typeof rateUse>

/** What a player has used of the rates that an action has had. */
export type RateUses = Shape<typeof rateUses>

/** The uses before the first play. */
export const unusedRates: RateUses = { rate: null }

/** Returns the uses after `plays` more at `atMs`, or undefined if that exceeds the rate. Spec 4.6, 4.16 "Rates". */
export function takeRate(
  rate: Rate,
  uses: RateUses,
  plays: number,
  atMs: number,
  zoneOffsetMs: number,
): RateUses | undefined {
  const all = [...(uses.rate ? [uses.rate] : []), ...(uses.otherRates ?? [])]
  const used = all.find(([kind]) => kind === rate.kind)
  const taken = useAfter(rate, used, plays, atMs, zoneOffsetMs)
  if (!taken) return undefined
  const others = all.filter((use) => use !== used)
  return { rate: taken, ...(others.length > 0 && { otherRates: others }) }
}

function useAfter(
  rate: Rate,
  used: RateUse | undefined,
  plays: number,
  atMs: number,
  zoneOffsetMs: number,
): RateUse | undefined {
  switch (rate.kind) {
    case 'ROLLING':
      return takeRolling(rate, used?.[0] === 'ROLLING' ? used : ['ROLLING'], plays, atMs)
    case 'FIXED': {
      const start = startOfFixed(unitOf(rate.windowMs) ?? 'day', atMs, zoneOffsetMs)
      const taken = (used?.[0] === 'FIXED' && used[1] === start ? used[2] : 0) + plays
      return taken > rate.count ? undefined : ['FIXED', start, taken]
    }
    case 'LEAKY': {
      const [, since, level, windowMs] = used?.[0] === 'LEAKY' ? used : (['LEAKY', atMs, 0, rate.windowMs] as const)
      // The design may have changed the window since. The plays in the bucket stay the same.
      const scaled = windowMs === rate.windowMs ? level : Math.ceil((level / windowMs) * rate.windowMs)
      const left = Math.max(0, scaled - (atMs - since) * rate.count)
      const filled = left + plays * rate.windowMs
      return filled > rate.count * rate.windowMs ? undefined : ['LEAKY', atMs, filled, rate.windowMs]
    }
  }
}

/**
 * Returns a number that identifies a unit: its start in local time, or in UTC for an hour or minute, which a change of
 * the clocks can repeat.
 */
function startOfFixed(unit: CalendarUnit, atMs: number, zoneOffsetMs: number): number {
  const start = startOfUnit(atMs + zoneOffsetMs, unit)
  return unit === 'hour' || unit === 'minute' ? start - zoneOffsetMs : start
}

type RollingUse = Extract<RateUse, readonly ['ROLLING', ...Run[]]>

function takeRolling({ count, windowMs }: Rate, used: RollingUse, plays: number, atMs: number): RateUse | undefined {
  const runs = runsAfter(used.slice(1) as Run[], atMs - windowMs)
  const taken = runs.reduce((sum, run) => sum + run.plays, plays)
  if (taken > count) return undefined
  addPlays(runs, plays, atMs)
  return ['ROLLING', ...runs]
}

/** Returns the runs without the plays at or before `expiredMs`. */
function runsAfter(runs: readonly Run[], expiredMs: number): Run[] {
  const first = runs.findIndex(({ moments }) => (moments.at(-2) ?? 0) > expiredMs)
  const oldest = runs[first]
  return oldest ? [withoutExpired(oldest, expiredMs), ...runs.slice(first + 1)] : []
}

function withoutExpired(run: Run, expiredMs: number): Run {
  let { plays } = run
  let first = 0
  for (; (run.moments[first] ?? Infinity) <= expiredMs; first += 2) plays -= run.moments[first + 1] ?? 0
  return first === 0 ? run : { plays, moments: run.moments.slice(first) }
}

/** Adds plays to the end of the runs and replaces the last run. Plays at the same time are counted together. */
function addPlays(runs: Run[], plays: number, atMs: number): void {
  const last = runs.at(-1)
  const isSameTime = last?.moments.at(-2) === atMs
  if (!last || (last.moments.length >= 2 * RUN_LENGTH && !isSameTime)) {
    runs.push({ plays, moments: [atMs, plays] })
    return
  }
  const moments = last.moments.slice(0, isSameTime ? -2 : undefined)
  moments.push(atMs, plays + (isSameTime ? (last.moments.at(-1) ?? 0) : 0))
  runs[runs.length - 1] = { plays: last.plays + plays, moments }
}

/** The time at which a limit is checked. */
export interface RateTime {
  readonly at: number
  readonly zoneOffsetMs: number
}

/** How much of a limit is used, and when there is room again. */
interface RateRoom {
  /** The plays that count now. */
  readonly used: number
  /** The first time, in ms since 1970, at which the plays fit. Undefined if they never do. */
  readonly freeAtMs: number | undefined
}

/**
 * Finds out what is left of a limit by trying it: how many plays fit now, and when `plays` more will. Assumes that the
 * offset of the time zone stays the same. Spec 4.6, 4.16 "Rates".
 */
export function rateRoom(rate: Rate, uses: RateUses, plays: number, { at, zoneOffsetMs }: RateTime): RateRoom {
  const takes = (more: number, atMs: number): boolean => takeRate(rate, uses, more, atMs, zoneOffsetMs) !== undefined
  const remaining = firstOf(1, rate.count + 1, (more) => !takes(more, at)) - 1
  // A calendar month can be longer than its window.
  const end = at + 2 * rate.windowMs
  return {
    used: rate.count - remaining,
    freeAtMs: takes(plays, end) ? firstOf(at, end, (atMs) => takes(plays, atMs)) : undefined,
  }
}

/**
 * Returns the first number from `low` for which a condition holds, or `high` if there is none below it. Once the
 * condition holds, it must hold for all greater numbers.
 */
function firstOf(low: number, high: number, holds: (number: number) => boolean): number {
  let [first, last] = [low, high]
  while (first < last) {
    const middle = Math.floor((first + last) / 2)
    if (holds(middle)) last = middle
    else first = middle + 1
  }
  return first
}
