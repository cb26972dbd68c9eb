import { DAY_MS, parseInstant, startOfUnit, toIso } from '../../../game/kernel/instant.ts'

/** The calendar units that cycles go by; that of all time has none. */
const UNITS = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' } as const

type Cycle = keyof typeof UNITS | 'alltime'

/** The period of a cycle that is shown, and whether it is over: that at `at`, and none that is still to come. */
export interface ShownPeriod {
  /** `2026-05-01`, `2026-04-26 to 2026-05-02`, `2026-05` or `2026`; absent of all time. */
  readonly text: string | undefined
  readonly isOver: boolean
}

/** The period that rows are of. */
export function shownPeriod(cycle: Cycle, at: string | undefined, nowMs: number): ShownPeriod {
  if (cycle === 'alltime') return { text: undefined, isOver: false }
  const unit = UNITS[cycle]
  const asked = at === undefined ? nowMs : (parseInstant(at) ?? nowMs)
  const start = startOfUnit(Math.min(asked, nowMs), unit)
  return { text: periodText(cycle, start), isOver: start < startOfUnit(nowMs, unit) }
}

function periodText(cycle: keyof typeof UNITS, startMs: number): string {
  const day = (ms: number): string => toIso(ms).slice(0, 10)
  switch (cycle) {
    case 'daily':
      return day(startMs)
    case 'weekly':
      return `${day(startMs)} to ${day(startMs + 6 * DAY_MS)}`
    case 'monthly':
      return day(startMs).slice(0, 7)
    case 'yearly':
      return day(startMs).slice(0, 4)
  }
}
