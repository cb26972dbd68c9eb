import * as z from 'zod'
import { strictObject } from '../../game/kernel/schema.ts'
import { oneForm } from './one-form.ts'
import type { Between, Plays, Sessions, VariableValue } from './simulation.ts'

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
export const sessionsSchema: z.ZodType<Sessions> = oneForm(
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
export const playsSchema: z.ZodType<Plays> = oneForm(
  'expected a mean such as 5, { "exactly": 20 }, or { "between": [2, 9] }',
  { exactly: exactly(1, MAX_PLAYS), between: between(1, MAX_PLAYS) },
  mean(1, MAX_PLAYS),
)

/** A number that keeps all its digits, or a text. */
const fixedValue = z.union([z.string(), z.int()], { error: 'expected a text or a whole number' })

/** The value of a variable. */
export const variableValueSchema: z.ZodType<VariableValue> = oneForm(
  'expected a value, { "between": [0, 9] } of whole numbers, or { "one_of": [...] }',
  {
    between: between(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    one_of: strictObject({ one_of: z.array(fixedValue).min(1).max(MAX_VALUES) }).transform(
      ({ one_of: values }) => ({ kind: 'one_of', values }) as const,
    ),
  },
  fixedValue.transform((value) => ({ kind: 'fixed', value }) as const),
)
