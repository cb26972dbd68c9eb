import { DAY_MS, HOUR_MS, parseInstant, wallTime } from '../../game/kernel/instant.ts'

/** The days of a simulation in the time zone of the game. Days are numbered from 1. */
export interface Calendar {
  readonly days: number
  /** Returns the instant at which a day begins, in ms since 1970. The day after the last one begins at the end. */
  readonly startOf: (day: number) => number
  /** Returns the instant of a time on a day, in ms after its local midnight. The time may be on the next day. */
  readonly instantOf: (day: number, ms: number) => number
  /** Returns the weekday of a day: 0 for Monday to 6 for Sunday. */
  readonly weekdayOf: (day: number) => number
}

/** Returns the calendar of a number of days from the date of the first one, such as `2030-01-07`. */
export function calendarFrom(from: string, days: number, zoneOffset: (atMs: number) => number): Calendar {
  const first = parseInstant(from)
  if (first === undefined) throw new Error(`the first day of a simulation is not a date: ${from}`)
  const instantOf = (day: number, ms: number): number => toInstant(first + (day - 1) * DAY_MS + ms, zoneOffset)
  const starts = Array.from({ length: days + 2 }, (_, day) => instantOf(day, 0))
  return {
    days,
    startOf: (day) => starts[day] ?? instantOf(day, 0),
    instantOf,
    weekdayOf: (day) => (wallTime(first + (day - 1) * DAY_MS).weekday + 5) % 7,
  }
}

/** A zone's offset hardly ever changes twice within this time. */
const SETTLED_MS = 24 * HOUR_MS

/**
 * Returns the instant of a local time. A time that the clocks skip moves later by as much as they skip. If a time comes
 * twice, it is the first one.
 */
function toInstant(localMs: number, zoneOffset: (atMs: number) => number): number {
  const before = localMs - zoneOffset(localMs - SETTLED_MS)
  if (before + zoneOffset(before) === localMs) return before
  const after = localMs - zoneOffset(localMs + SETTLED_MS)
  return after + zoneOffset(after) === localMs ? after : before
}
