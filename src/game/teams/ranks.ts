import { getNamed } from '../kernel/name-map.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import type { RoleUse, RoleRules, RolesOf } from '../members/role-rules.ts'
import type { Roles } from '../members/subject.ts'
import type { RequestedRoles } from '../requests/shapes.ts'
import type { Right, TeamDefinition, TeamRole } from './design.ts'
import type { Team } from './state.ts'

/** What the rules of a team read of its definition. */
export type Ranks = Pick<TeamDefinition, 'roles' | 'creatorRoles' | 'maxPlayers'>

/**
 * The rules of a team: the owner may do everything, a member what its roles allow, to those of lower rank. Spec 4.10.
 */
export function rankRules(
  definition: Ranks,
  { id, owner, locked }: Pick<Team, 'id' | 'owner' | 'locked'>,
  rolesOf: RolesOf,
): RoleRules {
  const { roles } = definition
  const held = (player: string) => heldRoles(definition, rolesOf(player))
  const isOwner = (player: string): boolean => player === owner
  const mayStrip = (player: string, other: string): boolean =>
    isOwner(player) || outranks(held(player), held(other), assigns)
  return {
    closed: locked ? fault('team_locked', { id }) : undefined,
    maxMembers: definition.maxPlayers,
    allowsNoRoles: roles.size === 0,
    read: (body, use) => readRoles(definition, body, use),
    // PUBLIC frees joining, not later changes. Spec 1 `POST .../roles`, 4.15.
    mayTake: (player, asked) => isOwner(player) || takesLower(definition, held(player), asked),
    // Who has lost every role with the design that had them is not kept in.
    mayLeave: (player) => held(player).length === 0 || holds(held(player), 'leave'),
    mayKick: (player, other) => isOwner(player) || outranks(held(player), isOwner(other) ? [] : held(other), kicks),
    mayInvite: (player, asked) => isOwner(player) || reaches(definition, held(player), [], asked),
    mayGrant: (player, candidate, asked) =>
      isOwner(player) || reaches(definition, held(player), held(candidate), asked),
    mayRevoke: mayStrip,
    maySeeRequests: (player) => isOwner(player) || reaches(definition, held(player), [], {}),
    approvers: (candidate, asked) => ({
      roles: [...roles.values()]
        .filter((role) => reaches(definition, [role], held(candidate), asked))
        .map(({ name }) => name),
      owner,
    }),
    shown: (given) => Object.fromEntries(heldRoles(definition, given).map(({ name, rank }) => [name, rank])),
  }
}

/** Whether the owner, or who has a role that allows it, may lock and unlock a team. Spec 4.10. */
export function mayLock(definition: Ranks, owner: string | null, player: string, roles: Roles): boolean {
  return player === owner || holds(heldRoles(definition, roles), 'lock')
}

/** The roles of the design among those given, the lowest first. */
export function heldRoles({ roles }: Pick<TeamDefinition, 'roles'>, given: Roles): readonly TeamRole[] {
  return [...roles.values()].filter(({ name }) => getNamed(given, name) !== undefined)
}

/** The highest rank of some roles; 0 where there are none. */
function rankOf(roles: readonly TeamRole[]): number {
  return roles.at(-1)?.rank ?? 0
}

const holds = (roles: readonly TeamRole[], right: Right): boolean => roles.some(({ rights }) => rights[right])
const assigns = ({ rights }: TeamRole): boolean => rights.assign === true
const kicks = ({ rights }: TeamRole): boolean => rights.kick ?? rights.assign === true

/** Whether one of higher rank has a role that allows something. */
function outranks(own: readonly TeamRole[], theirs: readonly TeamRole[], allows: (role: TeamRole) => boolean): boolean {
  return rankOf(theirs) < rankOf(own) && own.some(allows)
}

/**
 * Whether who has some roles may give another, who has `theirs`, those asked for: with `assign` what is lower than one's own
 * rank to who is of lower rank, with `peer` that role itself to who is of no higher one. Where nothing is asked for that
 * the other has not: whether there is anything to give.
 */
function reaches(
  definition: Ranks,
  own: readonly TeamRole[],
  theirs: readonly TeamRole[],
  asked: RequestedRoles,
): boolean {
  const assigning = outranks(own, theirs, assigns)
  const peers = rankOf(theirs) <= rankOf(own) ? own.filter(({ rights }) => rights.peer) : []
  if (!assigning && peers.length === 0) return false
  return added(definition, theirs, asked).every(
    (role) => (assigning && role.rank < rankOf(own)) || peers.includes(role),
  )
}

/** Whether the change gives up roles, or takes those below one's own rank, which who assigns may. */
function takesLower(definition: Ranks, own: readonly TeamRole[], asked: RequestedRoles): boolean {
  return added(definition, own, asked).every(({ rank }) => rank < rankOf(own) && own.some(assigns))
}

/** The roles that are asked for and not had. */
function added({ roles }: Ranks, had: readonly TeamRole[], asked: RequestedRoles): readonly TeamRole[] {
  return Object.entries(asked).flatMap(([name, wanted]) => {
    const role = wanted ? roles.get(name) : undefined
    return role && !had.includes(role) ? [role] : []
  })
}

/**
 * The roles that a body asks for, in order of rank: the lowest one for who comes in without a word, those of a creator for
 * who takes a team over. `false` gives one up, and means nothing to who has none. Spec 4.10, 4.15.
 */
function readRoles(definition: Ranks, body: Readonly<Record<string, unknown>>, use: RoleUse): RequestedRoles | Fault {
  const { roles } = definition
  const named = new Map(Object.entries(body))
  for (const [name, value] of named) {
    if (!roles.has(name)) return fault('invalid_role', { role: name, expected: listed(roles.keys()) })
    if (typeof value !== 'boolean')
      return fault('invalid_role', { message: `The role '${name}' must be true or false` })
  }
  const comes = use === 'join' || use === 'invite'
  const asked = [...roles.keys()].filter((name) => named.has(name) && (named.get(name) || !comes))
  if (asked.length > 0) return Object.fromEntries(asked.map((name) => [name, named.get(name) as boolean]))
  if (named.size > 0) return fault('invalid_role', { message: 'At least one role must be true' })
  return Object.fromEntries(usualRoles(definition, use).map((name) => [name, true]))
}

function usualRoles({ roles, creatorRoles }: Ranks, use: RoleUse): readonly string[] {
  if (use === 'change') return []
  return use === 'transfer' ? creatorRoles : [...roles.keys()].slice(0, 1)
}

const listed = (names: Iterable<string>): string => [...names].map((name) => `'${name}'`).join(', ')
