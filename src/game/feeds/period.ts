import { DAY_MS, FIRST_INSTANT } from '../kernel/instant.ts'

/** The period of a feed in ms, both ends inclusive. */
export interface Period {
  readonly startMs: number
  readonly endMs: number
}

/** What a call asks for, in ms. */
export interface PeriodInput {
  readonly start: number | undefined
  readonly end: number | undefined
}

/** The period that `start` and `end` ask for: without `start` the 24 hours before the end, without `end` until now. Spec 5.3. */
export function periodOf({ start, end }: PeriodInput, nowMs: number): Period {
  const endMs = end ?? nowMs
  return { startMs: start ?? Math.max(FIRST_INSTANT, endMs - DAY_MS), endMs }
}
