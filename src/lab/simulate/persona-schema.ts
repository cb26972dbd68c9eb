import * as z from 'zod'
import { strictObject } from '../../game/kernel/schema.ts'
import { shownAs } from '../../game/kernel/shown-as.ts'
import { choiceSchema } from './choice-schema.ts'
import { playsSchema, sessionsSchema } from './drawn-amounts.ts'
import { oneForm } from './one-form.ts'
import type { Persona } from './simulation.ts'

/** The limit of choices of one persona. */
const MAX_CHOICES = 1000

/** The longest pause between two tries: a day. */
const MAX_PAUSE_S = 86_400

const MAX_DAYS_WITHOUT_PROGRESS = 3650

const DEFAULT_HOURS = [8, 23] as const
const DEFAULT_PAUSE_S = 20

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
  { greedy: strictObject({ greedy: z.string().max(256) }).transform(({ greedy }) => greedy) },
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
  ({ sessions, hours: within = DEFAULT_HOURS, plays, pause = DEFAULT_PAUSE_S, choices, strategy, leaves = {} }) => ({
    sessions,
    hours: within,
    plays,
    pauseS: pause,
    choices,
    greedy: strategy,
    leavesPerDay: leaves.per_day ?? 0,
    leavesWithoutProgress: leaves.without_progress ?? Infinity,
  }),
)
