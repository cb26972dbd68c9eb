import type { BootstrappedTeam } from '../design/bootstrap.ts'
import type { GameState } from '../game-state.ts'
import type { AccessSetting } from '../kernel/access.ts'
import { keyOf } from '../kernel/name-map.ts'
import type { MemberJoined } from '../members/shapes.ts'
import type { Roles } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import type { TeamDefinition } from './design.ts'
import type { TeamCreated } from './shapes.ts'
import { storedTeam } from './state.ts'

/** A team to be made. */
interface NewTeam {
  readonly definition: TeamDefinition
  readonly id: string
  readonly name: string
  readonly access: AccessSetting
}

/** A player makes a team, and owns it in the roles of a creator. Spec 4.10. */
export function teamCreated(team: NewTeam, owner: PlayerReference): TeamCreated {
  const roles = rolesOf(team.definition.creatorRoles)
  return made(team, { actor: owner }, { owner: owner.id, members: [{ player: owner.id, roles }] })
}

/** An operator makes a team, which nobody owns and nobody is in. Spec 4.10, 4.15. */
export function teamCreatedByOperator(team: NewTeam): TeamCreated {
  return made(team, { admin: true }, { owner: null })
}

function made(
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

const rolesOf = (names: readonly string[]): Roles =>
  Object.fromEntries(names.map((role) => [keyOf(role), true] as const))

/**
 * The teams that a new player is in: each made once, and joined by everybody, whether it is locked or full. One of that id
 * that is of another definition is left alone. Spec 4.12.
 */
export function bootstrapTeams(
  state: GameState,
  bootstrap: readonly BootstrappedTeam[],
  player: PlayerReference,
): (TeamCreated | MemberJoined)[] {
  return bootstrap.flatMap((one) => {
    const found = storedTeam(state, one.id)
    if (found) return found.definition === one.definition.id ? [joined({ ...one, name: found.name }, player)] : []
    const { engine, ...event } = teamCreatedByOperator(one)
    return [{ ...event, engine: { ...engine, quiet: true } as const }, joined(one, player)]
  })
}

function joined({ definition, id, name, roles }: BootstrappedTeam, actor: PlayerReference): MemberJoined {
  const ranks = roles.map((role) => [role, definition.roles.get(role)?.rank ?? 0] as const)
  return {
    event: 'join',
    actor,
    team: { id, name },
    roles: Object.fromEntries(ranks),
    engine: { quiet: true, members: [{ player: actor.id, roles: rolesOf(roles) }] },
  }
}
