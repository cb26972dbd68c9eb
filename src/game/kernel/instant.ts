/** The fixed units of time in ms. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** A day of the proleptic Gregorian calendar. Month and day count from 1. */
interface CivilDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/**
 * Converts days since 1970 to a calendar day, with Howard Hinnant's `civil_from_days`: years begin in March so that the
 * leap day is the last one, and form eras of 400 years, which have 146,097 days. 719,468 is the day number of 1970 in
 * that reckoning. `Date` would take twice as long.
 */
function civilDay(dayNumber: number): CivilDay {
  const shifted = dayNumber + 719468
  const era = Math.floor(shifted / 146097)
  const dayOfEra = shifted - era * 146097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

/** Converts a calendar day to days since 1970, with Howard Hinnant's `days_from_civil`. */
function dayNumberOf({ year, month, day }: CivilDay): number {
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146097 + dayOfEra - 719468
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')

let lastDay = Number.NaN
let lastDayText = ''

/** Formats a day number as `YYYY-mm-dd`. Remembers the last result, because instants come in order. */
function dayText(dayNumber: number): string {
  if (dayNumber !== lastDay) {
    const { year, month, day } = civilDay(dayNumber)
    lastDay = dayNumber
    lastDayText = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
  }
  return lastDayText
}

let lastMs = Number.NaN
let lastText = ''

/**
 * Formats an instant as ISO 8601 in UTC with milliseconds, as all timestamps in answers are. Remembers the last result.
 * Spec 1 "Conventions".
 */
export function toIso(atMs: number): string {
  if (atMs !== lastMs) {
    lastMs = atMs
    lastText = isoText(atMs)
  }
  return lastText
}

function isoText(atMs: number): string {
  const dayNumber = Math.floor(atMs / DAY_MS)
  const ms = atMs - dayNumber * DAY_MS
  const seconds = Math.floor(ms / 1000)
  const clock = [pad(Math.floor(seconds / 3600), 2), pad(Math.floor(seconds / 60) % 60, 2), pad(seconds % 60, 2)]
  // `join` is used because a text concatenated with `+` is slow to convert to JSON.
  return [dayText(dayNumber), 'T', clock.join(':'), '.', pad(ms % 1000, 3), 'Z'].join('')
}

/** The first and last instant of game time: 1970 and the end of year 9999. */
export const FIRST_INSTANT = 0
export const LAST_INSTANT = 253402300799999

const isoPattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** Smaller numbers are seconds (up to the year 5138), others are milliseconds. */
const SECONDS_BELOW = 100_000_000_000

/**
 * Parses UNIX seconds or milliseconds, ISO 8601 (default: UTC) or a date, and returns the instant in ms. Returns
 * undefined for other text and for instants that are out of range. Spec 5.3.
 */
export function parseInstant(text: string): number | undefined {
  const at = /^\d{1,16}(\.\d{1,9})?$/.test(text) ? fromUnix(Number(text)) : fromIso(text)
  return at !== undefined && at >= FIRST_INSTANT && at <= LAST_INSTANT ? at : undefined
}

const fromUnix = (value: number): number => Math.floor(value < SECONDS_BELOW ? value * 1000 : value)

function fromIso(text: string): number | undefined {
  const match = isoPattern.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const dayNumber = dayNumberOf({ year, month, day })
  const real = civilDay(dayNumber)
  if (real.month !== month || real.day !== day || hour > 23 || minute > 59 || second > 59) return undefined
  const ms = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const offset = zoneMs(match[8])
  if (offset === undefined) return undefined
  return dayNumber * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS + second * 1000 + ms - offset
}

function zoneMs(zone = 'Z'): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', ''))
  if (hours > 23 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS)
}

/** The local date and time of an instant. `weekday` runs from 1, Sunday; `week` is the ISO week. Spec 4.3, 4.16. */
export interface WallTime extends CivilDay {
  readonly hour: number
  readonly weekday: number
  readonly dayOfYear: number
  readonly week: number
}

/** Returns the local date and time. `localMs` is the instant plus the offset of the time zone. */
export function wallTime(localMs: number): WallTime {
  const dayNumber = Math.floor(localMs / DAY_MS)
  const civil = civilDay(dayNumber)
  return {
    ...civil,
    hour: Math.floor((localMs - dayNumber * DAY_MS) / HOUR_MS),
    weekday: weekdayOf(dayNumber),
    dayOfYear: dayNumber - dayNumberOf({ year: civil.year, month: 1, day: 1 }) + 1,
    week: isoWeek(dayNumber),
  }
}

const weekdayOf = (dayNumber: number): number => ((((dayNumber + 4) % 7) + 7) % 7) + 1

/** Returns the ISO week, which is the week of its Thursday in the year of that Thursday. */
function isoWeek(dayNumber: number): number {
  const mondayBased = (weekdayOf(dayNumber) + 5) % 7
  const thursday = dayNumber - mondayBased + 3
  const { year } = civilDay(thursday)
  return Math.floor((thursday - dayNumberOf({ year, month: 1, day: 1 })) / 7) + 1
}

/** The calendar units of rates and cycles, with the nominal length that identifies them. Spec 4.16 "Rates". */
export const calendarUnits = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
} as const
export type CalendarUnit = keyof typeof calendarUnits

/**
 * Returns the first instant of the unit that contains `localMs`. Weeks begin on Sunday. Both instants are local time.
 */
export function startOfUnit(localMs: number, unit: CalendarUnit): number {
  if (unit === 'minute' || unit === 'hour' || unit === 'day') {
    const length = calendarUnits[unit]
    return Math.floor(localMs / length) * length
  }
  const dayNumber = Math.floor(localMs / DAY_MS)
  if (unit === 'week') return (dayNumber - weekdayOf(dayNumber) + 1) * DAY_MS
  const { year, month } = civilDay(dayNumber)
  return dayNumberOf({ year, month: unit === 'month' ? month : 1, day: 1 }) * DAY_MS
}
