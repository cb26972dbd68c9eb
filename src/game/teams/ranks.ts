import { fault, type Fault } from '../kernel/fault.ts'
import { getNamed } from '../kernel/name-map.ts'
import type { RoleUse, RoleRules, RolesOf } from '../members/role-rules.ts'
import type { Roles } from '../members/subject.ts'
import type { RequestedRoles } from '../requests/shapes.ts'
import type { Right, TeamDefinition, TeamRole } from './design.ts'
import type { Team } from './state.ts'

/** The part of a team definition that its rules read. */
export type Ranks = Pick<TeamDefinition, 'roles' | 'creatorRoles' | 'maxPlayers'>

/**
 * Returns the rules of a team: the owner may do everything; members may do what their roles allow, to members of lower rank.
 * Spec 4.10.
 */
export function rankRules(
  definition: Ranks,
  { id, owner, locked }: Pick<Team, 'id' | 'owner' | 'locked'>,
  rolesOf: RolesOf,
): RoleRules {
  const { roles } = definition
  const held = (player: string) => heldRoles(definition, rolesOf(player))
  const isOwner = (player: string): boolean => player === owner
  const mayRevoke = (player: string, other: string): boolean =>
    isOwner(player) || outranks(held(player), held(other), assigns)
  return {
    closed: locked ? fault('team_locked', { id }) : undefined,
    maxMembers: definition.maxPlayers,
    allowsNoRoles: roles.size === 0,
    read: (body, use) => readRoles(definition, body, use),
    // A PUBLIC team lets everyone join, but later changes of roles still need approval. Spec 1 `POST .../roles`, 4.15.
    mayTake: (player, requested) => isOwner(player) || takesOnlyLower(definition, held(player), requested),
    // A member who lost all roles in a new design may leave.
    mayLeave: (player) => held(player).length === 0 || holds(held(player), 'leave'),
    mayKick: (player, other) => isOwner(player) || outranks(held(player), isOwner(other) ? [] : held(other), kicks),
    mayInvite: (player, requested) => isOwner(player) || mayGive(definition, held(player), [], requested),
    mayGrant: (player, candidate, requested) =>
      isOwner(player) || mayGive(definition, held(player), held(candidate), requested),
    mayRevoke,
    maySeeRequests: (player) => isOwner(player) || mayGive(definition, held(player), [], {}),
    approvers: (candidate, requested) => ({
      roles: [...roles.values()]
        .filter((role) => mayGive(definition, [role], held(candidate), requested))
        .map(({ name }) => name),
      owner,
    }),
    shown: (given) => Object.fromEntries(heldRoles(definition, given).map(({ name, rank }) => [name, rank])),
  }
}

/** Whether a player may lock and unlock a team: the owner, or a member with a role that allows it. Spec 4.10. */
export function mayLock(definition: Ranks, owner: string | null, player: string, roles: Roles): boolean {
  return player === owner || holds(heldRoles(definition, roles), 'lock')
}

/** Returns those of the given roles that the design has, the lowest first. */
export function heldRoles({ roles }: Pick<TeamDefinition, 'roles'>, given: Roles): readonly TeamRole[] {
  return [...roles.values()].filter(({ name }) => getNamed(given, name) !== undefined)
}

/** Returns the highest rank of some roles, or 0 if there are none. */
function rankOf(roles: readonly TeamRole[]): number {
  return roles.at(-1)?.rank ?? 0
}

const holds = (roles: readonly TeamRole[], right: Right): boolean => roles.some(({ rights }) => rights[right])
const assigns = ({ rights }: TeamRole): boolean => rights.assign === true
const kicks = ({ rights }: TeamRole): boolean => rights.kick ?? rights.assign === true

/** Whether `own` has a higher rank than `theirs`, and contains a role that allows something. */
function outranks(own: readonly TeamRole[], theirs: readonly TeamRole[], allows: (role: TeamRole) => boolean): boolean {
  return rankOf(theirs) < rankOf(own) && own.some(allows)
}

/**
 * Whether a player with the roles `own` may give the requested ones to a player who has `theirs`. With `assign`, a player may
 * give roles below their own rank to players of lower rank. With `peer`, a player may give that role itself to players of the
 * same or lower rank. If no new role is requested, returns whether the player may give any role.
 */
function mayGive(
  definition: Ranks,
  own: readonly TeamRole[],
  theirs: readonly TeamRole[],
  requested: RequestedRoles,
): boolean {
  const assigning = outranks(own, theirs, assigns)
  const peers = rankOf(theirs) <= rankOf(own) ? own.filter(({ rights }) => rights.peer) : []
  if (!assigning && peers.length === 0) return false
  return newRoles(definition, theirs, requested).every(
    (role) => (assigning && role.rank < rankOf(own)) || peers.includes(role),
  )
}

/** Whether a player's own change only gives up roles or, with the right to assign, adds roles below the player's rank. */
function takesOnlyLower(definition: Ranks, own: readonly TeamRole[], requested: RequestedRoles): boolean {
  return newRoles(definition, own, requested).every(({ rank }) => rank < rankOf(own) && own.some(assigns))
}

/** Returns the requested roles that a player does not have yet. */
function newRoles({ roles }: Ranks, current: readonly TeamRole[], requested: RequestedRoles): readonly TeamRole[] {
  return Object.entries(requested).flatMap(([name, wanted]) => {
    const role = wanted ? roles.get(name) : undefined
    return role && !current.includes(role) ? [role] : []
  })
}

/**
 * Returns the roles that a body requests, in order of rank. If it names none, the default is the lowest role for a new member
 * and the creator's roles for a new owner. `false` gives up a role and is ignored for a new member. Spec 4.10, 4.15.
 */
function readRoles(definition: Ranks, body: Readonly<Record<string, unknown>>, use: RoleUse): RequestedRoles | Fault {
  const { roles } = definition
  const named = new Map(Object.entries(body))
  for (const [name, value] of named) {
    if (!roles.has(name)) return fault('invalid_role', { role: name, expected: listed(roles.keys()) })
    if (typeof value !== 'boolean')
      return fault('invalid_role', { message: `The role '${name}' must be true or false` })
  }
  const isJoining = use === 'join' || use === 'invite'
  const requested = [...roles.keys()].filter((name) => named.has(name) && (named.get(name) || !isJoining))
  if (requested.length > 0) return Object.fromEntries(requested.map((name) => [name, named.get(name) as boolean]))
  if (named.size > 0) return fault('invalid_role', { message: 'At least one role must be true' })
  return Object.fromEntries(defaultRoles(definition, use).map((name) => [name, true]))
}

function defaultRoles({ roles, creatorRoles }: Ranks, use: RoleUse): readonly string[] {
  if (use === 'change') return []
  return use === 'transfer' ? creatorRoles : [...roles.keys()].slice(0, 1)
}

const listed = (names: Iterable<string>): string => [...names].map((name) => `'${name}'`).join(', ')
