import { isFault } from '../game/kernel/fault.ts'
import type { Task } from '../game/processes/graph.ts'
import { openTasks, performerIn, type Performer } from '../game/processes/triggers.ts'
import type { LabGame } from './lab-game.ts'

/** A trigger that a player can play now. */
export interface OpenTrigger {
  readonly performer: Performer
  readonly task: Task
}

/** Returns the triggers of processes that a player can play now, in the order of the design. */
export function openTriggers(game: LabGame, player: string, processes: readonly string[]): readonly OpenTrigger[] {
  const context = game.context(player)
  return processes.flatMap((id) => {
    const performer = performerIn(game.state, id, context, 'play')
    if (isFault(performer)) return []
    return openTasks(game.state, performer, context).map((task) => ({ performer, task }))
  })
}
