import * as z from 'zod'
import { within, type Report } from '../design/component.ts'
import { parseAmount, type Amount } from '../kernel/decimal.ts'
import { isProblem, parseFormula, type Formula } from '../kernel/formula-parser.ts'
import { formulaText } from '../kernel/formula-schema.ts'
import type { WallTime } from '../kernel/instant.ts'
import { isRecord } from '../kernel/json-value.ts'
import { quoted } from '../kernel/message-text.ts'
import { strictObject } from '../kernel/schema.ts'
import { numberOrText, withShorthand } from '../kernel/shorthand.ts'
import { shownAs } from '../kernel/shown-as.ts'
import {
  linkFormula,
  linkMetricReference,
  metricTypes,
  unknownPart,
  type Metric,
  type Metrics,
  type ReadableVariables,
} from '../metrics/design.ts'
import { linkRole, linkTeamReference, type TeamRoles } from '../teams/reference.ts'

/** The maximum number of parts of an `and` or `or` requirement. */
const MAX_PARTS = 64

const operators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const
/** A comparison operator. */
export type Operator = (typeof operators)[number]
const operatorSchema = z.enum([...operators, 'neq'])

/** A value that a score, a count or a clock is compared with: a decimal string or a whole number. */
const comparand = withShorthand(
  z.union([z.string(), z.int()], { error: 'expected a decimal string or a whole number' }),
  numberOrText,
)
const amountComparand = comparand.refine((value) => parseAmount(String(value)) !== undefined, 'expected a number')

/** The values that a requirement on the time reads of the local time. */
export const clocks = {
  hour_of_day: (wall: WallTime) => wall.hour,
  day_of_week: (wall: WallTime) => wall.weekday,
  day_of_month: (wall: WallTime) => wall.day,
  day_of_year: (wall: WallTime) => wall.dayOfYear,
  week_of_year: (wall: WallTime) => wall.week,
  month_of_year: (wall: WallTime) => wall.month,
} as const
type Clock = keyof typeof clocks

/** Returns the id of the team definition, which can be in either of two fields. Spec 4.3. */
const teamOf = (context: { definition_id?: string | undefined; definition?: string | undefined }): string | undefined =>
  context.definition ?? context.definition_id

const negation = { not: z.boolean().optional() }
const timeContext = strictObject({
  func: z.enum(Object.keys(clocks) as [Clock, ...Clock[]]),
  operator: operatorSchema,
  value: amountComparand,
})

const leaves = [
  strictObject({
    ...negation,
    type: z.literal('metric'),
    context: strictObject({
      id: z.string(),
      type: z.enum(metricTypes).optional(),
      item: z.string().optional(),
      operator: operatorSchema,
      value: comparand,
    }),
  }),
  strictObject({
    ...negation,
    type: z.literal('action'),
    context: strictObject({ id: z.string(), operator: operatorSchema, value: amountComparand }),
  }),
  strictObject({
    ...negation,
    type: z.literal('team'),
    context: strictObject({
      definition_id: z.string().optional(),
      definition: z.string().optional(),
      role: z.string().optional(),
    }).refine((context) => teamOf(context) !== undefined, {
      path: ['definition_id'],
      message: 'missing; expected string',
    }),
  }),
  strictObject({ ...negation, type: z.literal('time'), context: timeContext }),
  strictObject({ ...negation, type: z.literal('timed'), context: timeContext }),
  strictObject({
    ...negation,
    type: z.literal('var'),
    context: strictObject({ lhs: formulaText, operator: operatorSchema, rhs: formulaText }),
  }),
] as const

type LeafDesign = z.output<(typeof leaves)[number]>
type BranchDesign = {
  readonly type: 'and' | 'or'
  readonly not?: boolean | undefined
  readonly expression: readonly RequirementDesign[]
}
type NoDesign = { readonly [key: string]: never }
export type RequirementDesign = LeafDesign | BranchDesign | NoDesign

const branch = (type: 'and' | 'or') =>
  strictObject({
    ...negation,
    type: z.literal(type),
    get expression(): z.ZodType<readonly RequirementDesign[]> {
      return z.array(requirementSchema).max(MAX_PARTS)
    },
  })

/** A requirement other than `{}`. */
export const conditionSchema: z.ZodType<RequirementDesign> = z.discriminatedUnion('type', [
  ...leaves,
  branch('and'),
  branch('or'),
]) as unknown as z.ZodType<RequirementDesign>

const isNothing = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0

/** The schema of `requires` in a design. `{}` is always met. Spec 4.3. */
export const requirementSchema: z.ZodType<RequirementDesign> = shownAs(
  z.unknown().transform((value, check): RequirementDesign => {
    if (isNothing(value)) return {}
    const parsed = conditionSchema.safeParse(value, { reportInput: true })
    if (parsed.success) return parsed.data
    for (const issue of [...parsed.error.issues, ...unknownFieldsIn(value, parsed.error)])
      check.issues.push({ ...issue } as never)
    return z.NEVER
  }) as unknown as z.ZodType<RequirementDesign>,
  () => z.union([z.strictObject({}), conditionSchema]),
)

const anything = z.unknown().optional()
const fields = strictObject({ type: anything, not: anything, context: anything, expression: anything })

/**
 * Returns the issues about unknown fields. The allowed fields depend on the type; without a valid type, only fields
 * that no requirement has are unknown.
 */
