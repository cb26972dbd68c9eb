import * as z from 'zod'
import { durationForNumber, withShorthand } from '../kernel/shorthand.ts'
import type { Shape } from '../kernel/shapes.ts'
import { calendarUnits, startOfUnit, type CalendarUnit } from '../kernel/instant.ts'
import { rateKinds, type rate, type rateUse, type rateUses, type run } from './shapes.ts'

const unitOf = (windowMs: number): CalendarUnit | undefined =>
  (Object.keys(calendarUnits) as CalendarUnit[]).find((unit) => calendarUnits[unit] === windowMs)

/** A ROLLING rate remembers every play in its window, so it counts no further than this. */
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

export function compileRate([count, windowMs, kind]: z.output<typeof rateSchema>): Rate {
  return { kind, count, windowMs }
}

/** The window as messages name it. Spec 4.16 "Rates". */
export function windowName({ windowMs }: Rate): string {
  return unitOf(windowMs) ?? `${windowMs} ms`
}

/** Plays that follow one another. */
type Run = Shape<typeof run>

/** Moments in a run, so that a play copies one short run and the list of runs, and not all moments. */
const RUN_LENGTH = 100

/** What a player has used of a rate, behind the kind. */
export type RateUse = Shape<typeof rateUse>

/** What a player has used of the rates that an action has had. */
export type RateUses = Shape<typeof rateUses>

/** Nothing was used yet. */
export const unusedRates: RateUses = { rate: null }

/** The uses after `plays` more at `atMs`, or undefined where that goes over the rate. Spec 4.6, 4.16 "Rates". */
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
      // Of another window when the design was changed in between: the plays in the bucket are the same.
      const scaled = windowMs === rate.windowMs ? level : Math.ceil((level / windowMs) * rate.windowMs)
      const left = Math.max(0, scaled - (atMs - since) * rate.count)
      const filled = left + plays * rate.windowMs
      return filled > rate.count * rate.windowMs ? undefined : ['LEAKY', atMs, filled, rate.windowMs]
    }
  }
}

/** What tells a unit from all others: its start on the wall, in UTC for an hour or minute that a change of time repeats. */
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

/** The runs without the moments up to `goneMs`. */
function runsAfter(runs: readonly Run[], goneMs: number): Run[] {
  const first = runs.findIndex(({ moments }) => (moments.at(-2) ?? 0) > goneMs)
  const oldest = runs[first]
  return oldest ? [withoutGone(oldest, goneMs), ...runs.slice(first + 1)] : []
}

function withoutGone(run: Run, goneMs: number): Run {
  let { plays } = run
  let first = 0
  for (; (run.moments[first] ?? Infinity) <= goneMs; first += 2) plays -= run.moments[first + 1] ?? 0
  return first === 0 ? run : { plays, moments: run.moments.slice(first) }
}

/** Puts plays at the end of the runs, the last of which is replaced; those of one moment are counted together. */
function addPlays(runs: Run[], plays: number, atMs: number): void {
  const last = runs.at(-1)
  const together = last?.moments.at(-2) === atMs
  if (!last || (last.moments.length >= 2 * RUN_LENGTH && !together)) {
    runs.push({ plays, moments: [atMs, plays] })
    return
  }
  const moments = last.moments.slice(0, together ? -2 : undefined)
  moments.push(atMs, plays + (together ? (last.moments.at(-1) ?? 0) : 0))
  runs[runs.length - 1] = { plays: last.plays + plays, moments }
}

/** When a limit is looked at. */
export interface RateTime {
  readonly at: number
  readonly zoneOffsetMs: number
}

/** How much of a limit is used, and when there is room again. */
interface RateRoom {
  /** Plays that are counted now. */
  readonly used: number
  /** The first time, in ms since 1970, at which so many more plays are taken; undefined where that is never. */
  readonly freeAtMs: number | undefined
}

/**
 * What is left of a limit, by asking it: plays that fit now, and when `plays` more do. The clock of the zone is taken to
 * go on as it does now. Spec 4.6, 4.16 "Rates".
 */
export function rateRoom(rate: Rate, uses: RateUses, plays: number, { at, zoneOffsetMs }: RateTime): RateRoom {
  const takes = (more: number, atMs: number): boolean => takeRate(rate, uses, more, atMs, zoneOffsetMs) !== undefined
  const room = firstOf(1, rate.count + 1, (more) => !takes(more, at)) - 1
  // A month by the calendar may be longer than its window.
  const end = at + 2 * rate.windowMs
  return {
    used: rate.count - room,
    freeAtMs: takes(plays, end) ? firstOf(at, end, (atMs) => takes(plays, atMs)) : undefined,
  }
}

/** The first number from `low` on for which it is so, as it is for all after it; `high` where it is so for none before. */
function firstOf(low: number, high: number, isSo: (number: number) => boolean): number {
  let [first, last] = [low, high]
  while (first < last) {
    const middle = Math.floor((first + last) / 2)
    if (isSo(middle)) last = middle
    else first = middle + 1
  }
  return first
}
