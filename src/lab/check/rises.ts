import { compare, parseAmount, subtract, type Amount } from '../../game/kernel/decimal.ts'
import type { GameEvent } from '../../game/kernel/entry.ts'
import { valueDelta, type ValueDelta } from '../../game/metrics/score.ts'
import type { WatchedCheck } from './check.ts'
import { changesIn, playerOf, type ScoredEvent } from './scored-event.ts'

/** Returns the height of a score, or of no score, as checks compare it: an amount, or the rank of a level. */
export type Measure = (score: string | null) => Amount | undefined

/** Returns how the scores in the metric of a check are measured. Points begin with their default, others with nothing. */
export function measureOf(check: Extract<WatchedCheck, { kind: 'never_falls' | 'at_most' }>): Measure {
  if ('order' in check) {
    const { order } = check
    return (level) => (level === null ? undefined : (order.get(level) ?? -1))
  }
  const start = check.metric.type === 'point' ? check.metric.start : undefined
  return (text) => (text === null ? start : amountIn(text))
}

/** Whole numbers of so many characters are exact as JS numbers. */
const MAX_EXACT = 15
const [ZERO, NINE] = ['0'.charCodeAt(0), '9'.charCodeAt(0)]

/** Returns the amount in a canonical text, as `parseAmount` does, but much faster for whole numbers above 0. */
function amountIn(text: string): Amount {
  let number = 0
  for (let i = 0; i < text.length; i += 1) {
    const digit = text.charCodeAt(i)
    if (digit < ZERO || digit > NINE || i === MAX_EXACT) return parseAmount(text) ?? 0
    number = number * 10 + (digit - ZERO)
  }
  return number
}

/**
 * Returns by how much a score rises: Infinity from nothing, and -Infinity to nothing. The number is rounded, but it is not
 * above 0 if the score falls.
 */
export function rise(before: Amount | undefined, after: Amount | undefined): number {
  if (before === undefined) return Infinity
  return after === undefined ? -Infinity : Number(after) - Number(before)
}

/** Whether a score is lower than before. Amounts that are equal once they are rounded can still differ. */
export function isFall(before: Amount | undefined, after: Amount | undefined): boolean {
  const by = rise(before, after)
  return by === 0 ? compare(after ?? 0, before ?? 0) < 0 : by < 0
}

/** Returns the gain of points from one height to another. */
export function gainOf(before: Amount | undefined, after: Amount | undefined): Amount {
  return subtract(after ?? 0, before ?? 0) ?? 0
}

/** Whether a gain is above the most that a check allows. */
export const isAbove = (gain: Amount, most: Amount): boolean =>
  typeof gain === 'number' && typeof most === 'number' ? gain > most : compare(gain, most) > 0

/** Returns the scores of a player in a metric before and after events that change it. */
export function netChange(events: readonly GameEvent[], player: string, metric: string): ValueDelta {
  const deltas = events
    .filter((event) => playerOf(event as ScoredEvent) === player)
    .flatMap((event) => changesIn(event as ScoredEvent))
    .filter((change) => change.metric.id === metric)
    .map(valueDelta)
  return { old: deltas[0]?.old ?? null, new: deltas.at(-1)?.new ?? null }
}
