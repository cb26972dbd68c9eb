import type { GameContext } from '../../game-operation.ts'
import type { GameState } from '../../game-state.ts'
import { formatAmount } from '../../kernel/decimal.ts'
import { fault, isFault, type Fault } from '../../kernel/fault.ts'
import type { Steps } from '../../kernel/operation.ts'
import type { Ranking } from '../../ranking/ranking.ts'
import type { RankedRow } from '../../ranking/row-order.ts'
import type { Cycle } from '../cycle.ts'
import type { Leaderboard } from '../design.ts'
import { partOf, scopeOn, type PartInput } from './part.ts'
import { rankingAt, readyBoard, type BoardRequest, type Part } from './reading.ts'

/** Another board whose scores are shown next to those of the requested board. Spec 1 `merge`. */
export interface Merged {
  readonly id: string
  readonly cycle: Cycle
}

/** The boards to merge, each with the part to read. */
export type MergedParts = readonly { readonly leaderboard: Leaderboard; readonly part: Part }[]

/** Resolves the boards to merge into a board. They must be other boards that rank the same kind of entity. Spec 1, 4.16. */
export function mergedParts(
  state: GameState,
  context: GameContext,
  into: Leaderboard,
  merge: readonly Merged[],
  { team, scope }: PartInput,
): MergedParts | Fault {
  const named = { team, scope: scope === undefined ? undefined : scopeOn(into, scope) }
  const parts: { leaderboard: Leaderboard; part: Part }[] = []
  for (const { id, cycle } of merge) {
    const leaderboard = context.design.leaderboards.get(id)
    if (!leaderboard) return mergeFault(`the leaderboard '${id}' does not exist`)
    const message = mismatch(into, leaderboard, cycle)
    if (message !== undefined) return mergeFault(message)
    const part = partOf(state, context, leaderboard, cycle, named)
    if (isFault(part)) return part
    parts.push({ leaderboard, part })
  }
  return parts
}

const mergeFault = (message: string): Fault =>
  fault('invalid_request', { message: `The 'merge' parameter: ${message}` })

function mismatch(into: Leaderboard, { id, definition }: Leaderboard, cycle: Cycle): string | undefined {
  if (id === into.id) return `the leaderboard '${id}' cannot be merged with itself`
  const { entities } = into.definition
  if (definition.entities !== entities) return `the leaderboard '${id}' does not rank ${entities}`
  if (!definition.cycles.includes(cycle))
    return `the leaderboard '${id}' has no cycle '${cycle}'; it has ${definition.cycles.join(', ')}`
  return undefined
}

/** Returns the score of a row, or with merged boards the scores on all of them: `[id, score, id, score]`. */
export type ScoreOf = (row: RankedRow) => string | string[]

/** Reads the merged boards, and returns a function that gives the scores of a row. */
export function* mergedScores(
  state: GameState,
  { id }: Leaderboard,
  merged: MergedParts,
  atMs: number,
): Steps<Fault | ScoreOf, BoardRequest> {
  const others: (readonly [string, Ranking | undefined])[] = []
  for (const { leaderboard, part } of merged) {
    const board = yield* readyBoard(state, leaderboard)
    if (isFault(board)) return board
    others.push([leaderboard.id, yield* rankingAt(state, board, part, atMs)])
  }
  if (others.length === 0) return ({ score }) => formatAmount(score)
  const otherScores = (entity: number) =>
    others.flatMap(([other, ranking]) => [other, formatAmount(ranking?.scoreOf(entity) ?? 0)])
  return ({ entity, score }) => [id, formatAmount(score), ...otherScores(entity)]
}
