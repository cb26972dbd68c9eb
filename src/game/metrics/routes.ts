import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import type { GameView } from '../game-operation.ts'
import { metricDefinition, metricDefinitionByName } from './answer-schema.ts'
import type { Metric } from './design.ts'
import { referTo } from './score.ts'

/** Lists the metrics of the design by id. Spec 1 `GET /runtime/definitions/metrics`. */
const listMetrics: GameView<Record<never, never>, readonly Metric[]> = {
  kind: 'view',
  name: 'metrics.list',
  view: (_, __, { design }) => [...design.metrics.values()],
}

const formulaOf = (metric: Metric) => (metric.type === 'compound' ? { formula: metric.formula.text } : {})

/** Presents items and states as lists. Spec 1. */
function present(metric: Metric): z.input<typeof metricDefinition> {
  const items = metric.type === 'set' ? { items: [...metric.items.keys()] } : {}
  const states = metric.type === 'state' ? { states: [...metric.states.keys()].map((name) => ({ name })) } : {}
  return { ...referTo(metric), ...formulaOf(metric), ...items, ...states }
}

type Described = ReadonlyMap<string, { readonly description?: string | undefined }>

const byName = (parts: Described) =>
  Object.fromEntries(
    [...parts].map(([name, { description }]) => [name, description === undefined ? {} : { description }]),
  )

/** Presents items and states by name. Spec 3, 5.6. */
function presentByName(metric: Metric): z.input<typeof metricDefinitionByName> {
  const items = metric.type === 'set' ? { items: byName(metric.items) } : {}
  const states = metric.type === 'state' ? { states: byName(metric.states) } : {}
  return { ...referTo(metric), ...formulaOf(metric), ...items, ...states }
}

const listRoute = {
  method: 'GET',
  path: '',
  resource: 'runtime',
  caller: 'player',
  op: listMetrics,
  input: () => ({}),
  faults: [],
} as const

const answersByName = {
  out: () => z.array(metricDefinitionByName),
  present: (metrics: readonly Metric[]) => metrics.map(presentByName),
} as const

/** The routes that list metrics. */
export const metricRoutes = [
  defineRoute({
    ...listRoute,
    api: 'v2',
    path: '/runtime/definitions/metrics',
    summary: 'List the metrics',
    out: () => z.array(metricDefinition),
    present: (metrics) => metrics.map(present),
    recorded: answersByName,
  }),
  defineRoute({
    ...listRoute,
    api: 'v1',
    path: '/definitions/metrics',
    summary: 'List the metrics',
    ...answersByName,
  }),
] as const
