import type { ActionPlayed, Scope } from '../../actions/shapes.ts'
import type { Design } from '../../design/design.ts'
import { readFeed } from '../../feeds/reading.ts'
import type { GameState } from '../../game-state.ts'
import type { Shape } from '../../kernel/answer-shapes.ts'
import { compare, formatAmount, type Amount, addOrKeep } from '../../kernel/decimal.ts'
import { unpackPosition, type EventPosition } from '../../kernel/ids.ts'
import type { Steps } from '../../kernel/operation.ts'
import { scoreKey } from '../../metrics/score.ts'
import type { Player } from '../../players/player.ts'
import type { contribution } from '../answer-schema.ts'
import { isValueCycle, type Board } from '../boards.ts'
import { deltaOn, type Credited, isInSums, isSinceRemoval } from '../counting.ts'
import { periodAt } from '../cycle.ts'
import { entityOf } from '../entrant.ts'
import type { Part } from './reading.ts'
/** An action that contributed to a score. Spec 4.11. */
type Contribution = Shape<typeof contribution>

interface Sum {
  name: string
  count: number
  score: Amount
}

/**
 * Returns the actions that contributed to a player's row in the period that contains `atMs`, the largest contribution first.
 * Their sum can be less than the score: rules and operators change scores too, contributions from before the row was removed
 * or the board began are left out, and on a custom board only plays count that the player made for themselves. Spec 4.11,
 * 4.16.
 */
export function* contributionsTo(
  state: GameState,
  { actions }: Design,
  board: Board,
  part: Part,
  player: Player,
  atMs: number,
): Steps<readonly Contribution[]> {
  const sums = new Map<string, Sum>()
  const { start, end } = periodAt(part.cycle, atMs)
  yield* readFeed(state.feeds, player.feed, { startMs: start, endMs: end - 1 }, (shown, position) => {
    const event = shown as unknown as ActionPlayed
    if (event.event !== 'action' || state.reverted.has(position)) return
    const at = unpackPosition(position)
    if (isInRow(state, board, part, player, event.scopes, at))
      addContribution(sums, event, scoreOn(state, board, event, at))
  })
  return [...sums]
    .toSorted(([idA, a], [idB, b]) => compare(b.score, a.score) || (idA < idB ? -1 : 1))
    .map(([id, { name, count, score }]) => ({
      id,
      name: actions.get(id)?.name ?? name,
      count,
      score: formatAmount(score),
    }))
}

/** Whether an event of a player contributed to that player's row in a part of a board. */
function isInRow(
  state: GameState,
  board: Board,
  { cycle, group }: Part,
  player: Player,
  scopes: readonly Scope[],
  position: EventPosition,
): boolean {
  const { definition } = board
  const isCustom = definition.scope === 'custom'
  const credited: Credited = { group: isCustom ? group : null, entity: entityOf(player) }
  if (isValueCycle(definition, cycle)) return isSinceRemoval(board, credited, position)
  if (!isInSums(state.boards, board, credited, position)) return false
  return (
    !isCustom ||
    scopes.some(
      ({ id, entity_id: named }) => named === player.id && (id === group || id === `${definition.id}/${group}`),
    )
  )
}

/** Returns what an event added to a score on a board, or undefined if it did not change the board's metric. */
function scoreOn(
  state: GameState,
  board: Board,
  { changes }: ActionPlayed,
  { seq }: EventPosition,
): Amount | undefined {
  let sum: Amount | undefined
  for (const change of changes) {
    const delta = scoreKey(change.metric) === board.definition.metric ? deltaOn(state, board, change, seq) : undefined
    if (delta !== undefined) sum = addOrKeep(sum ?? 0, delta)
  }
  return sum
}

function addContribution(
  sums: Map<string, Sum>,
  { action: { id, name }, count }: ActionPlayed,
  score: Amount | undefined,
): void {
  if (score === undefined) return
  const existing = sums.get(id)
  if (!existing) sums.set(id, { name, count, score })
  else Object.assign(existing, { name, count: existing.count + count, score: addOrKeep(existing.score, score) })
}
