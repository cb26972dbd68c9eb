import * as z from 'zod'
import { StartRefused } from '../emulator/settings.ts'
import { FIRST_INSTANT, LAST_INSTANT, parseInstant } from '../game/kernel/instant.ts'
import { messageAt, problemsOf } from '../game/kernel/schema-problems.ts'
import { strictObject } from '../game/kernel/schema.ts'
import { MAX_PORT } from '../interface/addresses.ts'
import { gameSchema } from '../project/config.ts'
import type { StartOptions } from './game.ts'

const instant = z.unknown().transform((value, check) => {
  const at = instantIn(value)
  if (at !== undefined) return at
  check.addIssue('expected a time such as 2026-01-31T12:00:00Z, a Date, or ms since 1970')
  return z.NEVER
})

const list = z.array(z.unknown()).default([])

const designParts = strictObject({
  metrics: list,
  actions: list,
  processes: list,
  teams: list,
  rules: list,
  leaderboards: list,
  bootstrap: z.unknown().default({}),
})

/** A value that is not an object may be meant as a directory, so the message mentions both. */
const partsOrNothing = z
  .custom<z.input<typeof designParts>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'expected a directory, or an object of the parts of a design',
  )
  .pipe(designParts)
  .optional()

const others = {
  game: gameSchema.optional(),
  now: instant.optional(),
  frozen: z.boolean().optional(),
  randomSeed: z.string().optional(),
  port: z.union([z.int().min(0).max(MAX_PORT), z.literal(false)]).default(false),
}

// Two schemas, because a union would hide the problems in a part of the design behind its other alternatives.
const withDirectory = strictObject({ design: z.string().min(1), ...others })
const withParts = strictObject({ design: partsOrNothing, ...others })

/** The checked options: times are in ms, and all parts of a design are present. */
export type CheckedOptions = z.output<typeof withDirectory> | z.output<typeof withParts>

/** Checks the options that a test passes. Throws StartRefused with everything that is wrong. */
export function readOptions(options: StartOptions | null): CheckedOptions {
  const schema = typeof options?.design === 'string' ? withDirectory : withParts
  // The schema is used once, so compiling it would not pay off.
  const read = schema.safeParse(options, { reportInput: true, jitless: true })
  if (read.success) return read.data
  throw refused('The options of startGame are not valid', problemsOf(read.error).map(messageAt))
}

/** Creates the error for a game that cannot be started, with one line for each problem. */
export function refused(what: string, problems: readonly string[]): StartRefused {
  return new StartRefused([`${what}:`, ...problems].join('\n  '))
}

function instantIn(value: unknown): number | undefined {
  if (typeof value === 'string') return parseInstant(value)
  const at = value instanceof Date ? value.getTime() : value
  return typeof at === 'number' && at >= FIRST_INSTANT && at <= LAST_INSTANT ? Math.floor(at) : undefined
}

/** Describes a value for which JSON.stringify threw, in one line. For a cycle, its error continues with a drawing. */
export function noJson(error: unknown): string {
  const [reason = ''] = String(error).split('\n')
  return `it contains a value that JSON cannot represent: ${reason}`
}
