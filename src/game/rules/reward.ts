import * as z from 'zod'
import type { Report } from '../design/component.ts'
import { isProblem, parseFormula, type Formula } from '../kernel/formula-parser.ts'
import { quoted } from '../kernel/message-text.ts'
import { customIssue } from '../kernel/schema-problems.ts'
import { namedEntries, strictObject } from '../kernel/schema.ts'
import { numbersForTexts, unreadableMessage, withShorthand } from '../kernel/shorthand.ts'
import {
  linkFormula,
  linkMetricReference,
  metricTypes,
  unknownPart,
  type Metrics,
  type ReadableVariables,
  type PointMetric,
  type SetMetric,
  type StateMetric,
} from '../metrics/design.ts'
import type { Requirement } from './requirement.ts'

export const verbs = ['add', 'remove', 'set'] as const
export type Verb = (typeof verbs)[number]

/** The fields that all kinds of rewards have. Spec 4.5. */
export const rewardFields = {
  metric: strictObject({ id: z.string(), type: z.enum(metricTypes), name: z.string().optional() }),
  verb: z.enum(verbs),
  value: withShorthand(
    z.union([z.string(), namedEntries], {
      error: 'expected a decimal string, a formula, a state name, or an object of items',
    }),
    numbersForTexts,
  ),
}

export const probabilitySchema = z.number().min(0).max(1)

/** The schema of a reward in a design. Spec 4.5. */
export const rewardSchema = strictObject({ ...rewardFields, probability: probabilitySchema.optional() })
export type RewardDesign = z.output<typeof rewardSchema>

interface RewardBase {
  readonly verb: Verb
  readonly probability: number
  /** The value as in the design, for lists. */
  readonly written: string | Readonly<Record<string, string>>
}

/** What a reward gives, without its metric. */
export type Gift =
  | { readonly type: 'point'; readonly value: Formula }
  | { readonly type: 'set'; readonly items: readonly (readonly [item: string, count: Formula])[] }
  | { readonly type: 'state'; readonly state: string }

/** A valid reward, before its metric and the names in its formulas are resolved. */
export interface ParsedReward {
  readonly written: RewardDesign
  readonly gift: Gift
}

/** A compiled reward. */
export type Reward = RewardBase &
  (
    | (Extract<Gift, { type: 'point' }> & { readonly metric: PointMetric })
    | (Extract<Gift, { type: 'set' }> & { readonly metric: SetMetric })
    | (Extract<Gift, { type: 'state' }> & { readonly metric: StateMetric })
  )

/** Rewards that are given together if their requirement is met. Spec 4.6. */
export interface RewardRule {
  readonly rewards: readonly Reward[]
  readonly requires: Requirement
}

/** Rejects a reward that is invalid in itself, so that no design with one is saved. Spec 4.4, 4.5. */
export function checkReward(design: RewardDesign, check: z.RefinementCtx): void {
  parseReward(design, (path, words) => check.addIssue(customIssue(path, words)))
}

/** Compiles a reward. If it cannot be given, reports that and returns undefined. */
export function compileReward(
  design: RewardDesign,
  metrics: Metrics,
  variables: ReadableVariables,
  report: Report,
): Reward | undefined {
  const parsed = parseReward(design, report)
  return parsed && linkReward(parsed, metrics, variables, report)
}

/** Parses a reward as a reward of a metric of the stated type. If it is invalid, reports that and returns undefined. */
export function parseReward(written: RewardDesign, report: Report): ParsedReward | undefined {
  const gift = parseGift(written, report)
  return gift && { written, gift }
}

function parseGift({ metric: { id, type }, verb, value }: RewardDesign, report: Report): Gift | undefined {
  switch (type) {
    case 'point': {
      const points = parseText(value, ['value'], report)
      return points && { type, value: points }
    }
    case 'set':
      return parseItems(value, report)
    case 'state':
      if (verb !== 'set') report(['verb'], `use 'set' to give a state`)
      else if (typeof value !== 'string') report(['value'], 'expected the name of a state')
      else return { type, state: value }
      return undefined
    case 'compound':
      report(
        ['metric'],
        `metric ${quoted(id)} is a compound metric: a formula computes it, so a reward cannot change it`,
      )
      return undefined
  }
}

function parseItems(value: RewardDesign['value'], report: Report): Gift | undefined {
  if (typeof value === 'string') {
    report(['value'], 'expected an object of items and their counts')
    return undefined
  }
  const written = Object.entries(value)
  const items = written.flatMap(([item, text]) => {
    const count = parseText(text, ['value', item], report)
    return count ? [[item, count] as const] : []
  })
  return items.length === written.length ? { type: 'set', items } : undefined
}

function parseText(text: unknown, path: readonly string[], report: Report): Formula | undefined {
  const formula = typeof text === 'string' ? parseFormula(text) : undefined
  if (formula === undefined) report(path, unreadableMessage(text) ?? 'expected a decimal string or a formula')
  else if (isProblem(formula)) report(path, `${formula.message} at character ${formula.position + 1} of the formula`)
  else return formula
  return undefined
}

/**
 * Resolves the metric of a reward and the names in its formulas. If the metric does not exist or does not match,
 * returns undefined.
 */
export function linkReward(
  { written, gift }: ParsedReward,
  metrics: Metrics,
  variables: ReadableVariables,
  report: Report,
): Reward | undefined {
  const metric = linkMetricReference(written.metric, metrics, ['metric'], report)
  linkFormulas(gift, metrics, variables, report)
  const base = { verb: written.verb, probability: written.probability ?? 1, written: textOf(gift) }
  switch (gift.type) {
    case 'point':
      return metric?.type === gift.type ? { ...base, ...gift, metric } : undefined
    case 'state':
      if (metric?.type !== gift.type) return undefined
      if (!metric.states.has(gift.state)) report(['value'], unknownPart(metric, 'state', gift.state))
      return { ...base, ...gift, metric }
    case 'set':
      if (metric?.type !== gift.type) return undefined
      for (const [item] of gift.items)
        if (!metric.items.has(item)) report(['value', item], unknownPart(metric, 'item', item))
      return { ...base, ...gift, metric }
  }
}

/** Resolves the names in formulas even if the metric is invalid, so that all problems are reported at once. */
function linkFormulas(gift: Gift, metrics: Metrics, variables: ReadableVariables, report: Report): void {
  const link = (formula: Formula, ...path: readonly string[]): void =>
    linkFormula(formula, metrics, variables, (words, absent) => report(path, words, absent))
  if (gift.type === 'point') link(gift.value, 'value')
  if (gift.type === 'set') for (const [item, count] of gift.items) link(count, 'value', item)
}

/** Returns the value as in the design. */
function textOf(gift: Gift): RewardBase['written'] {
  if (gift.type === 'set') return Object.fromEntries(gift.items.map(([item, count]) => [item, count.text]))
  return gift.type === 'point' ? gift.value.text : gift.state
}
