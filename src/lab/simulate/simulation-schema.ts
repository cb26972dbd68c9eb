import * as z from 'zod'
import { parseInstant } from '../../game/kernel/instant.ts'
import { idSchema, strictObject } from '../../game/kernel/schema.ts'
import { shownAs } from '../../game/kernel/shown-as.ts'
import { byName } from './by-name.ts'
import { expectationSchema } from './expectation-schema.ts'
import { personaSchema } from './persona-schema.ts'
import type { Group } from './simulation.ts'

/** The limits of a simulation. */
export const MAX_DAYS = 3650
const MAX_GROUPS = 1000
const MAX_PERSONAS = 100
const MAX_EXPECTATIONS = 1000

/** The limit of players of all groups. */
export const MAX_PLAYERS = 1_000_000

/** The limit of threads. */
export const MAX_JOBS = 256

/** The ids of players consist of that of the persona, a dash and a number, and must be valid ids too. */
const MAX_PERSONA_ID = 64 - `-${MAX_PLAYERS}`.length

const personaId = idSchema.max(MAX_PERSONA_ID)

/** The number of days of a simulation. */
export const daysSchema = z.int().min(1).max(MAX_DAYS)

const datePattern = /^\d{4}-\d\d-\d\d$/

const date = shownAs(
  z
    .string()
    .refine(
      (text) => datePattern.test(text) && parseInstant(text) !== undefined,
      'expected a date such as "2030-01-07", from 1970-01-02 to the end of 9999',
    ),
  () => z.string().regex(datePattern),
)

/** Players of a persona. */
export const groupSchema: z.ZodType<Group> = strictObject({
  persona: z.string().max(64),
  players: z.int().min(1).max(MAX_PLAYERS),
  joins: strictObject({ over_days: daysSchema.optional() }).optional(),
}).transform(({ persona, players, joins = {} }) => ({ persona, players, joinsOverDays: joins.over_days ?? 1 }))

/** A list of expectations. */
export const expectationsSchema = z.array(expectationSchema).max(MAX_EXPECTATIONS)

/** A file with a simulation. Spec 7.1. */
export const simulationFileSchema = strictObject({
  /** Some editors use it. */
  $schema: z.string().optional(),
  id: idSchema.optional(),
  name: z.string().min(1).max(256).optional(),
  days: daysSchema.optional(),
  from: date.optional(),
  groups: z.array(groupSchema).min(1).max(MAX_GROUPS),
  personas: byName(personaId, personaSchema, MAX_PERSONAS),
  expect: expectationsSchema.optional(),
})

/** A simulation whose names are not looked up yet. */
export type WrittenSimulation = z.output<typeof simulationFileSchema>

/**
 * A simulation in the form of its file. The compiler cannot see what the fields are; the types of the package come from the
 * JSON Schema.
 */
export type SimulationParts = { readonly [Field in keyof z.input<typeof simulationFileSchema>]: unknown }
