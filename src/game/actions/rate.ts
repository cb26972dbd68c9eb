import { z } from 'zod'
import { calendarUnits, startOfUnit, type CalendarUnit } from '../kernel/instant.ts'

const kinds = ['ROLLING', 'FIXED', 'LEAKY'] as const

const unitOf = (windowMs: number): CalendarUnit | undefined =>
  (Object.keys(calendarUnits) as CalendarUnit[]).find((unit) => calendarUnits[unit] === windowMs)

/** A ROLLING rate remembers every play in its window, so it counts no further than this. */
const MAX_ROLLING = 10_000

/** `[count, window_ms, kind]`. Spec 4.6. */
export const rateSchema = z
  .tuple([
    z.int().min(1).max(1_000_000),
    z
      .int()
      .min(1)
      .max(100 * calendarUnits.year),
    z.enum(kinds),
  ])
  .refine(([, windowMs, kind]) => kind !== 'FIXED' || unitOf(windowMs) !== undefined, {
    path: [1],
    message:
      'expected the length of a minute, hour, day, week, month (2592000000) or year (31536000000) for a FIXED rate',
  })
  .refine(([count, , kind]) => kind !== 'ROLLING' || count <= MAX_ROLLING, {
    path: [0],
    message: `expected at most ${MAX_ROLLING} for a ROLLING rate; a LEAKY one takes more`,
  })

/** A limit on plays: `count` in each window. */
export interface Rate {
  readonly kind: (typeof kinds)[number]
  readonly count: number
  readonly windowMs: number
}

export function compileRate([count, windowMs, kind]: z.output<typeof rateSchema>): Rate {
  return { kind, count, windowMs }
}

/** The window as messages name it. Spec 4.16 "Rates". */
export function windowName({ windowMs }: Rate): string {
  return unitOf(windowMs) ?? `${windowMs} ms`
}

/**
 * What a player has used of a rate, as flat numbers behind the kind. ROLLING: time and plays of each play in the window;
 * FIXED: start of the unit and plays in it; LEAKY: time and level of the bucket, in plays times a window, so that it
 * leaks whole numbers, and that window.
 */
export type RateUse = readonly [kind: Rate['kind'], ...numbers: number[]]

/** The use after `plays` more at `atMs`, or undefined where that goes over the rate. Spec 4.6, 4.16 "Rates". */
export function takeRate(
  rate: Rate,
  used: RateUse | undefined,
  plays: number,
  atMs: number,
  zoneOffsetMs: number,
): RateUse | undefined {
  const numbers = used?.[0] === rate.kind ? used.slice(1).map(Number) : []
  switch (rate.kind) {
    case 'ROLLING':
      return takeRolling(rate, numbers, plays, atMs)
    case 'FIXED': {
      const start = startOfFixed(unitOf(rate.windowMs) ?? 'day', atMs, zoneOffsetMs)
      const taken = (numbers[0] === start ? (numbers[1] ?? 0) : 0) + plays
      return taken > rate.count ? undefined : ['FIXED', start, taken]
    }
    case 'LEAKY': {
      const [since = atMs, level = 0, windowMs = rate.windowMs] = numbers
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

function takeRolling(rate: Rate, numbers: readonly number[], plays: number, atMs: number): RateUse | undefined {
  const kept: number[] = []
  let taken = plays
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const [at = 0, count = 0] = [numbers[i], numbers[i + 1]]
    if (at <= atMs - rate.windowMs) continue
    kept.push(at, count)
    taken += count
  }
  return taken > rate.count ? undefined : ['ROLLING', ...kept, atMs, plays]
}
