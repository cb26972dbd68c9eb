import { DAY_MS, startOfUnit } from '../kernel/instant.ts'

/** The lengths of the periods that a board can have rankings for. Spec 4.11. */
export const cycles = ['daily', 'weekly', 'monthly', 'yearly', 'alltime'] as const
export type Cycle = (typeof cycles)[number]

/** A period of time from `start` (inclusive) to `end` (exclusive), in ms since 1970, UTC. */
export interface Period {
  readonly start: number
  readonly end: number
}

const forever: Period = { start: 0, end: Infinity }

/** Returns the period of a cycle that contains an instant, in UTC. Weeks begin on Sunday. Spec 4.11. */
export function periodAt(cycle: Cycle, atMs: number): Period {
  switch (cycle) {
    case 'daily': {
      const start = startOfUnit(atMs, 'day')
      return { start, end: start + DAY_MS }
    }
    case 'weekly': {
      const start = startOfUnit(atMs, 'week')
      return { start, end: start + 7 * DAY_MS }
    }
    case 'monthly': {
      const start = startOfUnit(atMs, 'month')
      return { start, end: startOfUnit(start + 31 * DAY_MS, 'month') }
    }
    case 'yearly': {
      const start = startOfUnit(atMs, 'year')
      return { start, end: startOfUnit(start + 366 * DAY_MS, 'year') }
    }
    case 'alltime':
      return forever
  }
}
