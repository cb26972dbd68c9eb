import { MINUTE_MS } from '../game/kernel/instant.ts'

/** Offsets change at quarters of an hour at the finest. */
const QUARTER_MS = 15 * MINUTE_MS

/** What a time zone adds to UTC at an instant, in ms; the last answer is remembered, as instants come in order. */
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

/** `GMT`, `GMT+02:00`, `GMT-03:30`, `GMT+00:53:28` in ms. */
function offsetIn(name: string): number {
  const match = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name)
  if (!match) return 0
  const [, sign, hours, minutes, seconds = '0'] = match
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ms : ms
}
