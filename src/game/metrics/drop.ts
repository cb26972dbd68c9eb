import { nameOf } from '../kernel/book.ts'
import type { Drop, Drops } from '../kernel/drop.ts'
import type { Tallied } from '../kernel/tally.ts'
import type { Metric } from './design.ts'
import { itemDeltas, scoreKey, valueDelta, type Change, type Score, type Scores } from './score.ts'

/** What players lose with a metric, or with an item or state of it. Spec 4.13. */
export function dropOf(metric: Pick<Metric, 'id' | 'type'>, part?: string): Drop {
  const key = scoreKey(metric)
  if (part === undefined) return { key }
  return metric.type === 'state' ? { key, part, alone: true } : { key, part }
}

/** Scores as they were after entry `since`, without what was dropped from then on; the same object where that was not there. */
export function scoresAfter(scores: Scores, { entries }: Drops, since: number): Scores {
  return entriesLeft(scores, (score, key) => {
    const dropped = entries.get(key)
    return dropped ? scoreAfter(score, dropped, since) : score
  })
}

function scoreAfter(score: Score, dropped: Tallied, since: number): Score | undefined {
  if (dropped.whole > since) return undefined
  if (dropped.parts.size === 0) return score
  if (typeof score === 'object')
    return entriesLeft(score, (count, key) => (partDropped(dropped, nameOf(key), since) ? undefined : count))
  return partDropped(dropped, score as string, since) ? undefined : score
}

/** What is left of a change of entry `since`, undefined where nothing is: there is no way back to what was dropped from then on. */
export function changeAfter(change: Change, { entries }: Drops, since: number): Change | undefined {
  const dropped = entries.get(scoreKey(change.metric))
  if (!dropped) return change
  if (dropped.whole > since) return undefined
  if (change.metric.type === 'set') {
    const deltas = itemDeltas(change)
    const left = deltas.filter(([item]) => !partDropped(dropped, item, since))
    if (left.length === deltas.length) return change
    return left.length === 0 ? undefined : { ...change, delta: Object.fromEntries(left) }
  }
  const { old, new: given } = valueDelta(change)
  if (partDropped(dropped, given, since)) return undefined
  return partDropped(dropped, old, since) ? { ...change, delta: { old: null, new: given } } : change
}

function partDropped({ parts }: Tallied, part: string | null, since: number): boolean {
  return part !== null && (parts.get(part) ?? 0) > since
}

/**
 * The entries with what `left` gives for each of them, without those for which it gives undefined; the same object where
 * all is as it was. They end as a spread makes them, which are quick to copy.
 */
function entriesLeft<V>(
  entries: Readonly<Record<string, V>>,
  left: (value: V, key: string) => V | undefined,
): Readonly<Record<string, V>> {
  let made: Record<string, V> | undefined
  for (const key in entries) {
    const value = entries[key] as V
    const now = left(value, key)
    if (now === value) continue
    made ??= { ...entries }
    if (now === undefined) delete made[key]
    else made[key] = now
  }
  return made ? { ...made } : entries
}
