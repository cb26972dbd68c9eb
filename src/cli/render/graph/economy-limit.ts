import type * as z from 'zod'
import { compileRate, windowName, type rateSchema } from '../../../game/actions/rate.ts'
import { calendarUnits } from '../../../game/kernel/instant.ts'

/** Units that are always of one length, the longest first. */
const UNITS = [
  ['week', calendarUnits.week],
  ['day', calendarUnits.day],
  ['hour', calendarUnits.hour],
  ['minute', calendarUnits.minute],
  ['second', 1000],
] as const

/** A limit on plays: `at most 3 per day`. */
export function limitWords(design: z.output<typeof rateSchema>): string {
  const rate = compileRate(design)
  const { count, windowMs, kind } = rate
  const window = windowWords(windowMs)
  switch (kind) {
    case 'FIXED':
      return `at most ${count} per ${windowName(rate)}`
    case 'ROLLING':
      return `at most ${count} in any ${window}`
    case 'LEAKY':
      return `at most ${count} at once, refilled at ${count} per ${window}`
  }
}

/** A length of time in the largest unit that it is a multiple of: `day`, `2 hours`. */
function windowWords(ms: number): string {
  const [name, length] = UNITS.find(([, unitMs]) => ms % unitMs === 0) ?? ['ms', 1]
  const count = ms / length
  if (name === 'ms') return `${count} ms`
  return count === 1 ? name : `${count} ${name}s`
}
