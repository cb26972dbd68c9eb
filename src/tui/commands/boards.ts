import { usageError } from '../../terminal/cli-error.ts'
import { shellQuoted } from '../../terminal/render/shell-quoted.ts'
import {
  cycleOf,
  needsScope,
  findPosition,
  scopeKind,
  scopeOf,
  withScope,
  type Leaderboard,
  type BoardPosition,
} from '../leaderboards.ts'
import type { Command } from '../command.ts'
import { paneStateOf, type Settings } from '../model.ts'

const noBoard = (board: Leaderboard | undefined): string | undefined =>
  board === undefined ? 'no leaderboard is selected' : undefined

/** `gamify leaderboard top --cycle daily`. */
function boardLine(board: Leaderboard, settings: Settings): string {
  const scope = scopeOf(board, settings)
  const within = scope === '' ? '' : ` --${scopeKind(board)} ${shellQuoted(scope)}`
  return `leaderboard ${shellQuoted(board.id)} --cycle ${cycleOf(board, settings)}${within}`
}

/** Shows the next cycle of a leaderboard. */
export const nextCycle: Command<Leaderboard> = {
  key: 'c',
  name: 'cycle',
  parameters: '[cycle]',
  description: 'show the next cycle, or the one that you name',
  disabledReason: (board) =>
    noBoard(board) ?? ((board?.cycles.length ?? 0) < 2 ? 'this leaderboard has only one cycle' : undefined),
  async run(prompt, board, { settings, set, toCommandLine }) {
    const now = board.cycles.findIndex((each) => each === cycleOf(board, settings))
    const following = board.cycles[(now + 1) % board.cycles.length] ?? 'alltime'
    const named = prompt.nextArgument()
    const cycle = board.cycles.find((each) => each === named) ?? following
    const chosen = { ...settings, cycle }
    set(chosen)
    return {
      tone: 'plain',
      text: `leaderboard '${board.id}' shows the cycle ${cycle}`,
      commandLine: toCommandLine(boardLine(board, chosen)),
    }
  },
}

/** `3`, and why the row itself cannot be shown, if so. */
const rankText = ({ rank, row }: BoardPosition): string =>
  row === undefined ? `${rank}; gamify cannot find the row, because too many share this rank` : `${rank}`

/** Goes to the row of a player or team, and marks it. */
export const findOnBoard: Command<Leaderboard> = {
  key: 'o',
  name: 'around',
  parameters: '<player or team>',
  description: 'go to the row of a player or team, and mark it',
  disabledReason: (board, model) =>
    board !== undefined && needsScope(board, paneStateOf(model).settings)
      ? `this leaderboard needs a ${scopeKind(board)}; press s to choose one`
      : noBoard(board),
  async run(prompt, board, { service, settings, set, toCommandLine }) {
    const what = board.entity_type === 'teams' ? 'team' : 'player'
    const cycle = cycleOf(board, settings)
    const question = {
      title: `Which ${what} on leaderboard '${board.id}'?`,
      hints: [`The id of the ${what}.`],
      suggested: service.player,
    }
    const { who, position } = await prompt.ask(question, async (text) => {
      const found = await findPosition(service.client, board, { cycle, scope: scopeOf(board, settings), who: text })
      if (found === undefined) throw usageError(`${what} '${text}' is not on leaderboard '${board.id}' (${cycle})`)
      return { who: text, position: found }
    })
    const chosen = { ...settings, cycle, marked: who }
    set(chosen, position.row ?? position.rank - 1)
    const line = `${boardLine(board, chosen)} --around ${shellQuoted(who)}`
    return { tone: 'plain', text: `${what} '${who}' has rank ${rankText(position)}`, commandLine: toCommandLine(line) }
  },
}

/** Shows a leaderboard within a team or a custom scope. */
export const setScope: Command<Leaderboard> = {
  key: 's',
  name: 'within',
  parameters: '<team or scope>',
  description: 'choose the team or scope of the leaderboard',
  disabledReason: (board) =>
    noBoard(board) ??
    (board !== undefined && scopeKind(board) === undefined ? 'this leaderboard ranks the whole game' : undefined),
  async run(prompt, board, { settings, set, toCommandLine }) {
    const what = scopeKind(board) ?? 'scope'
    const question = {
      title: `Rank within which ${what}?`,
      hints: [`The id of the ${what}.`],
      suggested: scopeOf(board, settings),
    }
    const scope = await prompt.ask(question, (text) => text)
    const chosen = withScope(board, settings, scope)
    set(chosen)
    return {
      tone: 'plain',
      text: `leaderboard '${board.id}' ranks within ${what} '${scope}'`,
      commandLine: toCommandLine(boardLine(board, chosen)),
    }
  },
}
