import * as z from 'zod'
import { commonFields, partFields, type Absent, type Report } from '../design/component.ts'
import { keyOf } from '../kernel/name-map.ts'
import { compare, parseLimit, type Amount, type Limit } from '../kernel/decimal.ts'
import { isProblem, parseFormula, type Formula } from '../kernel/formula-parser.ts'
import { formulaText } from '../kernel/formula-schema.ts'
import { namesIn } from '../kernel/formula.ts'
import type { LazyMessage } from '../kernel/problem-list.ts'
import { amountText, limitText, strictObject } from '../kernel/schema.ts'
import { quoted } from '../kernel/message-text.ts'

/** The types a metric can have. Spec 4.2. */
export const metricTypes = ['point', 'set', 'state', 'compound'] as const
export type MetricType = (typeof metricTypes)[number]

const MAX_PARTS = 1000

/** A limit on how many there may be of something. */
const countLimit = limitText.refine((text) => compare(parseLimit(text) ?? 0, 0) >= 0, 'expected a limit of 0 or more')

const distinctNames = (parts: readonly { name: string }[]) =>
  new Set(parts.map((part) => part.name)).size === parts.length

const pointSchema = strictObject({
  ...commonFields,
  type: z.literal('point'),
  constraints: strictObject({ default: amountText.optional(), min: limitText.optional(), max: limitText.optional() })
    .optional()
    .superRefine((constraints = {}, check) => {
      const { min, max, start } = pointLimits(constraints)
      if (min === Infinity || max === -Infinity) check.addIssue('expected min and max to allow at least one amount')
      else if (compare(min, max) > 0)
        check.addIssue({ code: 'custom', path: ['min'], message: 'expected min to be at most max' })
      else if (compare(start, min) < 0 || compare(start, max) > 0)
        check.addIssue({ code: 'custom', path: ['default'], message: 'expected a default between min and max' })
    }),
})

const setSchema = strictObject({
  ...commonFields,
  type: z.literal('set'),
  constraints: strictObject({
    items: z
      .array(strictObject({ ...partFields, max: countLimit.optional(), hidden: z.boolean().optional() }))
      .max(MAX_PARTS)
      .refine(distinctNames, 'expected each item name once')
      .optional(),
    max_items: countLimit.optional(),
  }).optional(),
})

const stateSchema = strictObject({
  ...commonFields,
  type: z.literal('state'),
  constraints: strictObject({
    states: z
      .array(strictObject(partFields))
      .max(MAX_PARTS)
      .refine(distinctNames, 'expected each state name once')
      .optional(),
  }).optional(),
})

const compoundSchema = strictObject({
  ...commonFields,
  type: z.literal('compound'),
  constraints: strictObject({ formula: formulaText }),
})

/** The design of a metric. Spec 4.2. */
export const metricSchema = z.discriminatedUnion('type', [pointSchema, setSchema, stateSchema, compoundSchema])
export type MetricDesign = z.output<typeof metricSchema>

interface Named {
  readonly id: string
  readonly name: string
}

export interface PointMetric extends Named {
  readonly type: 'point'
  readonly start: Amount
  readonly min: Limit
  readonly max: Limit
}

export interface Item {
  readonly name: string
  readonly description?: string | undefined
  readonly max: Limit
  readonly hidden: boolean
}

export interface SetMetric extends Named {
  readonly type: 'set'
  readonly items: ReadonlyMap<string, Item>
  /** The keys of those items in the name maps of scores. */
  readonly itemKeys: ReadonlySet<string>
  /** Lower-cased name to name: formulas name items without regard to case. */
  readonly itemsInAnyCase: ReadonlyMap<string, string>
  readonly maxItems: Limit
}

export interface StateMetric extends Named {
  readonly type: 'state'
  readonly states: ReadonlyMap<string, { readonly name: string; readonly description?: string | undefined }>
}

export interface CompoundMetric extends Named {
  readonly type: 'compound'
  readonly formula: Formula
  /** Ids of the metrics that the formula reads. */
  readonly reads: ReadonlySet<string>
}

/** A metric ready for play. */
export type Metric = PointMetric | SetMetric | StateMetric | CompoundMetric
export type Metrics = ReadonlyMap<string, Metric>

