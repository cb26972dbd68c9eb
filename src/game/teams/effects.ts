import type { BootstrappedTeam } from '../design/bootstrap.ts'
import type { GameState } from '../game-state.ts'
import type { AccessSetting } from '../kernel/game-info.ts'
import { keyOf } from '../kernel/name-map.ts'
import type { MemberJoined } from '../members/shapes.ts'
import type { Roles } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import type { TeamDefinition } from './design.ts'
import type { TeamCreated } from './shapes.ts'
import { storedTeam } from './state.ts'

/** A team to create. */
interface NewTeam {
  readonly definition: TeamDefinition
  readonly id: string
  readonly name: string
  readonly access: AccessSetting
}

/** Returns the event of a player creating a team, who then owns it and has the creator's roles. Spec 4.10. */
export function teamCreated(team: NewTeam, owner: PlayerReference): TeamCreated {
  const roles = roleMap(team.definition.creatorRoles)
  return createEvent(team, { actor: owner }, { owner: owner.id, members: [{ player: owner.id, roles }] })
}

/** Returns the event of an operator creating a team, which has no owner and no members. Spec 4.10, 4.15. */
export function teamCreatedByOperator(team: NewTeam): TeamCreated {
  return createEvent(team, { admin: true }, { owner: null })
}

function createEvent(
  { definition, id, name, access }: NewTeam,
  by: { readonly actor: PlayerReference } | { readonly admin: true },
  effects: Omit<TeamCreated['engine'], 'made'>,
): TeamCreated {
  return {
    event: 'create',
    ...by,
    team: { id, name },
    engine: { ...effects, made: { definition: definition.id, access } },
  }
}

const roleMap = (names: readonly string[]): Roles =>
  Object.fromEntries(names.map((role) => [keyOf(role), true] as const))

/**
 * Returns the events that add a new player to the teams of the bootstrap. A team is created if it does not exist. Every new
 * player joins, even if the team is locked or full. A team with the same id but another definition is skipped. Spec 4.12.
 */
export function bootstrapTeams(
  state: GameState,
  bootstrap: readonly BootstrappedTeam[],
  player: PlayerReference,
): (TeamCreated | MemberJoined)[] {
  return bootstrap.flatMap((team) => {
    const existing = storedTeam(state, team.id)
    if (existing)
      return existing.definition === team.definition.id ? [bootstrapJoin({ ...team, name: existing.name }, player)] : []
    const { engine, ...event } = teamCreatedByOperator(team)
    return [{ ...event, engine: { ...engine, quiet: true } as const }, bootstrapJoin(team, player)]
  })
}

function bootstrapJoin({ definition, id, name, roles }: BootstrappedTeam, actor: PlayerReference): MemberJoined {
  const ranks = roles.map((role) => [role, definition.roles.get(role)?.rank ?? 0] as const)
  return {
    event: 'join',
    actor,
    team: { id, name },
    roles: Object.fromEntries(ranks),
    engine: { quiet: true, members: [{ player: actor.id, roles: roleMap(roles) }] },
  }
}
