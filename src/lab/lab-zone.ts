import { zoneOffset } from '../emulator/zone.ts'
import { MINUTE_MS } from '../game/kernel/instant.ts'

/** The offset of a time zone only changes at multiples of a quarter of an hour. */
const QUARTER_MS = 15 * MINUTE_MS

/**
 * Returns a function that gives the offset of a time zone from UTC in ms, at a time. It remembers all results, because each
 * game of the lab goes through the same days again.
 */
export function labZone(timezone: string): (atMs: number) => number {
  if (timezone === 'UTC') return () => 0
  const find = zoneOffset(timezone)
  const known = new Map<number, number>()
  return (atMs) => {
    const quarter = Math.floor(atMs / QUARTER_MS)
    const found = known.get(quarter)
    if (found !== undefined) return found
    const offset = find(atMs)
    known.set(quarter, offset)
    return offset
  }
}
