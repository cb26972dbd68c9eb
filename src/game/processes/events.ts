import type { AccessSetting } from '../kernel/access.ts'
import type { GameEvent } from '../kernel/entry.ts'
import type { SubjectEffects } from '../members/events.ts'
import type { SubjectReference } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import type { Process } from './state.ts'

/** A process began. `engine.made` is what the record starts with. Spec 5.3. */
export interface ProcessCreated extends GameEvent {
  readonly event: 'create'
  readonly actor?: PlayerReference
  readonly admin?: true
  readonly process: SubjectReference
  readonly engine: SubjectEffects & {
    readonly owner: string
    readonly made: {
      readonly definition: string
      readonly access: AccessSetting
      readonly nodes: Process['nodes']
      readonly state: Process['state']
    }
  }
}
