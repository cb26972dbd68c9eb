import type { GameEvent } from '../kernel/entry.ts'
import type { SubjectEffects } from '../members/events.ts'
import type { RoleChanges } from '../members/events.ts'
import type { LaneRole, NamingSubject } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'

/** Roles that are asked for or offered: of a process lane -> role (`false` to give one up), of a team role -> true or false. */
export type AskedRoles = Readonly<Record<string, LaneRole | boolean>>

interface OfRequest extends GameEvent {
  readonly actor: PlayerReference
  readonly engine?: SubjectEffects & {
    /**
     * Who may approve a request, as it was made: holders of these roles of the team (and the owner, who is notified by
     * name in `owner`).
     */
    readonly approvers?: { readonly roles: readonly string[]; readonly owner: string | null }
  }
}

/** A player was invited. Its id is that of the invitation. Spec 5.3. */
export type PlayerInvited = OfRequest &
  NamingSubject & {
    readonly event: 'invite'
    readonly invitee: PlayerReference
    readonly roles: AskedRoles
    readonly state: 'PENDING'
  }

/** A player asks to come in, or for other roles. Its id is that of the request. */
export type AccessRequested = OfRequest &
  NamingSubject & {
    readonly event: 'join:request' | 'role:request'
    readonly roles: AskedRoles
    readonly state: 'PENDING'
  }

/** An invitee said yes or no. */
export type InviteAnswered = OfRequest &
  NamingSubject & {
    readonly event: 'invite:accept' | 'invite:reject'
    readonly inviter: PlayerReference
    readonly roles: AskedRoles
  }

/** A request to come in was granted or refused. */
export type JoinAnswered = OfRequest &
  NamingSubject & {
    readonly event: 'join:request:accept' | 'join:request:reject'
    readonly player: PlayerReference
  }

/** A request for other roles was granted or refused. */
export type RolesAnswered = OfRequest &
  NamingSubject & {
    readonly event: 'role:request:accept' | 'role:request:reject'
    readonly player: PlayerReference
    readonly changes: RoleChanges
  }

/** An invitation was taken back by its sender. In no feed. */
export type RequestCancelled = GameEvent &
  NamingSubject & { readonly event: 'request:cancelled'; readonly engine: SubjectEffects }

export type RequestEvent =
  | PlayerInvited
  | AccessRequested
  | InviteAnswered
  | JoinAnswered
  | RolesAnswered
  | RequestCancelled
