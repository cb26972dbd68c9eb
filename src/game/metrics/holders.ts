import { numberOf, tallyEntry, type Tally } from '../kernel/tally.ts'
import { partsOf, scoreKey, valueDelta, type Change, type Score, type Scores, type ValueDelta } from './score.ts'

/**
 * How many players have an entry of each metric, by the key of the score, and how many hold each item or are in each
 * state. It tells what a new design does not fit without a look at the players. What nobody holds is not there, so that
 * equal games have equal holders. Spec 4.13.
 */
export type Holders = Tally

/** How many players have an entry of a metric. */
export function holdersOf(holders: Holders, metric: Parameters<typeof scoreKey>[0]): number {
  return numberOf(holders, scoreKey(metric))
}

/** How many players hold an item of a metric, or are in a state of it. */
export function holdersOfPart(holders: Holders, metric: Parameters<typeof scoreKey>[0], name: string): number {
  return numberOf(holders, scoreKey(metric), name)
}

/** Counts what came and went as a player's scores changed. */
export function recount(holders: Holders, before: Scores, after: Scores, changes: readonly Change[]): void {
  let moved: Set<string> | undefined
  for (const change of changes) if (moves(change)) (moved ??= new Set()).add(scoreKey(change.metric))
  if (!moved) return
  for (const key of moved) {
    count(holders, key, before[key], -1)
    count(holders, key, after[key], 1)
  }
}

/** Counts all scores of a player who comes, or no longer those of one who goes. */
export function countAll(holders: Holders, scores: Scores, by: 1 | -1): void {
  for (const [key, score] of Object.entries(scores)) count(holders, key, score, by)
}

/** Whether an entry, an item or a state may come or go by a change; most only give another amount of what is there. */
function moves(change: Change): boolean {
  switch (change.metric.type) {
    case 'point':
    case 'compound':
      return valueDelta(change).old === null
    case 'state':
      return true
    case 'set':
      return movesItems(change.delta as Readonly<Record<string, ValueDelta>>)
  }
}

function movesItems(deltas: Readonly<Record<string, ValueDelta>>): boolean {
  let none = true
  for (const item in deltas) {
    none = false
    const delta = deltas[item]
    if (!delta || delta.old === null || delta.new === null || delta.new === '0') return true
  }
  return none
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
