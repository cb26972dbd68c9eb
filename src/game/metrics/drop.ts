import type { Amount } from '../kernel/decimal.ts'
import { partChanges, type Drop, type Drops, type PartRename, type PartChanges } from '../kernel/drop.ts'
import { keyOf, namedEntries, type NameMap } from '../kernel/name-map.ts'
import type { Metric } from './design.ts'
import { isStateKey, itemDeltas, scoreKey, valueDelta, type Change, type Score, type Scores } from './score.ts'

/** Returns what a drop removes from players: the scores of a metric, or an item or state of it. Spec 4.13. */
export function dropOf(metric: Pick<Metric, 'id' | 'type'>, part?: string): Drop {
  const key = scoreKey(metric)
  if (part === undefined) return { key }
  return metric.type === 'state' ? { key, part, alone: true } : { key, part }
}

/** Returns the renaming of an item or state of a metric. Spec 4.13. */
export function renameOf(metric: Pick<Metric, 'id' | 'type'>, from: string, to: string): PartRename {
  return { key: scoreKey(metric), from, to }
}

/**
 * Returns scores of the time after entry `since` without what was dropped later, and with the present names of parts.
 * Returns the same object if nothing changes.
 */
export function scoresAfter(scores: Scores, drops: Drops, since: number): Scores {
  let kept: Record<string, Score> | undefined
  for (const key in scores) {
    const removed = partChanges(drops, key)
    if (!removed) continue
    const score = scores[key] as Score
    const now = scoreAfter(key, score, removed, since)
    if (now === score) continue
    kept ??= { ...scores }
    if (now === undefined) delete kept[key]
    else kept[key] = now
  }
  // A spread makes an object that is quick to copy.
  return kept ? { ...kept } : scores
}

function scoreAfter(key: string, score: Score, { whole, nameAfter }: PartChanges, since: number): Score | undefined {
  if (whole > since) return undefined
  if (typeof score === 'object') return itemsAfter(score, (item) => nameAfter(item, since))
  return isStateKey(key) ? nameAfter(score as string, since) : score
}

/**
 * Returns items under their present names, without those that were dropped. Returns the same object if nothing changes.
 */
function itemsAfter(items: NameMap<Amount>, nameNow: (item: string) => string | undefined): NameMap<Amount> {
  const held = namedEntries(items)
  const remaining = held.flatMap(([item, count]): [string, Amount][] => {
    const name = nameNow(item)
    return name === undefined ? [] : [[keyOf(name), count]]
  })
  const isSame = remaining.length === held.length && remaining.every(([key], i) => key === keyOf(held[i]?.[0] ?? ''))
  return isSame ? items : Object.fromEntries(remaining)
}

/**
 * Returns what remains of a change of entry `since`, with the present names of parts. Returns undefined if nothing
 * remains, because a revert cannot restore what was dropped later.
 */
export function changeAfter(change: Change, drops: Drops, since: number): Change | undefined {
  const removed = partChanges(drops, scoreKey(change.metric))
  if (!removed) return change
  const { whole, nameAfter } = removed
  if (whole > since) return undefined
  const { type } = change.metric
  if (type === 'set') return itemsChangeAfter(change, (item) => nameAfter(item, since))
  return type === 'state' ? stateChangeAfter(change, (state) => nameAfter(state, since)) : change
}

function itemsChangeAfter(change: Change, nameNow: (item: string) => string | undefined): Change | undefined {
  const deltas = itemDeltas(change)
  const remaining = deltas.flatMap(([item, delta]) => {
    const name = nameNow(item)
    return name === undefined ? [] : [[name, delta] as const]
  })
  if (remaining.length === deltas.length && remaining.every(([name], i) => name === deltas[i]?.[0])) return change
  return remaining.length === 0 ? undefined : { ...change, delta: Object.fromEntries(remaining) }
}

function stateChangeAfter(change: Change, nameNow: (state: string) => string | undefined): Change | undefined {
  const delta = valueDelta(change)
  const now = delta.new === null ? null : nameNow(delta.new)
  if (now === undefined) return undefined
  const old = delta.old === null ? null : (nameNow(delta.old) ?? null)
  return old === delta.old && now === delta.new ? change : { ...change, delta: { old, new: now } }
}
