import type { GameInfo } from '../game/kernel/game-info.ts'
import type { Project } from '../project/project.ts'

/** Returns the game of a project as the lab plays it. It has no time of creation, so that reports do not depend on the machine. */
export function simulatedGame(game: Project['game']): GameInfo {
  return { ...game, created: 0 }
}
