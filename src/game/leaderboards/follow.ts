import type { Design } from '../design/design.ts'
import type { GameState } from '../game-state.ts'
import { add, type Amount } from '../kernel/decimal.ts'
import { getNamed, type NameMap } from '../kernel/name-map.ts'
import { scoresAfter } from '../metrics/drop.ts'
import type { Score } from '../metrics/score.ts'
import type { Player } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { adoptBoard, followDesign, newBoard, rankingsOf, isWithinTeams, type Judging, type Board } from './boards.ts'
import { updateTeamGroups } from './counting.ts'
import type { Leaderboard } from './design.ts'
import { entityOf } from './entrant.ts'
import type { BoardDefinition } from './shapes.ts'

/** The number of feeds in a game that never had a player, process or team: only the feed of the game itself. */
const FEEDS_OF_A_NEW_GAME = 1

/**
 * Applies the leaderboards of a design to a state. In a game that never had a player, process or team, missing boards are
 * added at once. Otherwise the caller must build them from the history.
 */
export function followBoards(
  state: GameState,
  { leaderboards, metrics }: Pick<Design, 'leaderboards' | 'metrics'>,
  zoneOffset: Judging['zoneOffset'],
): void {
  const missing = followDesign(state.boards, leaderboards, { metrics, zoneOffset })
  if (state.feeds.feeds === FEEDS_OF_A_NEW_GAME) for (const board of missing) beginBoard(state, board)
}

/** Adds an empty board that counts entries after `from`; 0 means the whole history. */
export function beginBoard(state: GameState, board: Leaderboard, from = 0): void {
  adoptBoard(
    state.boards,
    newBoard(board, state.at, () => rankingsOf(state, board.definition.entities), from),
  )
}

/**
 * Fills empty all-time boards of a state (default: all of them) with the current scores of the players. This is for a history whose older
 * entries are no longer kept. The times at which scores were earned, the requirements that were met then and the teams that
 * were credited are unknown, so boards with a requirement, boards of teams and custom boards begin empty. Yields after each
 * player so that other work can run.
 */
export function* seedWithScores(
  state: GameState,
  empty: Iterable<Board> = state.boards.byId.values(),
): Generator<void> {
  const boards = [...empty].filter(
    ({ definition: { entities, scope, requires } }) =>
      entities === 'players' && scope !== 'custom' && requires === null,
  )
  for (const record of boards.length === 0 ? [] : state.players.records) {
    const player = record && findPlayer(state.players, record.id)
    if (player) for (const board of boards) seedWithScore(state, board, player)
    yield
  }
}

function seedWithScore(state: GameState, board: Board, player: Player): void {
  const { definition, cycles } = board
  // Scores that are dropped later in the history are not counted.
  const score = scoresAfter(player.scores, state.boards.drops, state.seq)[definition.metric]
  if (score === undefined) return
  for (const { cycle, present } of cycles)
    if (cycle === 'alltime') present.all.put(entityOf(player), amountOf(definition, score), state.seq)
  if (isWithinTeams(definition)) updateTeamGroups(state, board, player)
}

function amountOf({ items }: BoardDefinition, score: Score): Amount {
  if (items === null) return score as Amount
  return items.reduce<Amount>((sum, item) => add(sum, getNamed(score as NameMap<Amount>, item) ?? 0) ?? sum, 0)
}
