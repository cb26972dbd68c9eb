import * as z from 'zod'
import type { Design } from '../../game/design/design.ts'
import { parseInstant } from '../../game/kernel/instant.ts'
import { isRecord } from '../../game/kernel/json-value.ts'
import { moreProblems, problemList } from '../../game/kernel/problem-list.ts'
import { problemsOf, type PathProblem } from '../../game/kernel/schema-problems.ts'
import { idSchema, listOf, strictObject } from '../../game/kernel/schema.ts'
import { shownAs } from '../../game/kernel/shown-as.ts'
import { linkChoice, linkExpectation, linkGreedy, linkPersona, type Report } from './link-simulation.ts'
import { flowFigures, metricFigures, type Expectation, type Persona, type Simulation } from './simulation.ts'

/** The limits of a simulation. */
export const MAX_DAYS = 3650
export const MAX_PLAYERS = 10_000_000
const MAX_PERSONAS = 100
const MAX_GROUPS = 1000
const MAX_CHOICES = 1000
const MAX_EXPECTATIONS = 1000
const MAX_VALUES = 1000
const MAX_SCOPES = 100
/** Inversion of the Poisson distribution is exact up to this mean. */
const MAX_SESSIONS = 500
const MAX_TRIES = 10_000
const DAY_S = 86_400

/** The first day of a simulation that names none, a Monday. */
const DEFAULT_FROM = '2030-01-07'
const DEFAULT_DAYS = 30
const DEFAULT_PAUSE_S = 20
const DEFAULT_HOURS = [8, 23] as const

/**
 * Returns the schema of a value that has one of several forms: an object with one of these fields, or the plain form. The
 * problems are those of the form that the value has.
 */
function oneOfForms<Forms extends Readonly<Record<string, z.ZodType>>>(
  forms: Forms,
  expected: string,
  plain?: z.ZodType,
) {
  const all = plain ? [plain, ...Object.values(forms)] : Object.values(forms)
  const formed = z.unknown().transform((value, check): z.output<Forms[keyof Forms]> => {
    const form = isRecord(value) ? forms[Object.keys(forms).find((name) => Object.hasOwn(value, name)) ?? ''] : plain
    const parsed = form?.safeParse(value, { reportInput: true })
    if (parsed?.success) return parsed.data as z.output<Forms[keyof Forms]>
    if (parsed) for (const issue of parsed.error.issues) check.issues.push(issue as z.core.$ZodRawIssue)
    else check.addIssue({ code: 'custom', params: { message: expected }, input: value })
    return z.NEVER
  })
  return shownAs(formed, () => z.union(all))
}

const isOrdered = ({
  min = -Infinity,
  max = Infinity,
}: {
  min?: number | undefined
  max?: number | undefined
}): boolean => min <= max

const boundFields = { min: z.number().optional(), max: z.number().optional() }
const UNORDERED = { path: ['min'], message: 'expected min to be at most max' }
const NO_BOUND = 'expected min, max, or both'
const hasBound = ({ min, max }: { min?: number | undefined; max?: number | undefined }): boolean =>
  min !== undefined || max !== undefined

const bounds = strictObject(boundFields).refine(hasBound, NO_BOUND).refine(isOrdered, UNORDERED)

const whole = (min: number, max: number) => z.int().min(min).max(max)

/** Two numbers in order, both included. */
const range = (number: z.ZodType<number>) =>
  z
    .tuple([number, number])
    .refine(([low, high]) => low <= high, { path: [1], message: 'expected the second number to be at least the first' })

const mean = (min: number, max: number) => z.number().min(min).max(max)

const sessions = oneOfForms(
  {
    exactly: strictObject({ exactly: whole(0, MAX_SESSIONS) }).transform(
      ({ exactly: count }) => ({ kind: 'exactly', count }) as const,
    ),
    weekdays: strictObject({
      weekdays: z.array(mean(0, MAX_SESSIONS)).length(7, 'expected seven means, from Monday to Sunday'),
    }).transform(({ weekdays: means }) => ({ kind: 'weekdays', means }) as const),
  },
  'expected a mean such as 0.8, { "exactly": 3 }, or { "weekdays": [1, 1, 1, 1, 1, 2, 2] }',
  mean(0, MAX_SESSIONS).transform((of) => ({ kind: 'mean', mean: of }) as const),
)

