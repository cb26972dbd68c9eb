import type { AccessSetting } from '../kernel/access.ts'
import { emptyNameMap } from '../kernel/name-map.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import { laneRules } from '../processes/lanes.ts'
import { storedProcess, type ProcessesAndDrops, type Process } from '../processes/state.ts'
import type { RequestedRoles } from '../requests/shapes.ts'
import { rankRules } from '../teams/ranks.ts'
import { storedTeam, type TeamsAndDrops, type Team } from '../teams/state.ts'
import type { RoleRules, RolesOf } from './role-rules.ts'
import type { RoleChanges } from './shapes.ts'
import { areNone, granted, roleChanges, rolesIn, rolesThat, type HasRole, type RoleDefinitions } from './roles.ts'
import { memberCount, memberOf, type Members, type Membership } from './state.ts'
import { subjectKey, type Roles, type Subject, type SubjectReference } from './subject.ts'

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
  readonly rolesAfter: (player: string, asked: RequestedRoles) => Roles | Fault
  /** What becomes of a player's roles, as far as the design has them, where they are `after` from now on. */
  readonly changesTo: (player: string, after: Roles) => RoleChanges
}

/** What an admission reads of the state: who is in what, and what is there. */
interface AdmissionState extends ProcessesAndDrops, TeamsAndDrops {
  readonly members: Members
}

/** The rules of a process or team; a fault where there is none, or the design has it not. Spec 4.13. */
export function admissionTo(state: AdmissionState, design: RoleDefinitions, subject: Subject): Admission | Fault {
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
    return found && { ...found, roles: rolesThat(found.roles, has) }
  }
  const { room, roleless, ...rules } = rulesFor((player) => rolesThat(stored(player)?.roles ?? emptyNameMap, has))
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
      const after = granted(before?.roles ?? emptyNameMap, known)
      if (!roleless && areNone(rolesThat(after, has))) return fault('role_required', { id: player })
      if (!before && memberCount(state.members, key) >= room)
        return fault('forbidden', { message: `The ${kind} '${id}' has no room for more than ${room} players` })
      return after
    },
    changesTo: (player, after) =>
      roleChanges(rolesThat(stored(player)?.roles ?? emptyNameMap, has), rolesThat(after, has)),
  }
}

/** The record of a process or team; undefined where there is none, or its definition was dropped. */
export function recordOf(state: ProcessesAndDrops & TeamsAndDrops, { kind, id }: Subject): Process | Team | undefined {
  return kind === 'process' ? storedProcess(state, id) : storedTeam(state, id)
}
