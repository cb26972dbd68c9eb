import { getNamed } from '../kernel/name-map.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { shortName } from '../kernel/message-text.ts'
import type { RoleRules, RoleUse } from '../members/role-rules.ts'
import type { LaneRole, Roles } from '../members/subject.ts'
import type { RequestedRoles } from '../requests/shapes.ts'
import type { ProcessDefinition } from './definition.ts'
import type { Process } from './state.ts'

/** Stands for every lane where roles are asked for. Spec 4.9. */
const EVERY_LANE = '*'

/** What the rules of a process read of its definition. */
export type Lanes = Pick<ProcessDefinition, 'lanes' | 'defaultLanes'>

/**
 * The rules of a process: its owner alone invites, grants and throws out; one's own roles are free where it is PUBLIC.
 * Spec 1 "Processes", 4.9.
 */
export function laneRules(definition: Lanes, { owner, access }: Pick<Process, 'owner' | 'access'>): RoleRules {
  const isOwner = (player: string): boolean => player === owner
  return {
    closed: undefined,
    maxMembers: Infinity,
    allowsNoRoles: false,
    read: (body, use) => readLanes(definition, body, use),
    mayTake: (player) => access === 'PUBLIC' || isOwner(player),
    mayLeave: () => true,
    mayKick: isOwner,
    mayInvite: isOwner,
    mayGrant: isOwner,
    mayRevoke: isOwner,
    maySeeRequests: isOwner,
    approvers: () => ({ roles: [], owner }),
    shown: (roles) => Object.fromEntries(lanesHeld(definition, roles)),
  }
}

/** The roles of a performer in the lanes that the design has. */
export function lanesHeld(
  { lanes }: Pick<ProcessDefinition, 'lanes'>,
  roles: Roles,
): readonly (readonly [lane: string, role: LaneRole])[] {
  return lanes.flatMap((lane) => {
    const role = getNamed(roles, lane)
    return role === undefined ? [] : [[lane, role as LaneRole] as const]
  })
}

/**
 * The role in each lane that a body asks for: the default lanes for a body that names none. A lane's own name goes before
 * `*`. `false` gives a lane up, where one is in it already. Spec 1 "Conventions", 4.9.
 */
function readLanes(
  { lanes, defaultLanes }: Lanes,
  body: Readonly<Record<string, unknown>>,
  use: RoleUse,
): RequestedRoles | Fault {
  const named = Object.entries(body)
  if (named.length === 0 && use !== 'change') return Object.fromEntries(defaultLanes.map((lane) => [lane, 'player']))
  const asked = new Map<string, LaneRole | false>()
  for (const [lane, value] of named) {
    if (lane !== EVERY_LANE && !lanes.includes(lane)) return unknownLane(lane, lanes, use)
    const role = readRole(value, use)
    if (isFault(role)) return role
    asked.set(lane, role)
  }
  return Object.fromEntries(
    lanes.flatMap((lane) => {
      const role = asked.get(lane) ?? asked.get(EVERY_LANE)
      return role === undefined ? [] : [[lane, role]]
    }),
  )
}

function unknownLane(lane: string, lanes: readonly string[], use: RoleUse): Fault {
  const code = use === 'join' || use === 'invite' ? 'invalid_lanes' : 'invalid_lane'
  return fault(code, { lane, lanes: lanes.map((name) => `'${name}'`).join(', ') })
}

function readRole(value: unknown, use: RoleUse): LaneRole | false | Fault {
  if (value === 'player' || value === 'observer') return value
  if (value === false && use === 'change') return value
  const expected = `'player'${use === 'change' ? ", 'observer' or false" : " or 'observer'"}`
  // What is no text is told as JSON: an object may have a `toString` of its own, which is no function.
  const role = shortName(typeof value === 'string' ? value : JSON.stringify(value))
  return fault('invalid_role', { role, expected })
}
