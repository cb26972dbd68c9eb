import { nameOf } from '../kernel/book.ts'
import { ofScore, type ByScore, type OfScore } from './by-score.ts'
import type { MetricType } from './design.ts'
import { itemDeltas, scoreKey, valueDelta, type Change, type Score, type Scores } from './score.ts'

/** What players lose with a part of a design, where it is dropped for good. Spec 4.13. */
export type Drop =
  | { readonly part: 'metric'; readonly type: MetricType; readonly id: string }
  | { readonly part: 'item'; readonly metric: string; readonly item: string }
  | { readonly part: 'state'; readonly metric: string; readonly state: string }

/** All that was ever dropped: of each score, and each part of one, the number of the entry that dropped it last. */
export interface Drops {
  /** The newest of these entries; 0 where nothing was ever dropped. */
  last: number
  readonly entries: ByScore
}

/** Nothing was dropped. */
export function noDrops(): Drops {
  return { last: 0, entries: new Map() }
}

/** Notes that an entry drops something. */
export function noteDrop(drops: Drops, drop: Drop, seq: number): void {
  const { key, part } = droppedBy(drop)
  // What of it was dropped before has gone with it.
  if (part === undefined) drops.entries.set(key, { whole: seq, parts: new Map() })
  else ofScore(drops.entries, key).parts.set(part, seq)
  drops.last = seq
}

/** The key of the score that a drop is about, and which part of it; all of it where that is left out. */
export function droppedBy(drop: Drop): { readonly key: string; readonly part?: string } {
  if (drop.part === 'metric') return { key: scoreKey(drop) }
  return drop.part === 'item'
    ? { key: scoreKey({ id: drop.metric, type: 'set' }), part: drop.item }
    : { key: scoreKey({ id: drop.metric, type: 'state' }), part: drop.state }
}

/** Scores as they were after entry `since`, without what was dropped from then on; the same object where that was not there. */
export function scoresAfter(scores: Scores, { entries }: Drops, since: number): Scores {
  return entriesLeft(scores, (score, key) => {
    const dropped = entries.get(key)
    return dropped ? scoreAfter(score, dropped, since) : score
  })
}

function scoreAfter(score: Score, dropped: OfScore, since: number): Score | undefined {
  if (dropped.whole > since) return undefined
  if (dropped.parts.size === 0) return score
  if (typeof score === 'object')
    return entriesLeft(score, (count, key) => (isDropped(dropped, nameOf(key), since) ? undefined : count))
  return isDropped(dropped, score as string, since) ? undefined : score
}

/** What is left of a change of entry `since`, undefined where nothing is: there is no way back to what was dropped from then on. */
export function changeAfter(change: Change, { entries }: Drops, since: number): Change | undefined {
  const dropped = entries.get(scoreKey(change.metric))
  if (!dropped) return change
  if (dropped.whole > since) return undefined
  if (change.metric.type === 'set') {
    const deltas = itemDeltas(change)
    const left = deltas.filter(([item]) => !isDropped(dropped, item, since))
    if (left.length === deltas.length) return change
    return left.length === 0 ? undefined : { ...change, delta: Object.fromEntries(left) }
  }
  const { old, new: given } = valueDelta(change)
  if (isDropped(dropped, given, since)) return undefined
  return isDropped(dropped, old, since) ? { ...change, delta: { old: null, new: given } } : change
}

function isDropped({ parts }: OfScore, part: string | null, since: number): boolean {
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