const plays = oneOfForms(
  {
    exactly: strictObject({ exactly: whole(1, MAX_TRIES) }).transform(
      ({ exactly: count }) => ({ kind: 'exactly', count }) as const,
    ),
    between: strictObject({ between: range(whole(1, MAX_TRIES)) }).transform(
      ({ between: [low, high] }) => ({ kind: 'between', low, high }) as const,
    ),
  },
  'expected a mean such as 5, { "exactly": 20 }, or { "between": [2, 9] }',
  mean(1, MAX_TRIES).transform((of) => ({ kind: 'mean', mean: of }) as const),
)

const plainValue = z.union([z.string().max(1024), z.int()])

const variableValue = oneOfForms(
  {
    between: strictObject({ between: range(z.int()) }).transform(
      ({ between: [low, high] }) => ({ kind: 'between', low, high }) as const,
    ),
    one_of: strictObject({ one_of: z.array(plainValue).min(1).max(MAX_VALUES) }).transform(
      ({ one_of: values }) => ({ kind: 'one_of', values }) as const,
    ),
  },
  'expected a value, { "between": [0, 9] }, or { "one_of": ["a", "b"] }',
  plainValue.transform((value) => ({ kind: 'fixed', value }) as const),
)

const weight = z.number().min(0).max(1e9).default(1)

const scope = strictObject({ id: z.string().min(1).max(256), entity_id: z.exactOptional(z.string().min(1).max(256)) })

const choice = oneOfForms(
  {
    action: strictObject({
      action: z.string(),
      weight,
      count: whole(1, 1_000_000).default(1),
      scopes: listOf(scope, MAX_SCOPES).default([]),
      variables: z.record(z.string(), variableValue).default({}),
    }).transform((given) => ({ kind: 'action', ...given }) as const),
    process: strictObject({ process: z.string(), weight }).transform(
      (given) => ({ kind: 'process', ...given }) as const,
    ),
    team: strictObject({ team: z.string(), weight }).transform((given) => ({ kind: 'team', ...given }) as const),
    nothing: strictObject({ nothing: z.literal(true), weight }).transform(
      ({ weight: of }) => ({ kind: 'nothing', weight: of }) as const,
    ),
  },
  'expected an object with action, process, team, or nothing',
)

const strategy = oneOfForms(
  { greedy: strictObject({ greedy: z.string() }).transform(({ greedy }) => greedy) },
  'expected "weighted", or { "greedy": "<point metric>" }',
  z.literal('weighted').transform(() => undefined),
)

const hour = whole(0, 24)

const persona = strictObject({
  sessions,
  hours: z.tuple([whole(0, 23), hour]).default([...DEFAULT_HOURS]),
  plays,
  pause: whole(0, DAY_S).default(DEFAULT_PAUSE_S),
  choices: listOf(choice, MAX_CHOICES).refine(
    (all) => all.some(({ weight: of }) => of > 0),
    'expected at least one choice with a weight above 0',
  ),
  strategy: strategy.optional(),
  leaves: strictObject({
    per_day: z.number().min(0).max(1).optional(),
    without_progress: whole(1, MAX_DAYS).optional(),
  }).optional(),
})

const group = strictObject({
  persona: z.string(),
  players: whole(1, MAX_PLAYERS),
  joins: strictObject({ over_days: whole(1, MAX_DAYS) }).optional(),
})

const personaName = { persona: z.string().optional() }
const day = whole(1, MAX_DAYS)

/** The forms of an expectation, by the field that only that form has. */
const expectationForms = {
  reach: strictObject({
    reach: z.string(),
    by_day: day.optional(),
    share: bounds.optional(),
    median_days: bounds.optional(),
    median_plays: bounds.optional(),
    ...personaName,
  })
    .refine(
      ({ share, median_days, median_plays }) =>
        [share, median_days, median_plays].filter((each) => each !== undefined).length === 1,
      'expected exactly one of share, median_days, median_plays',
    )
    .transform((given) => given as Extract<Expectation, { readonly reach: string }>),
  metric: strictObject({
    metric: z.string(),
    of: z.enum(metricFigures),
    day: day.optional(),
    ...boundFields,
    ...personaName,
  })
    .refine(hasBound, NO_BOUND)
    .refine(isOrdered, UNORDERED),
  flow: strictObject({ flow: z.string(), of: z.enum(flowFigures), ...boundFields, ...personaName })
    .refine(hasBound, NO_BOUND)
    .refine(isOrdered, UNORDERED),
  refused: strictObject({ refused: z.string(), share: bounds, ...personaName }),
  active: strictObject({ active: z.literal(true), day, share: bounds, ...personaName }),
}

