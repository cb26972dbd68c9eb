import { fault, type Fault } from '../kernel/fault.ts'
import type { AccessSetting } from '../kernel/game-info.ts'
import { emptyNameMap } from '../kernel/name-map.ts'
import { laneRules } from '../processes/lanes.ts'
import { storedProcess, type ProcessesAndDrops, type Process } from '../processes/state.ts'
import type { RequestedRoles } from '../requests/shapes.ts'
import { rankRules } from '../teams/ranks.ts'
import { storedTeam, type TeamsAndDrops, type Team } from '../teams/state.ts'
import type { RoleRules, RolesOf } from './role-rules.ts'
import {
  roleChanges,
  type HasRole,
  type RoleDefinitions,
  isEmpty,
  withRequested,
  roleChecker,
  filterRoles,
} from './roles.ts'
import type { RoleChanges } from './shapes.ts'
import { memberCount, memberOf, type Members, type Membership } from './state.ts'
import { subjectKey, type Roles, type Subject, type SubjectReference } from './subject.ts'

/**
 * A process or team with the rules for joining it, for roles and for who decides about them, applied to the current state
 * and design. Spec 1 "States and transitions", 4.9, 4.10.
 */
export interface Admission extends Omit<RoleRules, 'maxMembers' | 'allowsNoRoles'> {
  readonly subject: Subject & SubjectReference
  readonly owner: string | null
  readonly access: AccessSetting
  /** Returns the membership of a player, with only the roles that the design has. */
  readonly member: (player: string) => Membership | undefined
  /** Whether a player may see the process or team. */
  readonly mayView: (player: string) => boolean
  /**
   * Returns the roles of a player after the requested ones are granted, including roles that the design no longer has.
   * Returns `role_required` if no role would be left, and `forbidden` if there is no room for another player.
   */
  readonly rolesAfter: (player: string, requested: RequestedRoles) => Roles | Fault
  /** Returns how a player's roles change if they become `after`, limited to roles that the design has. */
  readonly changesTo: (player: string, after: Roles) => RoleChanges
}

/** The parts of the state that an admission reads. */
interface AdmissionState extends ProcessesAndDrops, TeamsAndDrops {
  readonly members: Members
}

/** Returns the admission of a process or team. Returns a fault if it or its definition does not exist. Spec 4.13. */
export function admissionTo(state: AdmissionState, design: RoleDefinitions, subject: Subject): Admission | Fault {
  const { kind, id } = subject
  if (kind === 'process') {
    const process = storedProcess(state, id)
    const definition = process && design.processes.get(process.definition)
    if (!process || !definition) return fault('process_instance_not_found', { id })
    return admissionBy(state, { kind, ...process }, roleChecker(design, kind, process.definition), () =>
      laneRules(definition, process),
    )
  }
  const team = storedTeam(state, id)
  const definition = team && design.teams.get(team.definition)
  if (!team || !definition) return fault('team_instance_not_found', { id })
  return admissionBy(state, { kind, ...team }, roleChecker(design, kind, team.definition), (rolesOf) =>
    rankRules(definition, team, rolesOf),
  )
}

/** Whether a player may see a process or team. Only its members may see a PRIVATE one. Spec 4.9, 4.10. */
export function isShownTo(
  { members, drops }: Pick<AdmissionState, 'members' | 'drops'>,
  { kind, id, access }: Subject & Pick<Admission, 'access'>,
  player: string,
): boolean {
  return access !== 'PRIVATE' || memberOf(members, drops, subjectKey({ kind, id }), player) !== undefined
}

function admissionBy(
  state: AdmissionState,
  { kind, id, name, owner, access }: Subject & SubjectReference & Pick<Admission, 'owner' | 'access'>,
  has: HasRole,
  rulesFor: (rolesOf: RolesOf) => RoleRules,
): Admission {
  const key = subjectKey({ kind, id })
  const stored = (player: string) => memberOf(state.members, state.drops, key, player)
  const member = (player: string): Membership | undefined => {
    const found = stored(player)
    return found && { ...found, roles: filterRoles(found.roles, has) }
  }
  const { maxMembers, allowsNoRoles, ...rules } = rulesFor((player) =>
    filterRoles(stored(player)?.roles ?? emptyNameMap, has),
  )
  return {
    ...rules,
    subject: { kind, id, name },
    owner,
    access,
    member,
    mayView: (player) => isShownTo(state, { kind, id, access }, player),
    rolesAfter: (player, requested) => {
      const before = stored(player)
      const knownRoles = Object.fromEntries(Object.entries(requested).filter(([role]) => has(role)))
      const after = withRequested(before?.roles ?? emptyNameMap, knownRoles)
      if (!allowsNoRoles && isEmpty(filterRoles(after, has))) return fault('role_required', { id: player })
      if (!before && memberCount(state.members, key) >= maxMembers)
        return fault('forbidden', { message: `The ${kind} '${id}' has no room for more than ${maxMembers} players` })
      return after
    },
    changesTo: (player, after) =>
      roleChanges(filterRoles(stored(player)?.roles ?? emptyNameMap, has), filterRoles(after, has)),
  }
}

/** Returns the record of a process or team. Undefined if it does not exist or its definition was dropped. */
export function recordOf(state: ProcessesAndDrops & TeamsAndDrops, { kind, id }: Subject): Process | Team | undefined {
  return kind === 'process' ? storedProcess(state, id) : storedTeam(state, id)
}
