import { storedProcess, type Process, type ProcessesAndDrops } from '../processes/state.ts'
import { storedTeam, type Team, type TeamsAndDrops } from '../teams/state.ts'
import type { Subject } from './subject.ts'

/** The record of a process or team; undefined where there is none, or its definition was dropped. */
export function recordOf(state: ProcessesAndDrops & TeamsAndDrops, { kind, id }: Subject): Process | Team | undefined {
  return kind === 'process' ? storedProcess(state, id) : storedTeam(state, id)
}