function unknownFieldsIn(value: unknown, { issues }: z.ZodError): readonly z.core.$ZodIssue[] {
  const isTyped = !issues.some(({ code, path }) => code === 'invalid_union' && path.length === 1)
  if (isTyped || typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return fields.safeParse(value).error?.issues ?? []
}

/** A compiled requirement. */
export type Requirement =
  | { readonly kind: 'always' }
  | { readonly kind: 'and'; readonly not: boolean; readonly parts: readonly Requirement[] }
  | { readonly kind: 'or'; readonly not: boolean; readonly parts: readonly Requirement[] }
  | {
      readonly kind: 'metric'
      readonly not: boolean
      readonly metric: Metric
      readonly item?: string
      readonly operator: Operator
      readonly value: string
    }
  | {
      readonly kind: 'action'
      readonly not: boolean
      readonly id: string
      readonly operator: Operator
      readonly value: Amount
    }
  | { readonly kind: 'team'; readonly not: boolean; readonly definition: string; readonly role?: string }
  | {
      readonly kind: 'time'
      readonly not: boolean
      readonly clock: Clock
      readonly operator: Operator
      readonly value: Amount
    }
  | {
      readonly kind: 'var'
      readonly not: boolean
      readonly lhs: Formula
      readonly operator: Operator
      readonly rhs: Formula
    }

/** What a requirement can refer to. */
export interface RequirementCatalogue {
  readonly metrics: Metrics
  readonly actionIds: ReadonlySet<string>
  readonly teams: TeamRoles
  readonly variables: ReadableVariables
}

const always: Requirement = { kind: 'always' }

const operatorOf = (name: z.output<typeof operatorSchema>): Operator => (name === 'neq' ? 'ne' : name)

/** Returns the amount of a comparand that the schema accepted. */
export const amountOf = (value: string | number): Amount => parseAmount(String(value)) ?? 0

/** Compiles a requirement. Reports references to things that do not exist. */
export function compileRequirement(
  design: RequirementDesign | undefined,
  catalogue: RequirementCatalogue,
  report: Report,
): Requirement {
  if (design === undefined || !isCondition(design)) return always
  const not = design.not ?? false
  if (isBranch(design)) {
    const parts = design.expression.map((part, i) =>
      compileRequirement(part, catalogue, within(report, 'expression', i)),
    )
    return { kind: design.type, not, parts }
  }
  return compileLeaf(design, not, catalogue, within(report, 'context'))
}

const isCondition = (design: RequirementDesign): design is LeafDesign | BranchDesign => 'type' in design
const isBranch = (design: LeafDesign | BranchDesign): design is BranchDesign => 'expression' in design

function compileLeaf(design: LeafDesign, not: boolean, catalogue: RequirementCatalogue, report: Report): Requirement {
  switch (design.type) {
    case 'metric':
      return compileMetricLeaf(design, not, catalogue.metrics, report)
    case 'action': {
      const { id, operator, value } = design.context
      if (!catalogue.actionIds.has(id))
        report(['id'], (suggest) => `unknown action ${quoted(id)}${suggest(id, catalogue.actionIds)}`, ['actions', id])
      return { kind: 'action', not, id, operator: operatorOf(operator), value: amountOf(value) }
    }
    case 'team': {
      const { definition, role } = design.context
      const id = teamOf(design.context)
      if (id === undefined) throw new Error('no team in a checked requirement')
      const path = [definition === undefined ? 'definition_id' : 'definition']
      const roles = linkTeamReference(id, catalogue.teams, path, report)
      if (roles && role !== undefined) linkRole(role, { id, roles }, ['role'], report)
      return { kind: 'team', not, definition: id, ...(role === undefined ? {} : { role }) }
    }
    case 'time':
    case 'timed': {
      const { func, operator, value } = design.context
      return { kind: 'time', not, clock: func, operator: operatorOf(operator), value: amountOf(value) }
    }
    case 'var': {
      const side = (name: 'lhs' | 'rhs'): Formula => {
        const formula = parseFormula(design.context[name])
        if (isProblem(formula)) throw new Error('unparsed formula in a checked requirement')
        linkFormula(formula, catalogue.metrics, catalogue.variables, (words, absent) => report([name], words, absent))
        return formula
      }
      return { kind: 'var', not, lhs: side('lhs'), operator: operatorOf(design.context.operator), rhs: side('rhs') }
    }
  }
}

type MetricLeaf = Extract<LeafDesign, { type: 'metric' }>

function compileMetricLeaf({ context }: MetricLeaf, not: boolean, metrics: Metrics, report: Report): Requirement {
  const metric = linkMetricReference(context, metrics, [], report)
  if (!metric) return always
  const operator = operatorOf(context.operator)
  const value = String(context.value)
  if (metric.type === 'state') {
    if (operator !== 'eq' && operator !== 'ne') report(['operator'], `use 'eq' or 'ne' to compare a state`)
    if (!metric.states.has(value)) report(['value'], unknownPart(metric, 'state', value))
  } else if (parseAmount(value) === undefined) report(['value'], 'expected a number')
  const { item } = context
  if (item === undefined) return { kind: 'metric', not, metric, operator, value }
  if (metric.type !== 'set' || !metric.items.has(item)) report(['item'], unknownPart(metric, 'item', item))
  return { kind: 'metric', not, metric, item, operator, value }
}
