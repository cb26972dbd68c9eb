import type { GameContext, GameView, GameWalk } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import type { Steps } from '../kernel/operation.ts'
import type { Paged } from '../kernel/page.ts'
import type { Shape } from '../kernel/shapes.ts'
import { findPlayer } from '../players/state.ts'
import type { boardEntry } from './answer-schema.ts'
import { rankingAt, readyBoard, type BoardRequest, type Part } from './reading/reading.ts'
import type { Leaderboard } from './design.ts'
import { contributionsTo } from './reading/detailed.ts'
import { entityNamed, entrantOf } from './entrant.ts'
import { mergedParts, mergedScores, type Merged, type MergedParts, type ScoreOf } from './reading/merge.ts'
import { pageOfRows, type RowsWanted } from './reading/page.ts'
import { cycleOf, namedBoard, partOf, type PartInput } from './reading/part.ts'

/** The boards of the design, in order of id. Spec 1 `GET /runtime/leaderboards`. */
export const listBoards: GameView<Record<never, never>, readonly Leaderboard[]> = {
  kind: 'view',
  name: 'leaderboards.list',
  view: (_, __, { design }) => [...design.leaderboards.values()],
}

/** What of a board a call asks for. Spec 1 "Leaderboard query parameters". */
export interface BoardInput extends PartInput, Omit<RowsWanted, 'around'> {
  readonly board: string
  readonly cycle?: string | undefined
  /** The entity that the page is centred on. */
  readonly entity: string | undefined
  /** Whether the page is centred on the player who calls, where no entity is named. */
  readonly relative: boolean
  /** That player, where the call names one otherwise. */
  readonly player: string | undefined
  readonly timestamp: number | undefined
  readonly merge: readonly Merged[]
  readonly detailed: boolean
}

/** A row of a board. Spec 1 "Leaderboard entry", 4.11. */
export type BoardEntry = Shape<typeof boardEntry>

/** What a call asks for, found in the design. */
interface Asked {
  readonly leaderboard: Leaderboard
  readonly part: Part
  readonly merged: MergedParts
  /** Whom the page is centred on. */
  readonly centre: string | undefined
  readonly atMs: number
}

/** A page of a board. Spec 1 `GET /runtime/leaderboards/:leaderboard_id`, 4.11, 4.16. */
export const readBoard: GameWalk<BoardInput, Paged<BoardEntry>> = {
  kind: 'walk',
  name: 'leaderboards.read',
  walk: (state, input, context) => {
    const asked = askedFor(state, input, context)
    return isFault(asked) ? asked : pageOfBoard(state, input, context, asked)
  },
}

/** Looks at what may stand in the way: the board, its cycle, what its kind needs, and what is merged. */
function askedFor(state: GameState, input: BoardInput, context: GameContext): Asked | Fault {
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
  { leaderboard, part, merged, centre, atMs }: Asked,
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
  const data = yield* pageOfRows(ranking, { ...input, around }, shownIn(state, leaderboard, scoreOf))
  if (!input.detailed || entities === 'teams') return { data, total }
  const detailed: BoardEntry[] = []
  for (const entry of data) {
    const player = 'player' in entry ? findPlayer(state.players, entry.player.id) : undefined
    if (!player) continue
    detailed.push({ ...entry, actions: yield* contributionsTo(state, design, board, part, player, atMs) })
  }
  return { data: detailed, total }
}

/** How a row is shown; one that has gone is not. */
function shownIn(
  state: GameState,
  { definition: { entities } }: Leaderboard,
  scoreOf: ScoreOf,
): Parameters<typeof pageOfRows<BoardEntry>>[2] {
  return (row) => {
    const entrant = entrantOf(state, entities, row.entity)
    return entrant && { ...entrant, score: scoreOf(row), rank: row.rank }
  }
}
