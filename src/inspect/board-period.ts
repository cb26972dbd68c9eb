import { DAY_MS, parseInstant, startOfUnit, toIso } from '../game/kernel/instant.ts'
import type { Leaderboard } from './leaderboards.ts'

/** The cycles that leaderboards can have. */
export type Cycle = Leaderboard['cycles'][number]

/** The calendar unit of each cycle; the cycle of all time has none. */
const UNITS = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' } as const
type Unit = (typeof UNITS)[keyof typeof UNITS]

/** The period of a cycle that is shown, and whether it is over. */
export interface ShownPeriod {
  /** `2026-05-01`, `2026-04-26 to 2026-05-02`, `2026-05` or `2026`; undefined for all time. */
  readonly text: string | undefined
  readonly isOver: boolean
}

/** Returns the period of the rows: the one that contains `at`, but none after the current one. */
export function shownPeriod(cycle: Cycle, at: string | undefined, nowMs: number): ShownPeriod {
  if (cycle === 'alltime') return { text: undefined, isOver: false }
  const unit = UNITS[cycle]
  const start = startOf(unit, at, nowMs)
  return { text: periodText(cycle, start), isOver: start < startOfUnit(nowMs, unit) }
}

/** The days on which the periods before and after the one that contains `at` begin; undefined if there is none. */
interface PeriodsBeside {
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Returns the periods beside the one that contains `at`. None is after the current one. */
export function periodsBeside(cycle: Cycle, at: string | undefined, nowMs: number): PeriodsBeside {
  if (cycle === 'alltime') return { before: undefined, after: undefined }
  const unit = UNITS[cycle]
  const start = startOf(unit, at, nowMs)
  const next = startOfUnit(start + MAX_DAYS[unit] * DAY_MS, unit)
  return { before: dayOf(startOfUnit(start - 1, unit)), after: next > nowMs ? undefined : dayOf(next) }
}

/** The most days that a unit has. */
const MAX_DAYS = { day: 1, week: 7, month: 31, year: 366 } as const

function startOf(unit: Unit, at: string | undefined, nowMs: number): number {
  const requestedMs = at === undefined ? nowMs : (parseInstant(at) ?? nowMs)
  return startOfUnit(Math.min(requestedMs, nowMs), unit)
}

const dayOf = (ms: number): string => toIso(ms).slice(0, 10)

function periodText(cycle: keyof typeof UNITS, startMs: number): string {
  switch (cycle) {
    case 'daily':
      return dayOf(startMs)
    case 'weekly':
      return `${dayOf(startMs)} to ${dayOf(startMs + 6 * DAY_MS)}`
    case 'monthly':
      return dayOf(startMs).slice(0, 7)
    case 'yearly':
      return dayOf(startMs).slice(0, 4)
  }
}
