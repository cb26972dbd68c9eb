import { usageError } from '../../terminal/cli-error.ts'
import { shellQuoted } from '../../terminal/hint.ts'
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
  board === undefined ? 'no leaderboard is selected' : undefined

/** `gamify leaderboard top --cycle daily`. */
function boardLine(board: BoardShown, settings: Settings): string {
  const scope = scopeOf(board, settings)
  const within = scope === '' ? '' : ` --${scopeKind(board)} ${shellQuoted(scope)}`
  return `leaderboard ${shellQuoted(board.id)} --cycle ${cycleOf(board, settings)}${within}`
}

/** Shows the next cycle of a leaderboard. */
export const nextCycle: Deed<BoardShown> = {
  key: 'c',
  words: 'cycle',
  takes: '[cycle]',
  about: 'show the next cycle, or the one that you name',
  whyNot: (board) =>
    noBoard(board) ?? ((board?.cycles.length ?? 0) < 2 ? 'this leaderboard has only one cycle' : undefined),
  async run(talk, board, { settings, set, commandLine }) {
    const now = board.cycles.findIndex((each) => each === cycleOf(board, settings))
    const following = board.cycles[(now + 1) % board.cycles.length] ?? 'alltime'
    const named = talk.given()
    const cycle = board.cycles.find((each) => each === named) ?? following
    const chosen = { ...settings, cycle }
    set(chosen)
    return {
      tone: 'plain',
      text: `leaderboard '${board.id}' shows the cycle ${cycle}`,
      command: commandLine(boardLine(board, chosen)),
    }
  },
}

/** `3`, and why the row itself cannot be shown, if so. */
const rankText = ({ rank, row }: Place): string =>
  row === undefined ? `${rank}; gamify cannot find the row, because too many share this rank` : `${rank}`

/** Goes to the row of a player or team, and marks it. */
export const findOnBoard: Deed<BoardShown> = {
  key: 'o',
  words: 'around',
  takes: '<player or team>',
  about: 'go to the row of a player or team, and mark it',
  whyNot: (board, model) =>
    board !== undefined && needsScope(board, paneStateOf(model).settings)
      ? `this leaderboard needs a ${scopeKind(board)}; press s to choose one`
      : noBoard(board),
  async run(talk, board, { service, settings, set, commandLine }) {
    const what = board.entity_type === 'teams' ? 'team' : 'player'
    const cycle = cycleOf(board, settings)
    const question = {
      title: `Which ${what} on leaderboard '${board.id}'?`,
      about: [`The id of the ${what}.`],
      suggested: service.player,
    }
    const { who, place } = await talk.ask(question, async (text) => {
      const found = await readPlace(service.client, board, { cycle, scope: scopeOf(board, settings), who: text })
      if (found === undefined) throw usageError(`${what} '${text}' is not on leaderboard '${board.id}' (${cycle})`)
      return { who: text, place: found }
    })
    const chosen = { ...settings, cycle, marked: who }
    set(chosen, place.row ?? place.rank - 1)
    const line = `${boardLine(board, chosen)} --around ${shellQuoted(who)}`
    return { tone: 'plain', text: `${what} '${who}' has rank ${rankText(place)}`, command: commandLine(line) }
  },
}

/** Shows a leaderboard within a team or a custom scope. */
export const setScope: Deed<BoardShown> = {
  key: 's',
  words: 'within',
  takes: '<team or scope>',
  about: 'choose the team or scope of the leaderboard',
  whyNot: (board) =>
    noBoard(board) ??
    (board !== undefined && scopeKind(board) === undefined ? 'this leaderboard ranks the whole game' : undefined),
  async run(talk, board, { settings, set, commandLine }) {
    const what = scopeKind(board) ?? 'scope'
    const question = {
      title: `Rank within which ${what}?`,
      about: [`The id of the ${what}.`],
      suggested: scopeOf(board, settings),
    }
    const scope = await talk.ask(question, (text) => text)
    const chosen = withScope(board, settings, scope)
    set(chosen)
    return {
      tone: 'plain',
      text: `leaderboard '${board.id}' ranks within ${what} '${scope}'`,
      command: commandLine(boardLine(board, chosen)),
    }
  },
}
