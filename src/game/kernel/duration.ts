import { DAY_MS, HOUR_MS, LAST_INSTANT, MINUTE_MS, calendarUnits } from './instant.ts'

const SECOND_MS = 1000

const unitMs: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', SECOND_MS],
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
  ['w', calendarUnits.week],
])

/** The units of the parts of an ISO 8601 duration, in their order. Months and years have their nominal length. */
const isoPartMs = [
  calendarUnits.year,
  calendarUnits.month,
  calendarUnits.week,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
] as const

const count = String.raw`(\d{1,12}(?:\.\d{1,9})?)`
const isoPattern = new RegExp(
  `^P(?=.)(?:${count}Y)?(?:${count}M)?(?:${count}W)?(?:${count}D)?(?:T(?=.)(?:${count}H)?(?:${count}M)?(?:${count}S)?)?$`,
)
const shortPattern = new RegExp(`^(?:${count}(ms|[smhdw]))+$`)

const MAX_LENGTH = 100

/**
 * Parses a duration such as `90m`, `1d12h` or `PT90M` (ISO 8601) and returns it in whole ms. Returns undefined for
 * other text, and for durations that are longer than the range of game time. Spec 6.6.
 */
export function parseDuration(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const ms = text.startsWith('P') ? isoDuration(text) : shortDuration(text)
  return ms === undefined || ms > LAST_INSTANT ? undefined : Math.round(ms)
}

function isoDuration(text: string): number | undefined {
  const match = isoPattern.exec(text)
  if (!match) return undefined
  return isoPartMs.reduce((sum, partMs, i) => sum + Number(match[i + 1] ?? 0) * partMs, 0)
}

function shortDuration(text: string): number | undefined {
  if (!shortPattern.test(text)) return undefined
  const parts = text.matchAll(new RegExp(`${count}(ms|[smhdw])`, 'g'))
  return [...parts].reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (unitMs.get(unit) ?? 0), 0)
}
