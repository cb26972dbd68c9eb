import { allowedAccess } from '../design/instance-settings.ts'
import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { generatedId } from '../kernel/ids.ts'
import type { Decision } from '../kernel/operation.ts'
import { numberOf } from '../kernel/tally.ts'
import { findDefinition, foundingFault, limitFault, type InstanceLimit } from '../members/founding.ts'
import { definitionKey } from '../members/subject.ts'
import { actingPlayer } from '../players/acting.ts'
import { referToPlayer, type Player } from '../players/player.ts'
import type { TeamDefinition } from './design.ts'
import { teamCreated, teamCreatedByOperator } from './effects.ts'
import type { TeamCreated } from './shapes.ts'
import { showTeam, type TeamFacts } from './show.ts'
import { storedTeam } from './state.ts'

interface CreateInput {
  readonly definition: string
  /** The default is a generated id. */
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly access?: string | undefined
}

/** Creates a team for a player. Spec 1 `POST /runtime/teams`, 4.10. */
export const createTeam: GameCommand<CreateInput, TeamFacts> = {
  kind: 'command',
  name: 'teams.create',
  decide: (state, input, context) => {
    const player = actingPlayer(state, context.caller.player)
    if (isFault(player)) return player
    const definition = findDefinition('team', context.design.teams, input.definition)
    if (isFault(definition)) return definition
    const refused = creationFault(state, context, definition, player)
    if (refused) return refused
    return createWith(state, context, definition, input, (team) => teamCreated(team, referToPlayer(player)))
  },
}

/** Returns why a player cannot create a team of a definition now, if so. Spec 4.10. */
export function creationFault(
  state: GameState,
  context: GameContext,
  definition: TeamDefinition,
  player: Player,
): Fault | undefined {
  const limits = [globalLimit(state, definition), ownLimit(state, definition, player.id)]
  return foundingFault(state, context, 'team', definition, player) ?? limitFault('team', definition.id, limits)
}

/**
 * Creates a team without an owner, for an operator. Only the limits of the definition apply. Spec 2 `POST /admin/teams`,
 * 4.15.
 */
export const createTeamFor: GameCommand<CreateInput, TeamFacts> = {
  kind: 'command',
  name: 'teams.create-for',
  decide: (state, input, context) => {
    const definition = findDefinition('team', context.design.teams, input.definition)
    if (isFault(definition)) return definition
    const limitReached = limitFault('team', definition.id, [globalLimit(state, definition)])
    return limitReached ?? createWith(state, context, definition, input, teamCreatedByOperator)
  },
}

/** Decides the creation. Ids of existing teams whose definition is missing from the design are taken too. */
function createWith(
  state: GameState,
  context: GameContext,
  definition: TeamDefinition,
  { id = generatedId('team', context), name = definition.name, access: requestedAccess }: CreateInput,
  toEvent: (team: Parameters<typeof teamCreated>[0]) => TeamCreated,
): Fault | Decision<GameState, TeamFacts> {
  const access = allowedAccess(definition, requestedAccess)
  if (isFault(access)) return access
  if (storedTeam(state, id)) return fault('team_instance_exists', { id })
  const { design } = context
  return { events: [toEvent({ definition, id, name, access })], answer: (after) => showTeam(after, design, id) }
}

function globalLimit({ holders }: GameState, { id, maxGlobalInstances: limit }: TeamDefinition): InstanceLimit {
  return { name: 'max_global_instances', limit, count: () => numberOf(holders, definitionKey('team', id)) }
}

/** Limits the teams that a player owns. Counting takes time proportional to their number. */
function ownLimit(
  state: GameState,
  { id: definition, maxPlayerInstances: limit }: TeamDefinition,
  player: string,
): InstanceLimit {
  const own = (): string[] => [...(state.teams.owned.get(player) ?? [])]
  return {
    name: 'max_player_instances',
    limit,
    count: () => own().filter((id) => storedTeam(state, id)?.definition === definition).length,
  }
}
