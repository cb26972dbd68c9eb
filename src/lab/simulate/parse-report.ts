import * as z from 'zod'
import { parseAmount } from '../../game/kernel/decimal.ts'
import { isRecord } from '../../game/kernel/json-value.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { problemsOf, type PathProblem } from '../../game/kernel/schema-problems.ts'
import type { SimulationReport } from './report.ts'
import { flowFigures, metricFigures } from './simulation.ts'

interface Problems {
  readonly problems: readonly PathProblem[]
}

/**
 * Finds the report of a simulation in the content of a JSON file, which has one report or a list of them. Returns all
 * of its problems if it is no such report. Spec 7.1 `--compare`.
 */
export function parseReport(value: unknown, simulation: string): SimulationReport | Problems {
  if (!Array.isArray(value)) return parseOne(value, simulation)
  const place = value.findIndex((each) => isRecord(each) && each['simulation'] === simulation)
  if (place < 0) return problem(`the list has no report of the simulation ${quoted(simulation)}`)
  const parsed = parseOne(value[place], simulation)
  if (!('problems' in parsed)) return parsed
  return { problems: parsed.problems.map(({ path, message }) => ({ path: [place, ...path], message })) }
}

const REPORT = 'a report that gamify simulate wrote with --out or --json'

function parseOne(value: unknown, simulation: string): SimulationReport | Problems {
  if (!isRecord(value) || typeof value['simulation'] !== 'string') return problem(`expected ${REPORT}`)
  for (const flag of ['runs', 'vary'])
    if (flag in value) return problem(`a report of --${flag} cannot be compared; expected the report of one run`)
  if (value['simulation'] !== simulation)
    return problem(`the report belongs to the simulation ${quoted(value['simulation'])}, not to ${quoted(simulation)}`)
  const parsed = reportSchema.safeParse(value, { reportInput: true })
  // The schema leaves out the name `__proto__`, which an item can have, so the value itself is the result.
  return parsed.success ? (value as unknown as SimulationReport) : { problems: problemsOf(parsed.error) }
}

const problem = (message: string): Problems => ({ problems: [{ path: [], message }] })

const amount = z.string().refine((text) => parseAmount(text) !== undefined, 'expected an amount such as "10" or "0.5"')
const amountOrNone = amount.nullable()
const numberOrNone = z.number().nullable()
const byName = <T extends z.ZodType>(value: T) => z.record(z.string(), value)
const counted = byName(z.number())
const day = z.int().min(1)

const dayRow = z.object({
  day,
  joined: z.number(),
  active: z.number(),
  left: z.number(),
  plays: z.number(),
  refused: counted,
  reached: counted,
})

const pointsRow = z.object({
  day,
  total: amount,
  mean: numberOrNone,
  p5: amountOrNone,
  p25: amountOrNone,
  median: amountOrNone,
  p75: amountOrNone,
  p95: amountOrNone,
  gini: numberOrNone,
})
const stateRow = z.object({ day, share: counted })
const setRow = z.object({ day, holders: counted, items: byName(amount) })
const metricRow = z.union([pointsRow, stateRow, setRow], 'expected a row of a metric: with total, share or holders')

const flowRow = z.object({
  metric: z.string(),
  source: z.string(),
  given: amount,
  taken: amount,
  times: z.number(),
})

const quartiles = z.object({ p25: numberOrNone, median: numberOrNone, p75: numberOrNone })
const reached = z.object({ players: z.number(), share: z.number(), days: quartiles, plays: quartiles })

const group = z.object({
  players: z.number(),
  days: z.array(dayRow),
  metrics: byName(z.array(metricRow)),
  flows: z.array(flowRow),
  reached: byName(reached),
})

const bounds = z.object({ min: z.number().optional(), max: z.number().optional() })

const judged = z.object({
  persona: z.string().optional(),
  reach: z.string().optional(),
  by_day: z.number().optional(),
  metric: z.string().optional(),
  flow: z.string().optional(),
  of: z.enum([...metricFigures, ...flowFigures]).optional(),
  refused: z.string().optional(),
  active: z.literal(true).optional(),
  day: z.number().optional(),
  share: bounds.optional(),
  median_days: bounds.optional(),
  median_plays: bounds.optional(),
  seen: numberOrNone,
  holds: z.boolean(),
})

const period = z.object({
  cycle: z.string(),
  start: z.string().nullable(),
  scores: z.object({ '1': amountOrNone, '10': amountOrNone, '100': amountOrNone }),
  first_ten: z.object({ personas: counted, joined_days_ago: numberOrNone }),
})

const reportSchema = z.object({
  simulation: z.string(),
  design: z.string(),
  random_seed: z.string(),
  days: z.number(),
  players: z.number(),
  plays: z.number(),
  refused: counted,
  partial: z.literal(true).optional(),
  expect: z.array(judged),
  all: group,
  personas: byName(group),
  boards: byName(z.array(period)),
})
