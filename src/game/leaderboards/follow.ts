import type { Design } from '../design/design.ts'
import type { GameState } from '../game-state.ts'
import { adoptBoard, followDesign, newBoard, rankingsOf, isWithinTeams, type Judging, type Board } from './boards.ts'
import type { Leaderboard } from './design.ts'
import { getNamed, type NameMap } from '../kernel/name-map.ts'
import { add, type Amount } from '../kernel/decimal.ts'
import { scoresAfter } from '../metrics/drop.ts'
import type { Score } from '../metrics/score.ts'
import type { Player } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { showWithinTeams } from './counting.ts'
import type { BoardDefinition } from './shapes.ts'
import { entityOf } from './entrant.ts'

/** Where nobody was ever but the game itself: its feed is the first. */
const FEEDS_OF_A_NEW_GAME = 1

/**
 * Lets the boards of a state go by a design. Those that are missing begin at once where no player, process or team was
 * ever there; else they are to be built from the history.
 */
export function followBoards(
  state: GameState,
  { leaderboards, metrics }: Pick<Design, 'leaderboards' | 'metrics'>,
  zoneOffset: Judging['zoneOffset'],
): void {
  const missing = followDesign(state.boards, leaderboards, { metrics, zoneOffset })
  if (state.feeds.feeds === FEEDS_OF_A_NEW_GAME) for (const board of missing) beginBoard(state, board)
}

/** Adds a board on which nobody stands yet, and that counts what comes after an entry: 0 where that is all there ever was. */
export function beginBoard(state: GameState, board: Leaderboard, from = 0): void {
  adoptBoard(
    state.boards,
    newBoard(board, state.at, () => rankingsOf(state, board.definition.entities), from),
  )
}

/**
 * Puts players on the boards of all time of a state, on which nobody stands yet, with the scores that they have: for where
 * what came before is no longer kept. When they earned them is not known, nor what they met then, nor who was credited
 * beside them, so that boards that ask for something, those of teams and custom ones begin empty. Lets others have their
 * turn after each player.
 */
export function* standWithScores(state: GameState): Generator<void> {
  const boards = [...state.boards.byId.values()].filter(
    ({ definition: { entities, scope, requires } }) =>
      entities === 'players' && scope !== 'custom' && requires === null,
  )
  for (const record of boards.length === 0 ? [] : state.players.records) {
    const player = record && findPlayer(state.players, record.id)
    if (player) for (const board of boards) standWithScore(state, board, player)
    yield
  }
}

function standWithScore(state: GameState, board: Board, player: Player): void {
  const { definition, cycles } = board
  // What is dropped for good later on is not counted.
  const score = scoresAfter(player.scores, state.boards.drops, state.seq)[definition.metric]
  if (score === undefined) return
  for (const { cycle, present } of cycles)
    if (cycle === 'alltime') present.all.put(entityOf(player), amountOf(definition, score), state.seq)
  if (isWithinTeams(definition)) showWithinTeams(state, board, player)
}

function amountOf({ items }: BoardDefinition, score: Score): Amount {
  if (items === null) return score as Amount
  return items.reduce<Amount>((sum, item) => add(sum, getNamed(score as NameMap<Amount>, item) ?? 0) ?? sum, 0)
}
