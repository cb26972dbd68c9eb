import { shellQuoted } from '../../cli/render/shell-quoted.ts'
import {
  cycleOf,
  needsScope,
  readPlace,
  scopeKind,
  scopeOf,
  withScope,
  type BoardShown,
  type Place,
} from '../board-reading.ts'
import type { Deed } from '../deed.ts'
import { paneStateOf, type Settings } from '../model.ts'

const noBoard = (board: BoardShown | undefined): string | undefined =>
  board === undefined ? 'no board is chosen' : undefined

/** `gamify leaderboard top --cycle daily`. */
function boardLine(board: BoardShown, settings: Settings): string {
  const scope = scopeOf(board, settings)
  const within = scope === '' ? '' : ` --${scopeKind(board)} ${shellQuoted(scope)}`
  return `leaderboard ${shellQuoted(board.id)} --cycle ${cycleOf(board, settings)}${within}`
}

/** Goes on to the next cycle of a board. */
export const nextCycle: Deed<BoardShown> = {
  key: 'c',
  words: 'cycle',
  takes: '[cycle]',
  about: 'show the next cycle of the board, or the one that is named',
  whyNot: (board) => noBoard(board) ?? ((board?.cycles.length ?? 0) < 2 ? 'the board has one cycle' : undefined),
  async run(talk, board, { settings, set, commandLine }) {
    const now = board.cycles.findIndex((each) => each === cycleOf(board, settings))
    const following = board.cycles[(now + 1) % board.cycles.length] ?? 'alltime'
    const named = talk.given()
    const cycle = board.cycles.find((each) => each === named) ?? following
    const chosen = { ...settings, cycle }
    set(chosen)
    return { tone: 'plain', text: `${board.id}, ${cycle}`, command: commandLine(boardLine(board, chosen)) }
  },
}

/** `3`, and what keeps one from going to the very row. */
const rankText = ({ rank, row }: Place): string =>
  row === undefined ? `${rank}, far down among its equals` : `${rank}`

/** Goes to the row of a player or team, and marks it. */
export const findOnBoard: Deed<BoardShown> = {
  key: 'o',
  words: 'around',
  takes: '<player or team>',
  about: 'go to the row of a player or team, and mark it',
  whyNot: (board, model) =>
    board !== undefined && needsScope(board, paneStateOf(model).settings)
      ? `the board ranks within a ${scopeKind(board)}: 's' names one`
      : noBoard(board),
  async run(talk, board, { service, settings, set, commandLine }) {
    const who = await talk.ask(
      `Whose row on ${board.id}?`,
      [`The id of one of the ${board.entity_type}.`],
      service.player,
    )
    const cycle = cycleOf(board, settings)
    const place = await readPlace(service.client, board, { cycle, scope: scopeOf(board, settings), who })
    if (place === undefined) return { tone: 'bad', text: `${who} is not on ${board.id} (${cycle})` }
    const chosen = { ...settings, cycle, marked: who }
    set(chosen, place.row ?? place.rank - 1)
    const line = `${boardLine(board, chosen)} --around ${shellQuoted(who)}`
    return { tone: 'plain', text: `${who} has rank ${rankText(place)}`, command: commandLine(line) }
  },
}

/** Shows a board within a team, or a scope of a custom one. */
export const setScope: Deed<BoardShown> = {
  key: 's',
  words: 'within',
  takes: '<team or scope>',
  about: 'show the board within a team, or a scope of a custom board',
  whyNot: (board) =>
    noBoard(board) ??
    (board !== undefined && scopeKind(board) === undefined ? 'the board ranks in the whole game' : undefined),
  async run(talk, board, { settings, set, commandLine }) {
    const what = scopeKind(board) ?? 'scope'
    const scope = await talk.ask(`Within which ${what}?`, [`The id of a ${what}.`], scopeOf(board, settings))
    const chosen = withScope(board, settings, scope)
    set(chosen)
    return { tone: 'plain', text: `${board.id} within ${scope}`, command: commandLine(boardLine(board, chosen)) }
  },
}
