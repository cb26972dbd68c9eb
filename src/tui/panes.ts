import type { Command } from './command.ts'
import { clockDeeds } from './commands/clock.ts'
import { snapshotDeeds } from './commands/game.ts'
import type { PaneName } from './model.ts'
import type { Pane } from './pane.ts'
import { boards } from './panes/boards.ts'
import { design } from './panes/design.ts'
import { log } from './panes/log.ts'
import { players } from './panes/players.ts'
import { processes } from './panes/processes.ts'
import { teams } from './panes/teams.ts'

/** Every pane. */
export const panes: Readonly<Record<PaneName, Pane>> = { players, boards, processes, teams, design, log }

/** The actions of every pane. */
export const globalCommands: readonly Command[] = [...clockDeeds, ...snapshotDeeds]
