import type { AccessSetting } from '../kernel/access.ts'
import type { GameEvent } from '../kernel/entry.ts'
import type { SubjectEffects } from '../members/events.ts'
import type { SubjectReference } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'

/** A team was made. `engine.made` is what the record starts with. Spec 5.3. */
export interface TeamCreated extends GameEvent {
  readonly event: 'create'
  readonly actor?: PlayerReference
  readonly admin?: true
  readonly team: SubjectReference
  readonly engine: SubjectEffects & {
    readonly made: { readonly definition: string; readonly access: AccessSetting }
  }
}

/** A team was locked, or unlocked. In no feed. */
export interface TeamLocked extends GameEvent {
  readonly event: 'team:locked' | 'team:unlocked'
  readonly team: SubjectReference
}

export type TeamEvent = TeamCreated | TeamLocked
