import type { AccessSetting } from '../kernel/access.ts'
import type { GameEvent } from '../kernel/entry.ts'
import type { PlayerReference } from '../players/player.ts'
import type { LaneRole, NamingSubject, Roles } from './subject.ts'

/** A member's roles after an event; null where the player is in it no longer. */
export interface MemberChange {
  readonly player: string
  readonly roles: Roles | null
}

/** What the engine needs of an event about a process or team: what it comes to, without a look at a design. */
export interface SubjectEffects {
  readonly members?: readonly MemberChange[]
  /** The new owner; null for none any more. */
  readonly owner?: string | null
  /** The request or invitation that is pending no longer. */
  readonly settles?: string
  /** Stands in no feed and nobody is notified: what a bootstrap made. Spec 4.15. */
  readonly quiet?: true
}

/** What role events tell: name of a lane or role -> before and after. Spec 5.3. */
export type RoleChanges = Readonly<
  Record<string, { readonly old: LaneRole | true | null; readonly new: LaneRole | true | null }>
>

interface OfSubject extends GameEvent {
  /** The player who did it; with `admin` the one that it happened to, or nobody. */
  readonly actor?: PlayerReference
  readonly admin?: true
  readonly engine?: SubjectEffects
}

/** Somebody came in, or went. `roles`: of a team role -> rank, of a process lane -> role. Spec 5.3. */
export type MemberCame = OfSubject &
  NamingSubject & { readonly event: 'join'; readonly roles: Readonly<Record<string, number | LaneRole>> }
export type MemberWent = OfSubject & NamingSubject & { readonly event: 'leave' }
export type MemberKicked = OfSubject & NamingSubject & { readonly event: 'kick'; readonly player: PlayerReference }

/** Roles changed: one's own, or those of another. */
export type RolesChanged = OfSubject & NamingSubject & { readonly event: 'role:change'; readonly changes: RoleChanges }
export type RolesAssigned = OfSubject &
  NamingSubject & { readonly event: 'role:assign'; readonly player: PlayerReference; readonly changes: RoleChanges }

/** It belongs to another player now. */
export type OwnershipTransferred = OfSubject &
  NamingSubject & {
    readonly event: 'transfer'
    readonly player: PlayerReference
    readonly new_owner: PlayerReference
  }

export type MemberEvent = MemberCame | MemberWent | MemberKicked | RolesChanged | RolesAssigned | OwnershipTransferred

/** That a process or team is no more; all who were in it are out, and what was pending is cancelled. Spec 5.3. */
export type SubjectDeleted = OfSubject & NamingSubject & { readonly event: 'delete' }

/** Name or access of a process or team changed. In no feed. */
export type SubjectUpdated = GameEvent &
  NamingSubject & {
    readonly event: 'process:updated' | 'team:updated'
    readonly name: string
    readonly access: AccessSetting
  }
