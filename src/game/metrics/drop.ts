import { keyOf, namedEntries, type NameMap } from '../kernel/name-map.ts'
import type { Amount } from '../kernel/decimal.ts'
import { partChanges, type Drop, type Drops, type PartRename, type PartChanges } from '../kernel/drop.ts'
import type { Metric } from './design.ts'
import { isStateKey, itemDeltas, scoreKey, valueDelta, type Change, type Score, type Scores } from './score.ts'

/** What players lose with a metric, or with an item or state of it. Spec 4.13. */
export function dropOf(metric: Pick<Metric, 'id' | 'type'>, part?: string): Drop {
  const key = scoreKey(metric)
  if (part === undefined) return { key }
  return metric.type === 'state' ? { key, part, alone: true } : { key, part }
}

/** What becomes of an item or state of a metric that has another name from now on. Spec 4.13. */
export function renameOf(metric: Pick<Metric, 'id' | 'type'>, from: string, to: string): PartRename {
  return { key: scoreKey(metric), from, to }
}

/**
 * Scores as they were after entry `since`, without what was dropped from then on, and under its present names; the same
 * object where nothing of that was there.
 */
export function scoresAfter(scores: Scores, drops: Drops, since: number): Scores {
  let made: Record<string, Score> | undefined
  for (const key in scores) {
    const gone = partChanges(drops, key)
    if (!gone) continue
    const score = scores[key] as Score
    const now = scoreAfter(key, score, gone, since)
    if (now === score) continue
    made ??= { ...scores }
    if (now === undefined) delete made[key]
    else made[key] = now
  }
  // It ends as a spread makes it, which is quick to copy.
  return made ? { ...made } : scores
}

function scoreAfter(key: string, score: Score, { whole, nameAfter }: PartChanges, since: number): Score | undefined {
  if (whole > since) return undefined
  if (typeof score === 'object') return itemsAfter(score, (item) => nameAfter(item, since))
  return isStateKey(key) ? nameAfter(score as string, since) : score
}

/** Items under their present names, without those that have none; the same object where all is as it was. */
function itemsAfter(items: NameMap<Amount>, nameNow: (item: string) => string | undefined): NameMap<Amount> {
  const held = namedEntries(items)
  const left = held.flatMap(([item, count]): [string, Amount][] => {
    const name = nameNow(item)
    return name === undefined ? [] : [[keyOf(name), count]]
  })
  const isSame = left.length === held.length && left.every(([key], i) => key === keyOf(held[i]?.[0] ?? ''))
  return isSame ? items : Object.fromEntries(left)
}

/**
 * What is left of a change of entry `since`, under the present names; undefined where nothing is: there is no way back to
 * what was dropped from then on.
 */
export function changeAfter(change: Change, drops: Drops, since: number): Change | undefined {
  const gone = partChanges(drops, scoreKey(change.metric))
  if (!gone) return change
  const { whole, nameAfter } = gone
  if (whole > since) return undefined
  const { type } = change.metric
  if (type === 'set') return itemsChangeAfter(change, (item) => nameAfter(item, since))
  return type === 'state' ? stateChangeAfter(change, (state) => nameAfter(state, since)) : change
}

function itemsChangeAfter(change: Change, nameNow: (item: string) => string | undefined): Change | undefined {
  const deltas = itemDeltas(change)
  const left = deltas.flatMap(([item, delta]) => {
    const name = nameNow(item)
    return name === undefined ? [] : [[name, delta] as const]
  })
  if (left.length === deltas.length && left.every(([name], i) => name === deltas[i]?.[0])) return change
  return left.length === 0 ? undefined : { ...change, delta: Object.fromEntries(left) }
}

function stateChangeAfter(change: Change, nameNow: (state: string) => string | undefined): Change | undefined {
  const before = valueDelta(change)
  const given = before.new === null ? null : nameNow(before.new)
  if (given === undefined) return undefined
  const old = before.old === null ? null : (nameNow(before.old) ?? null)
  return old === before.old && given === before.new ? change : { ...change, delta: { old, new: given } }
}
