import * as z from 'zod'
import { StartRefused } from '../emulator/settings.ts'
import { MAX_PORT } from '../interface/address.ts'
import { FIRST_INSTANT, LAST_INSTANT, parseInstant } from '../game/kernel/instant.ts'
import { strictObject } from '../game/kernel/schema.ts'
import { messageAt, problemsOf } from '../game/kernel/schema-problems.ts'
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

/** What is no object at all may have been meant for a directory. */
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

// Two schemas, as what is wrong with one part of a design would be lost behind what else it could have been.
const withDirectory = strictObject({ design: z.string().min(1), ...others })
const withParts = strictObject({ design: partsOrNothing, ...others })

/** How a game is started, looked at: times in ms, all parts of a design there. */
export type CheckedOptions = z.output<typeof withDirectory> | z.output<typeof withParts>

/** Reads what a test program says; throws StartRefused with all that is wrong. */
export function readOptions(options: StartOptions | null): CheckedOptions {
  const schema = typeof options?.design === 'string' ? withDirectory : withParts
  // Asked once: no schema needs to make code of itself for that.
  const read = schema.safeParse(options, { reportInput: true, jitless: true })
  if (read.success) return read.data
  throw refused('The options of startGame are not valid', problemsOf(read.error).map(messageAt))
}

/** A game that cannot be started, with what stands in the way line by line. */
export function refused(what: string, problems: readonly string[]): StartRefused {
  return new StartRefused([`${what}:`, ...problems].join('\n  '))
}

function instantIn(value: unknown): number | undefined {
  if (typeof value === 'string') return parseInstant(value)
  const at = value instanceof Date ? value.getTime() : value
  return typeof at === 'number' && at >= FIRST_INSTANT && at <= LAST_INSTANT ? Math.floor(at) : undefined
}
