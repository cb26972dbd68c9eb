import type { GameState } from '../game-state.ts'
import { storedProcess, type Process } from '../processes/state.ts'
import { storedTeam, type Team } from '../teams/state.ts'
import type { Subject } from './subject.ts'

/** The record of a process or team; undefined where there is none, or its definition was dropped. */
export function recordOf(
  state: Pick<GameState, 'processes' | 'teams' | 'drops'>,
  { kind, id }: Subject,
): Process | Team | undefined {
  return kind === 'process' ? storedProcess(state, id) : storedTeam(state, id)
}