function pointLimits(constraints: {
  default?: string | undefined
  min?: string | undefined
  max?: string | undefined
}) {
  const limit = (text: string | undefined, otherwise: Limit): Limit => parseLimit(text ?? '') ?? otherwise
  const min = limit(constraints.min, 0)
  const max = limit(constraints.max, Infinity)
  const nearestToNull = compare(min, 0) > 0 ? min : compare(max, 0) < 0 ? max : 0
  return { min, max, start: limit(constraints.default, nearestToNull) }
}

/** Makes a stored design ready for play. */
export function compileMetric(design: MetricDesign): Metric {
  const { id, name } = design
  switch (design.type) {
    case 'point':
      return { id, name, type: 'point', ...pointLimits(design.constraints ?? {}) }
    case 'set':
      return compileSet(id, name, design.constraints ?? {})
    case 'state':
      return {
        id,
        name,
        type: 'state',
        states: new Map((design.constraints?.states ?? []).map((state) => [state.name, state])),
      }
    case 'compound': {
      const formula = parseFormula(design.constraints.formula)
      if (isProblem(formula)) throw new Error(`unparsed formula in the checked metric ${id}`)
      return {
        id,
        name,
        type: 'compound',
        formula,
        reads: new Set(namesIn(formula).scores.map((score) => score.metric)),
      }
    }
  }
}

type SetConstraints = NonNullable<Extract<MetricDesign, { type: 'set' }>['constraints']>

function compileSet(id: string, name: string, { items = [], max_items }: SetConstraints): SetMetric {
  return {
    id,
    name,
    type: 'set',
    maxItems: parseLimit(max_items ?? 'Infinity') ?? Infinity,
    itemKeys: new Set(items.map((item) => keyOf(item.name))),
    itemsInAnyCase: new Map(items.map((item) => [item.name.toLowerCase(), item.name])),
    items: new Map(
      items.map((item) => [
        item.name,
        {
          name: item.name,
          description: item.description,
          max: parseLimit(item.max ?? 'Infinity') ?? Infinity,
          hidden: item.hidden ?? false,
        },
      ]),
    ),
  }
}

/** Compounds that read compounds that read compounds, at most so far: what computes them recurses as deep. */
const MAX_COMPOUND_DEPTH = 16

/**
 * Whether a metric is a compound that reads itself, directly or by way of other compounds; `metrics` are all of its
 * design as their authors wrote them, by id. Spec 4.16 "Amounts".
 */
export function readsItself(id: string, metrics: ReadonlyMap<string, unknown>): boolean {
  const reached = new Set(readsOf(metrics.get(id)))
  // It grows while it is walked, by at most all metrics.
  for (const each of reached) for (const read of readsOf(metrics.get(each))) reached.add(read)
  return reached.has(id)
}

/** Ids of the metrics that a compound reads; none for any other. */
function readsOf(written: unknown): Iterable<string> {
  const parsed = metricSchema.safeParse(written)
  const metric = parsed.success ? compileMetric(parsed.data) : undefined
  return metric?.type === 'compound' ? metric.reads : []
}

/** What is told of a compound on a cycle. */
export function readingItself(id: string): string {
  return `the compound ${quoted(id)} reads itself, directly or through other compounds`
}

/**
 * The compounds so that each comes after those it reads; those on a cycle, or too deep in a chain, are refused and left
 * out. Spec 4.16 "Amounts".
 */
export function orderCompounds(
  metrics: Metrics,
  refuse: (metric: CompoundMetric, message: string) => void,
): CompoundMetric[] {
  const depths = new Map<CompoundMetric, number>()
  const waiting = new Map<string, CompoundMetric>()
  for (const metric of metrics.values()) if (metric.type === 'compound') waiting.set(metric.id, metric)
  for (let before = -1; before !== waiting.size;) {
    before = waiting.size
    for (const compound of waiting.values()) {
      const read = [...compound.reads].map((id) => metrics.get(id))
      if (read.some((metric) => metric && waiting.has(metric.id))) continue
      depths.set(
        compound,
        1 + Math.max(0, ...read.map((metric) => (metric?.type === 'compound' ? (depths.get(metric) ?? 0) : 0))),
      )
      waiting.delete(compound.id)
    }
  }
  for (const compound of waiting.values()) refuse(compound, readingItself(compound.id))
  for (const [compound, depth] of depths)
    if (depth > MAX_COMPOUND_DEPTH)
      refuse(compound, `compound metrics refer to each other more than ${MAX_COMPOUND_DEPTH} levels deep`)
  return [...depths.keys()]
}

/** The variables that a formula may read; undefined where there never are any: only rules are given some. */
export type ReadableVariables = ReadonlySet<string> | undefined

