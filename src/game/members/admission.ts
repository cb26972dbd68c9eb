import type { Design } from '../design/design.ts'
import type { AccessSetting } from '../kernel/access.ts'
import type { GameState } from '../game-state.ts'
import { emptyBook } from '../kernel/book.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import { laneRules } from '../processes/lanes.ts'
import { storedProcess } from '../processes/state.ts'
import type { AskedRoles } from '../requests/shapes.ts'
import { rankRules } from '../teams/ranks.ts'
import { storedTeam } from '../teams/state.ts'
import type { RoleChanges } from './shapes.ts'
import { areNone, granted, roleChanges, rolesIn, rolesThat, type HasRole } from './roles.ts'
import { memberCount, memberOf, type Membership } from './state.ts'
import { subjectKey, type LaneRole, type Roles, type Subject, type SubjectReference } from './subject.ts'

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
  readonly read: (body: Readonly<Record<string, unknown>>, use: Asking) => AskedRoles | Fault
  /** Whether a player may change its own roles so without asking anybody. */
  readonly mayTake: (player: string, asked: AskedRoles) => boolean
  /** Whether a player who is in it may go; the owner never does, which is told apart. */
  readonly mayLeave: (player: string) => boolean
  /** Whether a player may throw another out; the owner never is, which is told apart. */
  readonly mayKick: (player: string, other: string) => boolean
  /** Whether a player may offer these roles to one who is not in it; none of them: whether any at all. */
  readonly mayInvite: (player: string, asked: AskedRoles) => boolean
  /** Whether a player may grant, or refuse, these roles to another; none of them: whether any at all. */
  readonly mayGrant: (player: string, candidate: string, asked: AskedRoles) => boolean
  /** Whether a player may take away roles of another. */
  readonly mayStrip: (player: string, other: string) => boolean
  /** Whether a player may look at what is asked for. */
  readonly maySeeRequests: (player: string) => boolean
  /** Who is told of a request for these roles: holders of these roles of the team, and the owner. */
  readonly approvers: (
    candidate: string,
    asked: AskedRoles,
  ) => { readonly roles: readonly string[]; readonly owner: string | null }
  /** Roles as answers and `join` events show them: of a team role -> rank, of a process lane -> role. */
  readonly shown: (roles: Roles) => Readonly<Record<string, number | LaneRole>>
}

/**
 * What a process or team decides about who comes in, which roles they get, and who says so: the rules of its kind, over
 * the state and the design as they are now. Spec 1 "States and transitions", 4.9, 4.10.
 */
export interface Admission extends Omit<RoleRules, 'room' | 'roleless'> {
  readonly subject: Subject & SubjectReference
  readonly owner: string | null
  readonly access: AccessSetting
  /** The membership of a player, with those of its roles that the design has. */
  readonly member: (player: string) => Membership | undefined
  /** Whether a player may see it at all. */
  readonly mayView: (player: string) => boolean
  /**
   * The roles that a player has once those asked for are granted, those besides that the design has not, which are kept:
   * none left is `role_required`, no room for another is `forbidden`.
   */
  readonly rolesAfter: (player: string, asked: AskedRoles) => Roles | Fault
  /** What becomes of a player's roles, as far as the design has them, where they are `after` from now on. */
  readonly changesTo: (player: string, after: Roles) => RoleChanges
}

/** The rules of a process or team; a fault where there is none, or the design has it not. Spec 4.13. */
export function admissionTo(state: GameState, design: Design, subject: Subject): Admission | Fault {
  const { kind, id } = subject
  if (kind === 'process') {
    const process = storedProcess(state, id)
    const definition = process && design.processes.get(process.definition)
    if (!process || !definition) return fault('process_instance_not_found', { id })
    return admissionBy(state, { kind, ...process }, rolesIn(design, kind, process.definition), () =>
      laneRules(definition, process),
    )
  }
  const team = storedTeam(state, id)
  const definition = team && design.teams.get(team.definition)
  if (!team || !definition) return fault('team_instance_not_found', { id })
  return admissionBy(state, { kind, ...team }, rolesIn(design, kind, team.definition), (rolesOf) =>
    rankRules(definition, team, rolesOf),
  )
}

/** Whether a player may see a process or team at all: a PRIVATE one shows itself to those in it alone. Spec 4.9, 4.10. */
export function isShownTo(
  { members, drops }: Pick<GameState, 'members' | 'drops'>,
  { kind, id, access }: Subject & Pick<Admission, 'access'>,
  player: string,
): boolean {
  return access !== 'PRIVATE' || memberOf(members, drops, subjectKey({ kind, id }), player) !== undefined
}

/** The roles of a player that the design has; none where the player is not in it. */
export type RolesOf = (player: string) => Roles

function admissionBy(
  state: GameState,
  { kind, id, name, owner, access }: Subject & SubjectReference & Pick<Admission, 'owner' | 'access'>,
  has: HasRole,
  rulesFor: (rolesOf: RolesOf) => RoleRules,
): Admission {
  const key = subjectKey({ kind, id })
  const stored = (player: string) => memberOf(state.members, state.drops, key, player)
  const member = (player: string): Membership | undefined => {
    const found = stored(player)
    return found && { ...found, roles: rolesThat(found.roles, has) }
  }
  const { room, roleless, ...rules } = rulesFor((player) => rolesThat(stored(player)?.roles ?? emptyBook, has))
  return {
    ...rules,
    subject: { kind, id, name },
    owner,
    access,
    member,
    mayView: (player) => isShownTo(state, { kind, id, access }, player),
    rolesAfter: (player, asked) => {
      const before = stored(player)
      const known = Object.fromEntries(Object.entries(asked).filter(([role]) => has(role)))
      const after = granted(before?.roles ?? emptyBook, known)
      if (!roleless && areNone(rolesThat(after, has))) return fault('role_required', { id: player })
      if (!before && memberCount(state.members, key) >= room)
        return fault('forbidden', { message: `The ${kind} '${id}' has no room for more than ${room} players` })
      return after
    },
    changesTo: (player, after) =>
      roleChanges(rolesThat(stored(player)?.roles ?? emptyBook, has), rolesThat(after, has)),
  }
}
