import { numberOf, tallyEntry, type Tally } from '../kernel/tally.ts'
import { partsOf, scoreKey, valueDelta, type Change, type Score, type Scores, type ValueDelta } from './score.ts'

/**
 * How many players have a score of each metric, by score key, and how many hold each item or are in each state. It
 * shows what does not fit a new design without reading the players. Counts of 0 are left out, so that equal games have
 * equal holders. Spec 4.13.
 */
export type Holders = Tally

/** Returns how many players have a score of a metric. */
export function holdersOf(holders: Holders, metric: Parameters<typeof scoreKey>[0]): number {
  return numberOf(holders, scoreKey(metric))
}

/** Returns how many players hold an item of a metric, or are in a state of it. */
export function holdersOfPart(holders: Holders, metric: Parameters<typeof scoreKey>[0], name: string): number {
  return numberOf(holders, scoreKey(metric), name)
}

/** Updates the counts after changes of a player's scores. */
export function recount(holders: Holders, before: Scores, after: Scores, changes: readonly Change[]): void {
  let affected: Set<string> | undefined
  for (const change of changes) if (affectsHolders(change)) (affected ??= new Set()).add(scoreKey(change.metric))
  if (!affected) return
  for (const key of affected) {
    count(holders, key, before[key], -1)
    count(holders, key, after[key], 1)
  }
}

/** Adds (`by` is 1) or subtracts (-1) all scores of a player. */
export function countAll(holders: Holders, scores: Scores, by: 1 | -1): void {
  for (const [key, score] of Object.entries(scores)) count(holders, key, score, by)
}

/** Whether a change can add or remove a score, an item or a state. Most changes only replace an amount. */
function affectsHolders(change: Change): boolean {
  switch (change.metric.type) {
    case 'point':
    case 'compound':
      return valueDelta(change).old === null
    case 'state':
      return true
    case 'set':
      return addsOrRemovesItems(change.delta as Readonly<Record<string, ValueDelta>>)
  }
}

function addsOrRemovesItems(deltas: Readonly<Record<string, ValueDelta>>): boolean {
  let isEmpty = true
  for (const item in deltas) {
    isEmpty = false
    const delta = deltas[item]
    if (!delta || delta.old === null || delta.new === null || delta.new === '0') return true
  }
  return isEmpty
}

function count(holders: Holders, key: string, score: Score | undefined, by: 1 | -1): void {
  if (score === undefined) return
  const held = tallyEntry(holders, key)
  held.whole += by
  for (const part of partsOf(key, score)) {
    const now = (held.parts.get(part) ?? 0) + by
    if (now === 0) held.parts.delete(part)
    else held.parts.set(part, now)
  }
  if (held.whole === 0) holders.delete(key)
}
