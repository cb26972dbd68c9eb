import * as z from 'zod'
import { StartRefused } from '../emulator/settings.ts'
import { FIRST_INSTANT, LAST_INSTANT, parseInstant } from '../game/kernel/instant.ts'
import { messageAt, problemsOf } from '../game/kernel/schema-problems.ts'
import { strictObject } from '../game/kernel/schema.ts'
import { MAX_PORT } from '../interface/addresses.ts'
import { gameSchema } from '../project/config.ts'
import type { StartOptions } from './game.ts'

/** A time of a test, in ms. */
export const instant = z.unknown().transform((value, check) => {
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

const startFields = {
  game: gameSchema.optional(),
  now: instant.optional(),
  frozen: z.boolean().optional(),
  randomSeed: z.string().optional(),
  port: z.union([z.int().min(0).max(MAX_PORT), z.literal(false)]).default(false),
}

/** The options of a function beside the design. */
type Fields = Readonly<Record<string, z.ZodType>>

/** Checked options. All parts of a design are present. */
type Checked<F extends Fields> = z.output<z.ZodObject<F>> & {
  readonly design?: string | z.output<typeof designParts> | undefined
}

/** The checked options of `startGame`. Times are in ms. */
export type CheckedOptions = Checked<typeof startFields>

/** Checks the options of `startGame`. Throws StartRefused with everything that is wrong. */
export function readStartOptions(options: StartOptions | null): CheckedOptions {
  return readOptions('startGame', startFields, options)
}

/** Checks the options that a test passes to a function. Throws StartRefused with everything that is wrong. */
export function readOptions<F extends Fields>(
  name: string,
  fields: F,
  options: { readonly design?: unknown } | null,
): Checked<F> {
  // A union would hide the problems in a part of the design behind its other alternative.
  const design = typeof options?.design === 'string' ? z.string().min(1) : partsOrNothing
  // The schema is used once, so compiling it would not pay off.
  const read = strictObject({ design, ...fields }).safeParse(options, { reportInput: true, jitless: true })
  if (read.success) return read.data as Checked<F>
  throw refused(`The options of ${name} are not valid`, problemsOf(read.error).map(messageAt))
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
