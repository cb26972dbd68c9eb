import { boardCommand } from '../../inspect/board-command.ts'
import { findPosition, scopeKind, type BoardPosition, type Leaderboard } from '../../inspect/leaderboards.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { askBoards, cycleOf, needsScope, scopeOf, withScope } from '../leaderboards.ts'
import { paneStateOf, type Settings } from '../model.ts'
import type { Command } from '../pane.ts'

const noBoard = (board: Leaderboard | undefined): string | undefined =>
  board === undefined ? 'no leaderboard is selected' : undefined

/** Formats the command that shows a leaderboard as the settings say. */
const leaderboardCommand = (board: Leaderboard, settings: Settings, around: readonly string[] = []): string =>
  boardCommand(board, { cycle: cycleOf(board, settings), scope: scopeOf(board, settings), around })

/** The command that shows the next cycle of a leaderboard, or the one that the user names. */
export const nextCycle: Command<Leaderboard> = {
  key: 'c',
  name: 'cycle',
  parameters: '[cycle]',
  description: 'show the next cycle, or the one that you name',
  isView: true,
  disabledReason: (board) =>
    noBoard(board) ?? ((board?.cycles.length ?? 0) < 2 ? 'this leaderboard has only one cycle' : undefined),
  async run(prompt, board, { settings, changeSettings, toCommandLine }) {
    const current = board.cycles.findIndex((each) => each === cycleOf(board, settings))
    const next = board.cycles[(current + 1) % board.cycles.length] ?? 'alltime'
    const named = prompt.nextArgument()
    const cycle = board.cycles.find((each) => each === named) ?? next
    const chosen = { ...settings, cycle }
    changeSettings(chosen)
    return {
      tone: 'plain',
      text: `leaderboard '${board.id}' shows the cycle ${cycle}`,
      commandLine: toCommandLine(leaderboardCommand(board, chosen)),
    }
  },
}

/** Formats a rank, and says why the row cannot be shown if it is not known. */
const rankText = ({ rank, row }: BoardPosition): string =>
  row === undefined ? `${rank}; gamify cannot find the row, because too many share this rank` : `${rank}`

/** The command that goes to the row of a player or team, and marks it. */
export const findOnBoard: Command<Leaderboard> = {
  key: 'o',
  name: 'around',
  parameters: '<player or team>',
  description: 'go to the row of a player or team, and mark it',
  isView: true,
  disabledReason: (board, model) =>
    board !== undefined && needsScope(board, paneStateOf(model).settings)
      ? `this leaderboard needs a ${scopeKind(board)}; press s to choose one`
      : noBoard(board),
  async run(prompt, board, { service, settings, changeSettings, toCommandLine }) {
    const kind = board.entity_type === 'teams' ? 'team' : 'player'
    const cycle = cycleOf(board, settings)
    const question = {
      title: `Which ${kind} on leaderboard '${board.id}'?`,
      hints: [`The id of the ${kind}.`],
      suggested: service.player,
    }
    const { entityId, position } = await prompt.ask(question, async (text) => {
      const found = await findPosition(askBoards, service.client, board, {
        cycle,
        scope: scopeOf(board, settings),
        entityId: text,
      })
      if (found === undefined) throw usageError(`${kind} '${text}' is not on leaderboard '${board.id}' (${cycle})`)
      return { entityId: text, position: found }
    })
    const chosen = { ...settings, cycle, marked: entityId }
    changeSettings(chosen, position.row ?? position.rank - 1)
    return {
      tone: 'plain',
      text: `${kind} '${entityId}' has rank ${rankText(position)}`,
      commandLine: toCommandLine(leaderboardCommand(board, chosen, [entityId])),
    }
  },
}

/** The command that limits a leaderboard to a team or a custom scope. */
export const setScope: Command<Leaderboard> = {
  key: 's',
  name: 'within',
  parameters: '<team or scope>',
  description: 'choose the team or scope of the leaderboard',
  isView: true,
  disabledReason: (board) =>
    noBoard(board) ??
    (board !== undefined && scopeKind(board) === undefined ? 'this leaderboard ranks the whole game' : undefined),
  async run(prompt, board, { settings, changeSettings, toCommandLine }) {
    const kind = scopeKind(board) ?? 'scope'
    const question = {
      title: `Rank within which ${kind}?`,
      hints: [`The id of the ${kind}.`],
      suggested: scopeOf(board, settings),
    }
    const scope = await prompt.ask(question, (text) => text)
    const chosen = withScope(board, settings, scope)
    changeSettings(chosen)
    return {
      tone: 'plain',
      text: `leaderboard '${board.id}' ranks within ${kind} '${scope}'`,
      commandLine: toCommandLine(leaderboardCommand(board, chosen)),
    }
  },
}