const expectation = oneOfForms(expectationForms, 'expected an object with reach, metric, flow, refused, or active')

/** The schema of a list of expectations. */
export const expectationsSchema = listOf(expectation, MAX_EXPECTATIONS)

const date = shownAs(
  z
    .string()
    .refine(
      (text) => /^\d{4}-\d\d-\d\d$/.test(text) && parseInstant(text) !== undefined,
      'expected a date such as 2030-01-07',
    ),
  () => z.iso.date(),
)

/** The schema of a simulation file. Spec 7.1. */
export const simulationFileSchema = strictObject({
  /** Some editors use it. */
  $schema: z.string().optional(),
  id: idSchema.optional(),
  name: z.string().min(1).max(256).optional(),
  days: day.default(DEFAULT_DAYS),
  from: date.default(DEFAULT_FROM),
  groups: z
    .array(group)
    .min(1)
    .max(MAX_GROUPS)
    .refine(
      (all) => all.reduce((sum, { players }) => sum + players, 0) <= MAX_PLAYERS,
      `expected at most ${MAX_PLAYERS} players in all groups`,
    ),
  personas: z
    .record(
      idSchema.refine((id) => id !== 'all', "expected another id than 'all', which stands for all personas"),
      persona,
    )
    .refine((all) => Object.keys(all).length <= MAX_PERSONAS, `expected at most ${MAX_PERSONAS} personas`),
  expect: expectationsSchema.default([]),
})

type FilePersona = z.output<typeof persona>
type FileExpectation = z.output<typeof expectation>

/** What is wrong with a simulation. */
export interface SimulationProblems {
  readonly problems: readonly PathProblem[]
}

/**
 * Parses a simulation and resolves its names in a design. Returns all of its problems if it has any. `id` is the id of a
 * simulation that has none. Spec 7.1.
 */
export function parseSimulation(
  value: unknown,
  design: Design,
  id: string,
): { readonly simulation: Simulation } | SimulationProblems {
  const parsed = simulationFileSchema.safeParse(value, { reportInput: true })
  if (!parsed.success) return { problems: problemsOf(parsed.error) }
  const { personas, groups, expect, days, from, name } = parsed.data
  const links = problemList<Pick<PathProblem, 'path'>>()
  const report: Report = (path, message) => {
    links.add({ path }, message)
  }
  const ids = Object.keys(personas)
  groups.forEach((each, i) => linkPersona(each.persona, ids, ['groups', i, 'persona'], report))
  for (const [persona, { choices, strategy: greedy }] of Object.entries(personas)) {
    choices.forEach((each, i) => linkChoice(each, design, ['personas', persona, 'choices', i], report))
    if (greedy !== undefined) linkGreedy(greedy, design, ['personas', persona, 'strategy', 'greedy'], report)
  }
  expect.forEach((each, i) => linkExpectation(each, { design, days, personas: ids }, ['expect', i], report))
  const { reported, more } = links
  if (reported.length > 0)
    return { problems: more === 0 ? reported : [...reported, { path: [], message: moreProblems(more) }] }
  return {
    simulation: {
      id: parsed.data.id ?? id,
      ...(name === undefined ? {} : { name }),
      days,
      from,
      groups: groups.map(({ persona, players, joins }) => ({ persona, players, joinsOverDays: joins?.over_days ?? 1 })),
      personas: Object.fromEntries(Object.entries(personas).map(([key, given]) => [key, personaOf(key, given)])),
      expect: expect.map((each) => expectationOf(each, days)),
    },
  }
}

function personaOf(
  id: string,
  { sessions: often, hours, plays: long, pause, choices, strategy: greedy, leaves }: FilePersona,
): Persona {
  return {
    id,
    sessions: often,
    hours,
    plays: long,
    pauseS: pause,
    choices,
    greedy,
    leavesPerDay: leaves?.per_day ?? 0,
    leavesWithoutProgress: leaves?.without_progress ?? Infinity,
  }
}

/** An expectation of a metric without a day is about the last one. */
function expectationOf(given: FileExpectation, days: number): Expectation {
  return 'metric' in given ? { ...given, day: given.day ?? days } : given
}
