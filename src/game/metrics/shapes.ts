import * as z from 'zod'
import type { Shape } from '../kernel/answer-shapes.ts'
import { formatAmount, parseAmount, type Amount } from '../kernel/decimal.ts'
import { nameMapOf } from '../kernel/history-shapes.ts'
import { change as shownChange, type valueDelta } from './answer-schema.ts'
import type { Scores } from './score.ts'

/** An amount, as records hold it. */
export const amount = z.custom<Amount>(
  (each) =>
    typeof each === 'number' ? Number.isSafeInteger(each) : typeof each === 'string' && parseAmount(each) === each,
  'expected an amount',
)

/** The shape of a score, by the first letter of its key. */
const scoreShapes: Readonly<Record<string, z.ZodType>> = {
  p: amount,
  c: amount,
  i: nameMapOf(amount),
  s: z.string(),
}

/** The scores of a player. */
export const scores = z.custom<Scores>(
  (all) =>
    typeof all === 'object' &&
    all !== null &&
    Object.entries(all).every(([key, score]) => scoreShapes[key.slice(0, key.indexOf(':'))]?.safeParse(score).success),
  'expected amounts, states and items, each under the key of its metric',
)

/** A change, as events hold it: amounts are in canonical form, and the delta fits the type of the metric. */
const change = shownChange.refine(({ metric: { type }, delta }) => {
  const isValue = isValueDelta(delta)
  if (type === 'set') return !isValue && Object.values(delta).every(hasAmounts)
  return isValue && (type === 'state' || hasAmounts(delta))
}, 'expected a change of a metric')

/** The changes of an event. */
export const changes = z.array(change)

type ValueDelta = Shape<typeof valueDelta>

const isValueDelta = (delta: ValueDelta | Readonly<Record<string, ValueDelta>>): delta is ValueDelta =>
  typeof delta['new'] === 'string' || delta['new'] === null

const hasAmounts = ({ old, new: now }: ValueDelta): boolean => isAmountText(old) && isAmountText(now)

function isAmountText(text: string | null): boolean {
  if (text === null) return true
  const parsed = parseAmount(text)
  return parsed !== undefined && formatAmount(parsed) === text
}
