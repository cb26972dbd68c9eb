import { calendarUnits } from '../kernel/instant.ts'
import type { ActionDesign } from './design.ts'
import { compileRate, rateSchema, windowName } from './rate.ts'

/** Describes a limit on plays, such as `at most 3 per day`. Returns undefined if the design is not a valid limit. */
export function rateWords(design: unknown): string | undefined {
  const parsed = rateSchema.safeParse(design)
  return parsed.success ? limitWords(parsed.data) : undefined
}

/** The units of constant length, longest first. */
const UNITS = [
  ['week', calendarUnits.week],
  ['day', calendarUnits.day],
  ['hour', calendarUnits.hour],
  ['minute', calendarUnits.minute],
  ['second', 1000],
] as const

/** Describes a limit on plays, such as `at most 3 per day` or `at most 2 in any hour`. */
export function limitWords(design: NonNullable<ActionDesign['rate']>): string {
  const rate = compileRate(design)
  const { count, windowMs, kind } = rate
  switch (kind) {
    case 'FIXED':
      return `at most ${count} per ${windowName(rate)}`
    case 'ROLLING':
      return `at most ${count} in any ${windowWords(windowMs)}`
    case 'LEAKY':
      return `at most ${count} at once, refilled at ${count} per ${windowWords(windowMs)}`
  }
}

/** Names a duration in the largest unit of which it is a multiple, such as `day` or `2 hours`. */
function windowWords(ms: number): string {
  const [name, length] = UNITS.find(([, unitMs]) => ms % unitMs === 0) ?? ['ms', 1]
  const count = ms / length
  if (name === 'ms') return `${count} ms`
  return count === 1 ? name : `${count} ${name}s`
}
