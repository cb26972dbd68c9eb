import { compare, formatAmount, parseAmount, subtract, type Amount } from '../../game/kernel/decimal.ts'
import type { GameEvent } from '../../game/kernel/entry.ts'
import { valueDelta, type Change } from '../../game/metrics/score.ts'
import type { WatchedCheck } from './check.ts'
import { changesIn, playerOf, type ScoredEvent } from './scored-event.ts'

type NeverFalls = Extract<WatchedCheck, { kind: 'never_falls' }>

/** A text of so many characters that is a whole number as a JS number is one exactly. */
const MAX_EXACT = 15

/** Returns the amount in a canonical text, as `parseAmount` does, but faster. */
function amountIn(text: string): Amount {
  const number = text.length <= MAX_EXACT ? Number(text) : NaN
  return Number.isSafeInteger(number) ? number : (parseAmount(text) ?? 0)
}

/** Whether a gain is above the most that a check allows. */
export const isAbove = (gain: Amount, most: Amount): boolean =>
  typeof gain === 'number' && typeof most === 'number' ? gain > most : compare(gain, most) > 0

/** Returns the gain of points in a change. Points without a score have their start. */
export function gainIn(change: Change, start: Amount): Amount {
  const { old, new: after } = valueDelta(change)
  const before = old === null ? start : amountIn(old)
  return subtract(after === null ? start : amountIn(after), before) ?? 0
}

/** Returns by how much a change raises what may not fall, as `rise` does. */
export function riseIn(check: NeverFalls, change: Change): number {
  const { old, new: after } = valueDelta(change)
  return rise(check, old ?? startOf(check), after)
}

/** Points begin with their default. Other scores have no value before the first one. */
const startOf = ({ metric }: NeverFalls): string | null => (metric.type === 'point' ? formatAmount(metric.start) : null)

/**
 * Returns by how much a score rises, in points or ranks; Infinity from or to nothing. It is rounded, but not above 0 if the
 * score falls.
 */
export function rise(check: NeverFalls, before: string | null, after: string | null): number {
  if (before === null) return Infinity
  if ('order' in check) return rankOf(check.order, after) - rankOf(check.order, before)
  return after === null ? Infinity : Number(after) - Number(before)
}

const rankOf = (order: ReadonlyMap<string, number>, level: string | null): number => order.get(level ?? '') ?? -1

/** Whether a score that may not fall is lower than before. */
export function isBelow(check: NeverFalls, before: string | null, after: string | null): boolean {
  const by = rise(check, before, after)
  // Amounts that are equal once they are rounded can still differ.
  return (
    by < 0 || (by === 0 && 'order' in check === false && compare(amountIn(after ?? ''), amountIn(before ?? '')) < 0)
  )
}

/** Returns the score of a player before and after events that change it. */
export function netChange(
  events: readonly GameEvent[],
  player: string,
  check: NeverFalls,
): readonly [before: string | null, after: string | null] {
  const deltas = events
    .filter((event) => playerOf(event as ScoredEvent) === player)
    .flatMap((event) => changesIn(event as ScoredEvent))
    .filter((change) => change.metric.id === check.metric.id)
    .map(valueDelta)
  return [deltas[0]?.old ?? startOf(check), deltas.at(-1)?.new ?? null]
}
