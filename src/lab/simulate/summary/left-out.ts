import type { Design } from '../../../game/design/design.ts'
import type { GameInfo } from '../../../game/kernel/game-info.ts'
import { lateIn } from '../players.ts'
import type { Simulation } from '../simulation.ts'

/** What readers of a summary need to know that no report has. */
export interface LeftOut {
  /** The number of players in the groups of the simulation. */
  readonly players: number
  /** The number of them who would join after the last day. */
  readonly late: number
  /** The ids of the leaderboards over teams, which have no simulated players on them. */
  readonly teamBoards: readonly string[]
  /** The time zone of the simulated days. */
  readonly timezone: string
}

/** Returns what the report of a simulation leaves out. */
export function leftOutOf(simulation: Simulation, design: Design, { timezone }: GameInfo): LeftOut {
  const boards = Array.from(design.leaderboards.values(), ({ definition }) => definition)
  return {
    players: simulation.groups.reduce((sum, { players }) => sum + players, 0),
    late: lateIn(simulation),
    teamBoards: boards.flatMap(({ id, entities }) => (entities === 'players' ? [] : [id])),
    timezone,
  }
}
