import * as z from 'zod'
import { parseInstant } from '../../game/kernel/instant.ts'
import { idSchema, listOf, nameSchema, playCount, strictObject } from '../../game/kernel/schema.ts'
import { shownAs } from '../../game/kernel/shown-as.ts'
import { oneForm, onlyTrue } from '../terms/one-form.ts'
import { byName } from './by-name.ts'
import { expectationsSchema } from './expectation-schema.ts'
import {
  defaultPersona,
  defaultSimulation,
  MAX_DAYS,
  MAX_PLAYERS,
  type Between,
  type Choice,
  type Group,
  type Persona,
  type Plays,
  type Sessions,
  type VariableValue,
} from './simulation.ts'

/** The limits of sessions in a day, of tries in a session, and of values that one is drawn from. */
const MAX_SESSIONS = 500
const MAX_PLAYS = 1000
const MAX_VALUES = 1000

const WEEK = 7

/** The schema of two whole numbers, the lower one first, that a number is drawn between. */
const between = (lowest: number, highest: number) =>
  strictObject({
    between: z
      .tuple([z.int().min(lowest).max(highest), z.int().min(lowest).max(highest)])
      .refine(([low, high]) => low <= high, 'expected the lower number first'),
  }).transform(({ between: [low, high] }): Between => ({ kind: 'between', low, high }))

const exactly = (lowest: number, highest: number) =>
  strictObject({ exactly: z.int().min(lowest).max(highest) }).transform(
    ({ exactly: count }) => ({ kind: 'exactly', count }) as const,
  )

const mean = (lowest: number, highest: number) =>
  z
    .number()
    .min(lowest)
    .max(highest)
    .transform((of) => ({ kind: 'mean', mean: of }) as const)

const meanSessions = z.number().min(0).max(MAX_SESSIONS)

/** The number of sessions of a day. */
const sessionsSchema: z.ZodType<Sessions> = oneForm(
  'expected a mean such as 0.8, { "exactly": 3 }, or { "weekdays": [...] } with seven means from Monday on',
  {
    exactly: exactly(0, MAX_SESSIONS),
    weekdays: strictObject({
      weekdays: z
        .array(meanSessions)
        .min(WEEK, 'expected seven means, from Monday on')
        .max(WEEK, 'expected seven means, from Monday on'),
    }).transform(({ weekdays: means }) => ({ kind: 'weekdays', means }) as const),
  },
  mean(0, MAX_SESSIONS),
)

/** The number of tries of a session. */
const playsSchema: z.ZodType<Plays> = oneForm(
  'expected a mean such as 5, { "exactly": 20 }, or { "between": [2, 9] }',
  { exactly: exactly(1, MAX_PLAYS), between: between(1, MAX_PLAYS) },
  mean(1, MAX_PLAYS),
)

/** A number that keeps all its digits, or a text. */
const fixedValue = z.union([z.string(), z.int()], { error: 'expected a text or a whole number' })

/** The value of a variable. */
const variableValueSchema: z.ZodType<VariableValue> = oneForm(
  'expected a value, { "between": [0, 9] } of whole numbers, or { "one_of": [...] }',
  {
    between: between(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    one_of: strictObject({ one_of: z.array(fixedValue).min(1).max(MAX_VALUES) }).transform(
      ({ one_of: values }) => ({ kind: 'one_of', values }) as const,
    ),
  },
  fixedValue.transform((value) => ({ kind: 'fixed', value }) as const),
)

/** The limits of scopes and variables of one choice. */
const MAX_SCOPES = 100
const MAX_VARIABLES = 100

const MAX_WEIGHT = 1_000_000_000

/** The name of something in the design, which is looked up there. */
const named = z.string().max(256)

const weightField = {
  weight: z.number().positive('expected a weight above 0').max(MAX_WEIGHT).optional(),
}

const action = strictObject({
  action: named,
  ...weightField,
  count: playCount.optional(),
  scopes: listOf(strictObject({ id: named.min(1), entity_id: named.min(1).exactOptional() }), MAX_SCOPES).optional(),
  variables: byName(nameSchema, variableValueSchema, MAX_VARIABLES).optional(),
}).transform(({ action: id, weight = 1, count = 1, scopes = [], variables = {} }): Choice => ({
  kind: 'action',
  action: id,
  weight,
  count,
  scopes,
  variables,
}))

const process = strictObject({ process: named, ...weightField }).transform(({ process: id, weight = 1 }): Choice => ({
  kind: 'process',
  process: id,
  weight,
}))

const team = strictObject({ team: named, ...weightField }).transform(({ team: id, weight = 1 }): Choice => ({
  kind: 'team',
  team: id,
  weight,
}))

const nothing = strictObject({ nothing: onlyTrue, ...weightField }).transform(({ weight = 1 }): Choice => ({
  kind: 'nothing',
  weight,
}))

/** What a player tries, and how likely compared with their other choices. Spec 7.1 "Choices". */
export const choiceSchema: z.ZodType<Choice> = oneForm(
  `expected a choice: an object with 'action', 'process', 'team' or 'nothing'`,
  { action, process, team, nothing },
)

/** The limit of choices of one persona. */
const MAX_CHOICES = 1000

/** The longest pause between two tries: a day. */
const MAX_PAUSE_S = 86_400

const MAX_DAYS_WITHOUT_PROGRESS = 3650

const hours = z
  .tuple([z.int().min(0).max(23), z.int().min(0).max(24)])
  .refine(([from, to]) => from !== to, 'expected two different hours')

const STRATEGIES = 'expected "weighted", or { "greedy": "<point metric>" }'

/** A schema with its own message, because that of an enum lists only the one text. */
const weighted = shownAs(
  z.custom<'weighted'>((value) => value === 'weighted', STRATEGIES),
  () => z.enum(['weighted']),
)

/** How a persona chooses: by weight, or always what gives most of a metric. */
export const strategySchema = oneForm(
  STRATEGIES,
  { greedy: strictObject({ greedy: named }).transform(({ greedy }) => greedy) },
  weighted.transform(() => undefined),
)

/** A persona as authors write it. Spec 7.1. */
export const writtenPersona = strictObject({
  sessions: sessionsSchema,
  hours: hours.optional(),
  plays: playsSchema,
  pause: z.int().min(0).max(MAX_PAUSE_S).optional(),
  choices: z.array(choiceSchema).min(1).max(MAX_CHOICES),
  strategy: strategySchema.optional(),
  leaves: strictObject({
    per_day: z.number().min(0).max(1).optional(),
    without_progress: z.int().min(1).max(MAX_DAYS_WITHOUT_PROGRESS).optional(),
  }).optional(),
})

/** A persona in its compiled form, without its id. */
export const personaSchema: z.ZodType<Omit<Persona, 'id'>> = writtenPersona.transform(
  ({ sessions, hours: within, plays, pause, choices, strategy, leaves = {} }) => ({
    sessions,
    hours: within ?? defaultPersona.hours,
    plays,
    pauseS: pause ?? defaultPersona.pauseS,
    choices,
    greedy: strategy,
    leavesPerDay: leaves.per_day ?? defaultPersona.leavesPerDay,
    leavesWithoutProgress: leaves.without_progress ?? defaultPersona.leavesWithoutProgress,
  }),
)

/** The limits of the parts of a simulation. */
const MAX_GROUPS = 1000
const MAX_PERSONAS = 100

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
}).transform(({ persona, players, joins = {} }) => ({
  persona,
  players,
  joinsOverDays: joins.over_days ?? defaultSimulation.joinsOverDays,
}))

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