/** Reports the names in a formula that the design does not have. */
export function linkFormula(
  formula: Formula,
  metrics: Metrics,
  variables: ReadableVariables,
  report: (words: LazyMessage, absent?: Absent) => void,
): void {
  const names = namesIn(formula)
  for (const name of names.vars)
    if (!variables) report(() => `the variable ${quoted(name)} is not available here, ${READ_WHERE}`)
    else if (!variables.has(name))
      report((suggest) => `unknown variable ${quoted(name)}${suggest(name, variables)}`, ['variables', name])
  for (const { metric: id, item } of names.scores) {
    const metric = metrics.get(id)
    if (!metric) report(unknownMetric(id, metrics), ['metrics', id])
    else if (item !== undefined && (metric.type !== 'set' || !metric.itemsInAnyCase.has(item.toLowerCase())))
      report(unknownPart(metric, 'item', item))
  }
}

const READ_WHERE = 'only in rules of an action or custom rule that declares it'

/** What a compound's formula refers to. */
export function linkMetric(metric: Metric, metrics: Metrics, report: Report): void {
  if (metric.type === 'compound')
    linkFormula(metric.formula, metrics, undefined, (words, absent) =>
      report(['constraints', 'formula'], words, absent),
    )
}

/** How a design names a metric: by its id alone, or by its id and type. */
type MetricReference = string | { readonly id: string; readonly type?: MetricType | undefined }

/** The id of the metric that a design names. */
export const idOfReference = (reference: MetricReference): string =>
  typeof reference === 'string' ? reference : reference.id

/** The metric that a design names, or a problem. */
export function linkMetricReference(
  reference: MetricReference,
  metrics: Metrics,
  path: readonly (string | number)[],
  report: Report,
): Metric | undefined {
  const isId = typeof reference === 'string'
  const { id, type } = isId ? { id: reference } : reference
  const metric = metrics.get(id)
  if (!metric) report(isId ? path : [...path, 'id'], unknownMetric(id, metrics), ['metrics', id])
  else if (type !== undefined && type !== metric.type) report([...path, 'type'], otherType(metric, type))
  else return metric
  return undefined
}

const unknownMetric =
  (id: string, metrics: Metrics): LazyMessage =>
  (suggest) =>
    `unknown metric ${quoted(id)}${suggest(id, metrics.keys())}`

const otherType = ({ id, type }: Metric, said: string): string => `metric '${id}' is of type ${type}, not ${said}`

/** What is said of an item or a state that a metric does not have. */
export const unknownPart =
  (metric: Metric, part: 'item' | 'state', name: string): LazyMessage =>
  (suggest) =>
    `metric '${metric.id}' has no ${part} ${quoted(name)}${suggest(name, partsOf(metric, part))}`

function partsOf(metric: Metric, part: 'item' | 'state'): Iterable<string> {
  if (part === 'item') return metric.type === 'set' ? metric.items.keys() : []
  return metric.type === 'state' ? metric.states.keys() : []
}

/** The fields of a reward whose form goes by the type of its metric, and the reference to that. */
const GOING_BY_TYPE: readonly (string | number)[] = ['metric', 'verb', 'value']

/**
 * The spot, on the way to a problem in a component as it was written, where a metric is said to be of a type that it is
 * not, with its type and what there is to say of that: the problem may well be none once it is mended.
 */
export function misstatedType(
  written: unknown,
  path: readonly (string | number)[],
  metrics: Metrics,
): { readonly path: readonly (string | number)[]; readonly type: MetricType; readonly message: string } | undefined {
  let part = written
  for (const [depth, step] of path.entries()) {
    if (typeof part !== 'object' || part === null) return undefined
    const { id, type } = GOING_BY_TYPE.includes(step) ? referenceIn(part) : nothing
    const metric = typeof id === 'string' ? metrics.get(id) : undefined
    if (metric && isMetricType(type) && type !== metric.type)
      return {
        path: [...path.slice(0, depth), 'metric', 'type'],
        type: metric.type,
        message: otherType(metric, type),
      }
    part = (part as Readonly<Record<string, unknown>>)[step]
  }
  return undefined
}

const nothing: { readonly id?: unknown; readonly type?: unknown } = {}

function referenceIn(part: object): typeof nothing {
  const metric = 'metric' in part ? part.metric : undefined
  return typeof metric === 'object' && metric !== null ? metric : nothing
}

const isMetricType = (type: unknown): type is MetricType => (metricTypes as readonly unknown[]).includes(type)
