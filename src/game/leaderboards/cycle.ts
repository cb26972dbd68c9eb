import { DAY_MS, startOfUnit } from '../kernel/instant.ts'

/** The periods that a board is kept for. Spec 4.11. */
export const cycles = ['daily', 'weekly', 'monthly', 'yearly', 'alltime'] as const
export type Cycle = (typeof cycles)[number]

/** A stretch of time from `start` up to, but without, `end`: ms since 1970, UTC. */
export interface Period {
  readonly start: number
  readonly end: number
}

const forever: Period = { start: 0, end: Infinity }

/** The period of a cycle that holds an instant: UTC, weeks from Sunday. Spec 4.11. */
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
