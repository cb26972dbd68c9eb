import type { Fault } from '../kernel/fault.ts'
import type { RequestedRoles } from '../requests/shapes.ts'
import type { LaneRole, Roles } from './subject.ts'

/** Returns the roles of a player that the design has. There are none if the player is not a member. */
export type RolesOf = (player: string) => Roles

/** The purpose of requested roles. It decides, for example, which fault reports an unknown lane. */
export type RoleUse = 'join' | 'invite' | 'change' | 'transfer'

/** The rules of a process or team: what players may do, depending on the roles of its members. Spec 4.9, 4.10. */
export interface RoleRules {
  /** The fault for players who join, leave or change roles while a team is locked. It does not apply to operators. */
  readonly closed: Fault | undefined
  /** The number of members that it can have. */
  readonly maxMembers: number
  /** Whether a member can be without any role, because the definition has no roles. */
  readonly allowsNoRoles: boolean
  /** Returns the roles that a body requests, with defaults filled in, or a fault for an unknown lane or role. */
  readonly read: (body: Readonly<Record<string, unknown>>, use: RoleUse) => RequestedRoles | Fault
  /** Whether a player may change their own roles in this way without approval. */
  readonly mayTake: (player: string, requested: RequestedRoles) => boolean
  /** Whether a member may leave. The owner can never leave; that is checked separately. */
  readonly mayLeave: (player: string) => boolean
  /** Whether a player may remove another. The owner can never be removed; that is checked separately. */
  readonly mayKick: (player: string, other: string) => boolean
  /** Whether a player may offer these roles to someone who is not a member. Without roles: whether they may offer any. */
  readonly mayInvite: (player: string, requested: RequestedRoles) => boolean
  /** Whether a player may grant or refuse these roles to another. Without roles: whether they may grant any. */
  readonly mayGrant: (player: string, candidate: string, requested: RequestedRoles) => boolean
  /** Whether a player may revoke roles of another. */
  readonly mayRevoke: (player: string, other: string) => boolean
  /** Whether a player may see pending requests. */
  readonly maySeeRequests: (player: string) => boolean
  /** Returns who is notified of a request for these roles: members with one of the returned roles, and the owner. */
  readonly approvers: (
    candidate: string,
    requested: RequestedRoles,
  ) => { readonly roles: readonly string[]; readonly owner: string | null }
  /** Returns roles as answers and `join` events show them: role -> rank in a team, lane -> role in a process. */
  readonly shown: (roles: Roles) => Readonly<Record<string, number | LaneRole>>
}
