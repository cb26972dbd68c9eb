import * as z from 'zod'
import { commonFields, partFields, type Absent, type Report } from '../design/component.ts'
import { compare, parseLimit, type Amount, type Limit } from '../kernel/decimal.ts'
import { isProblem, parseFormula, type Formula } from '../kernel/formula-parser.ts'
import { formulaText } from '../kernel/formula-schema.ts'
import { namesIn } from '../kernel/formula.ts'
import { quoted } from '../kernel/message-text.ts'
import { keyOf } from '../kernel/name-map.ts'
import type { LazyMessage } from '../kernel/problem-list.ts'
import { amountText, limitText, strictObject } from '../kernel/schema.ts'

/** The types a metric can have. Spec 4.2. */
export const metricTypes = ['point', 'set', 'state', 'compound'] as const
/** The type of a metric. */
export type MetricType = (typeof metricTypes)[number]

const MAX_PARTS = 1000

/** A limit on a count. */
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
/** A metric as its author writes it. */
export type MetricDesign = z.output<typeof metricSchema>

interface Named {
  readonly id: string
  readonly name: string
}

/** A metric that counts points. */
export interface PointMetric extends Named {
  readonly type: 'point'
  readonly start: Amount
  readonly min: Limit
  readonly max: Limit
}

/** An item of a set metric. */
export interface Item {
  readonly name: string
  readonly description?: string | undefined
  readonly max: Limit
  readonly hidden: boolean
}

/** A metric that counts items. */
export interface SetMetric extends Named {
  readonly type: 'set'
  readonly items: ReadonlyMap<string, Item>
  /** The keys of the items in the name maps of scores. */
  readonly itemKeys: ReadonlySet<string>
  /** From the lower-case name to the name, because formulas name items case-insensitively. */
  readonly itemsByLowerCaseName: ReadonlyMap<string, string>
  readonly maxItems: Limit
}

/** A metric with one state at a time. */
export interface StateMetric extends Named {
  readonly type: 'state'
  readonly states: ReadonlyMap<string, { readonly name: string; readonly description?: string | undefined }>
}

/** A metric that a formula computes. */
export interface CompoundMetric extends Named {
  readonly type: 'compound'
  readonly formula: Formula
  /** The ids of the metrics that the formula reads. */
  readonly reads: ReadonlySet<string>
}

/** A compiled metric. */
export type Metric = PointMetric | SetMetric | StateMetric | CompoundMetric
/** Compiled metrics by id. */
export type Metrics = ReadonlyMap<string, Metric>

function pointLimits(constraints: {
  default?: string | undefined
  min?: string | undefined
  max?: string | undefined
}) {
  const limit = (text: string | undefined, preset: Limit): Limit => parseLimit(text ?? '') ?? preset
  const min = limit(constraints.min, 0)
  const max = limit(constraints.max, Infinity)
  const nearestToZero = compare(min, 0) > 0 ? min : compare(max, 0) < 0 ? max : 0
  return { min, max, start: limit(constraints.default, nearestToZero) }
}

/** Compiles the design of a metric. */
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
    itemsByLowerCaseName: new Map(items.map((item) => [item.name.toLowerCase(), item.name])),
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

/** How many levels deep compounds can read each other. Computing a compound recurses as deeply. */
const MAX_COMPOUND_DEPTH = 16

/**
 * Whether a metric is a compound that reads itself, directly or through other compounds. `metrics` contains all metrics
 * of the design by id, as their authors wrote them. Spec 4.16 "Amounts".
 */
export function readsItself(id: string, metrics: ReadonlyMap<string, unknown>): boolean {
  const reached = new Set(readsOf(metrics.get(id)))
  // The set grows while it is iterated, to the number of metrics at most.
  for (const each of reached) for (const read of readsOf(metrics.get(each))) reached.add(read)
  return reached.has(id)
}

/** Returns the ids of the metrics that a compound reads, or nothing for other metrics. */
function readsOf(design: unknown): Iterable<string> {
  const parsed = metricSchema.safeParse(design)
  const metric = parsed.success ? compileMetric(parsed.data) : undefined
  return metric?.type === 'compound' ? metric.reads : []
}

/** Returns the message for a compound on a cycle. */
export function readingItself(id: string): string {
  return `the compound ${quoted(id)} reads itself, directly or through other compounds`
}

/**
 * Sorts the compounds so that each comes after those that it reads. Refuses and leaves out compounds on a cycle and
 * compounds that are too deep in a chain. Spec 4.16 "Amounts".
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

/**
 * The variables that a formula can read. Undefined where formulas never have variables, which is everywhere but in
 * rules.
 */
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
    if (!variables) report(() => `the variable ${quoted(name)} is not available here, ${WHERE_AVAILABLE}`)
    else if (!variables.has(name))
      report((suggest) => `unknown variable ${quoted(name)}${suggest(name, variables)}`, ['variables', name])
  for (const { metric: id, item } of names.scores) {
    const metric = metrics.get(id)
    if (!metric) report(unknownMetric(id, metrics), ['metrics', id])
    else if (item !== undefined && (metric.type !== 'set' || !metric.itemsByLowerCaseName.has(item.toLowerCase())))
      report(unknownPart(metric, 'item', item))
  }
}

const WHERE_AVAILABLE = 'only in rules of an action or custom rule that declares it'

/** Reports the names in the formula of a compound that the design does not have. */
export function linkMetric(metric: Metric, metrics: Metrics, report: Report): void {
  if (metric.type === 'compound')
    linkFormula(metric.formula, metrics, undefined, (words, absent) =>
      report(['constraints', 'formula'], words, absent),
    )
}

/** A reference to a metric in a design: the id, or the id and the type. */
type MetricReference = string | { readonly id: string; readonly type?: MetricType | undefined }

/** Returns the id of the metric that a reference names. */
export const idOfReference = (reference: MetricReference): string =>
  typeof reference === 'string' ? reference : reference.id

/** Returns the metric that a reference names, or reports a problem. */
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

const otherType = ({ id, type }: Metric, stated: string): string => `metric '${id}' is of type ${type}, not ${stated}`

/** Returns the message for an item or state that a metric does not have. */
export const unknownPart =
  (metric: Metric, part: 'item' | 'state', name: string): LazyMessage =>
  (suggest) =>
    `metric '${metric.id}' has no ${part} ${quoted(name)}${suggest(name, partsOf(metric, part))}`

function partsOf(metric: Metric, part: 'item' | 'state'): Iterable<string> {
  if (part === 'item') return metric.type === 'set' ? metric.items.keys() : []
  return metric.type === 'state' ? metric.states.keys() : []
}

/** The fields of a reward whose form depends on the type of its metric, and the reference to the metric. */
const TYPE_DEPENDENT_FIELDS: readonly (string | number)[] = ['metric', 'verb', 'value']

/**
 * Finds a reference to a metric with the wrong type on the path to a problem in a component. Returns the path of the
 * type, the actual type and a message. The problem may disappear once the type is corrected.
 */
export function misstatedType(
  component: unknown,
  path: readonly (string | number)[],
  metrics: Metrics,
): { readonly path: readonly (string | number)[]; readonly type: MetricType; readonly message: string } | undefined {
  let part = component
  for (const [depth, step] of path.entries()) {
    if (typeof part !== 'object' || part === null) return undefined
    const { id, type } = TYPE_DEPENDENT_FIELDS.includes(step) ? referenceIn(part) : nothing
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
