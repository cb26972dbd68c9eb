import type { Deed } from './deed.ts'
import { clockDeeds } from './deeds/clock-deeds.ts'
import { snapshotDeeds } from './deeds/snapshot-deeds.ts'
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
export const everywhere: readonly Deed[] = [...clockDeeds, ...snapshotDeeds]
