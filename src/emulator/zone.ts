import { MINUTE_MS } from '../game/kernel/instant.ts'

/** The offset of a time zone only changes at multiples of a quarter of an hour. */
const QUARTER_MS = 15 * MINUTE_MS

/**
 * Returns a function that gives the offset of a time zone from UTC at an instant, in ms. It remembers the last result,
 * because instants mostly come in order.
 */
export function zoneOffset(timezone: string): (atMs: number) => number {
  if (timezone === 'UTC') return () => 0
  const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
  let quarter = Number.NaN
  let offset = 0
  return (atMs) => {
    const now = Math.floor(atMs / QUARTER_MS)
    if (now !== quarter) {
      quarter = now
      offset = offsetIn(format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT')
    }
    return offset
  }
}

/** Parses `GMT`, `GMT+02:00`, `GMT-03:30` or `GMT+00:53:28` to ms. */
function offsetIn(name: string): number {
  const match = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name)
  if (!match) return 0
  const [, sign, hours, minutes, seconds = '0'] = match
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ms : ms
}
