import type { ApiClient } from '../../auth/clients.ts'
import type { Row } from '../row.ts'
import type { ServedGame, ServedRuntime } from '../served-game.ts'
import { runCommands, type Report } from './command-run.ts'
import { executeLine } from './line-execution.ts'
import { stepRows } from './step-rows.ts'

/** Executes the lines in a body, as `runCommands` does, on a runtime and for a client. */
export type Commands = (pieces: AsyncIterable<Buffer>, runtime: ServedRuntime, client: ApiClient) => Promise<Report>

/** Commands that lead to these rows. Loaded when somebody first sends one: the schemas of steps are made then. */
export function openCommands(game: ServedGame, rows: readonly Row[]): Commands {
  const find = stepRows(rows)
  return (pieces, runtime, client) => {
    const site = { game, runtime, client, find }
    return runCommands(pieces, (text) => executeLine(site, text))
  }
}
