import type { GameContext, GameView, GameWalk } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { Shape } from '../kernel/answer-shapes.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import type { Steps } from '../kernel/operation.ts'
import type { Paged } from '../kernel/page.ts'
import { findPlayer } from '../players/state.ts'
import type { boardEntry } from './answer-schema.ts'
import type { Leaderboard } from './design.ts'
import { entityNamed, entrantOf } from './entrant.ts'
import { contributionsTo } from './reading/detailed.ts'
import { mergedParts, mergedScores, type Merged, type MergedParts, type ScoreOf } from './reading/merge.ts'
import { pageOfRows, type RequestedRows } from './reading/page.ts'
import { cycleOf, namedBoard, partOf, type PartInput } from './reading/part.ts'
import { rankingAt, readyBoard, type BoardRequest, type Part } from './reading/reading.ts'

/** Lists the leaderboards of the design, in order of id. Spec 1 `GET /runtime/leaderboards`. */
export const listBoards: GameView<Record<never, never>, readonly Leaderboard[]> = {
  kind: 'view',
  name: 'leaderboards.list',
  view: (_, __, { design }) => [...design.leaderboards.values()],
}

/** The input of a leaderboard read. Spec 1 "Leaderboard query parameters". */
export interface BoardInput extends PartInput, Omit<RequestedRows, 'around'> {
  readonly board: string
  readonly cycle?: string | undefined
  /** The entity that the page is centred on. */
  readonly entity: string | undefined
  /** Whether the page is centred on the calling player if no entity is named. */
  readonly relative: boolean
  /** The player to centre on instead of the caller. */
  readonly player: string | undefined
  readonly timestamp: number | undefined
  readonly merge: readonly Merged[]
  readonly detailed: boolean
}

/** A row of a board. Spec 1 "Leaderboard entry", 4.11. */
export type BoardEntry = Shape<typeof boardEntry>

/** The input of a call with its references resolved in the design. */
interface ResolvedInput {
  readonly leaderboard: Leaderboard
  readonly part: Part
  readonly merged: MergedParts
  /** The id of the entity that the page is centred on. */
  readonly centre: string | undefined
  readonly atMs: number
}

/** Reads a page of a leaderboard. Spec 1 `GET /runtime/leaderboards/:leaderboard_id`, 4.11, 4.16. */
export const readBoard: GameWalk<BoardInput, Paged<BoardEntry>> = {
  kind: 'walk',
  name: 'leaderboards.read',
  walk: (state, input, context) => {
    const resolved = resolveInput(state, input, context)
    return isFault(resolved) ? resolved : pageOfBoard(state, input, context, resolved)
  },
}

/** Resolves the board, its cycle, the part of it, the centre and the merged boards, or returns a fault. */
function resolveInput(state: GameState, input: BoardInput, context: GameContext): ResolvedInput | Fault {
  const leaderboard = namedBoard(context, input.board)
  if (isFault(leaderboard)) return leaderboard
  const cycle = cycleOf(leaderboard, input.cycle)
  if (isFault(cycle)) return cycle
  const part = partOf(state, context, leaderboard, cycle, input)
  if (isFault(part)) return part
  const centre = centreOf(leaderboard, input, context)
  if (isFault(centre)) return centre
  const merged = mergedParts(state, context, leaderboard, input.merge, input)
  if (isFault(merged)) return merged
  return { leaderboard, part, merged, centre, atMs: Math.min(input.timestamp ?? context.at, context.at) }
}

function centreOf(
  { id, definition }: Leaderboard,
  { entity, relative, player }: BoardInput,
  { caller }: GameContext,
): string | undefined | Fault {
  if (entity !== undefined || !relative) return entity
  const own = definition.entities === 'players' ? (player ?? caller.player) : undefined
  const message = `The 'entity_id' parameter is required: it names the entity to centre '${id}' on`
  return own ?? fault('invalid_request', { message })
}

function* pageOfBoard(
  state: GameState,
  input: BoardInput,
  { design }: GameContext,
  { leaderboard, part, merged, centre, atMs }: ResolvedInput,
): Steps<Fault | Paged<BoardEntry>, BoardRequest> {
  const board = yield* readyBoard(state, leaderboard)
  if (isFault(board)) return board
  const ranking = yield* rankingAt(state, board, part, atMs)
  const scoreOf = yield* mergedScores(state, leaderboard, merged, atMs)
  if (isFault(scoreOf)) return scoreOf
  if (!ranking) return { data: [], total: 0 }
  const { entities } = leaderboard.definition
  const around = centre === undefined ? undefined : (entityNamed(state, entities, centre) ?? null)
  const total = ranking.size
  const data = yield* pageOfRows(ranking, { ...input, around }, rowPresenter(state, leaderboard, scoreOf))
  if (!input.detailed || entities === 'teams') return { data, total }
  const detailed: BoardEntry[] = []
  for (const entry of data) {
    const player = 'player' in entry ? findPlayer(state.players, entry.player.id) : undefined
    if (!player) continue
    detailed.push({ ...entry, actions: yield* contributionsTo(state, design, board, part, player, atMs) })
  }
  return { data: detailed, total }
}

/** Returns a function that formats a row, and returns undefined for an entity that no longer exists. */
function rowPresenter(
  state: GameState,
  { definition: { entities } }: Leaderboard,
  scoreOf: ScoreOf,
): Parameters<typeof pageOfRows<BoardEntry>>[2] {
  return (row) => {
    const entrant = entrantOf(state, entities, row.entity)
    return entrant && { ...entrant, score: scoreOf(row), rank: row.rank }
  }
}
