import type { Fault } from '../kernel/fault.ts'
import type { RequestedRoles } from '../requests/shapes.ts'
import type { LaneRole, Roles } from './subject.ts'

/** The roles of a player that the design has; none where the player is not in it. */
export type RolesOf = (player: string) => Roles

/** What roles are asked for: an unknown lane is told by another fault when coming in than when in already. */
export type Asking = 'join' | 'invite' | 'change' | 'transfer'

/** The rules of a kind: who may do what to whom, by the roles of those who are in it. Spec 4.9, 4.10. */
export interface RoleRules {
  /** Why no player may come, go or change roles now: a locked team. Operators are not bound. */
  readonly closed: Fault | undefined
  /** How many may be in it. */
  readonly room: number
  /** Whether one can be in it without any role, as the design has none. */
  readonly roleless: boolean
  /** The roles that a body asks for, what it leaves open filled in: an unknown lane or role is a fault. */
  readonly read: (body: Readonly<Record<string, unknown>>, use: Asking) => RequestedRoles | Fault
  /** Whether a player may change its own roles so without asking anybody. */
  readonly mayTake: (player: string, asked: RequestedRoles) => boolean
  /** Whether a player who is in it may go; the owner never does, which is told apart. */
  readonly mayLeave: (player: string) => boolean
  /** Whether a player may throw another out; the owner never is, which is told apart. */
  readonly mayKick: (player: string, other: string) => boolean
  /** Whether a player may offer these roles to one who is not in it; none of them: whether any at all. */
  readonly mayInvite: (player: string, asked: RequestedRoles) => boolean
  /** Whether a player may grant, or refuse, these roles to another; none of them: whether any at all. */
  readonly mayGrant: (player: string, candidate: string, asked: RequestedRoles) => boolean
  /** Whether a player may take away roles of another. */
  readonly mayStrip: (player: string, other: string) => boolean
  /** Whether a player may look at what is asked for. */
  readonly maySeeRequests: (player: string) => boolean
  /** Who is told of a request for these roles: holders of these roles of the team, and the owner. */
  readonly approvers: (
    candidate: string,
    asked: RequestedRoles,
  ) => { readonly roles: readonly string[]; readonly owner: string | null }
  /** Roles as answers and `join` events show them: of a team role -> rank, of a process lane -> role. */
  readonly shown: (roles: Roles) => Readonly<Record<string, number | LaneRole>>
}
