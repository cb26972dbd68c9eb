import { allowedAccess } from '../design/instance-settings.ts'
import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { generatedId } from '../kernel/ids.ts'
import type { Decision } from '../kernel/operation.ts'
import { numberOf } from '../kernel/tally.ts'
import { findDefinition, foundingFault, limitFault } from '../members/founding.ts'
import { definitionKey } from '../members/subject.ts'
import { actingPlayer, enabledPlayer } from '../players/acting.ts'
import { referToPlayer, type Player } from '../players/player.ts'
import type { ProcessDefinition } from './definition.ts'
import { processCreated } from './effects.ts'
import { showProcess, stateOf, type ProcessFacts } from './show.ts'
import { ACTIVE_PART, storedProcess, type Process } from './state.ts'

interface CreateInput {
  readonly definition: string
  /** Default: generated. The player's id and a slash precede the id of a process that a player creates. */
  readonly id?: string | undefined
  readonly access?: string | undefined
}

/** Creates a process, as a player. Spec 1 `POST /runtime/processes`, 4.9. */
export const createProcess: GameCommand<CreateInput, ProcessFacts> = {
  kind: 'command',
  name: 'processes.create',
  decide: (state, input, context) => {
    const player = actingPlayer(state, context.caller.player)
    if (isFault(player)) return player
    const definition = findDefinition('process', context.design.processes, input.definition)
    if (isFault(definition)) return definition
    const refused = foundingFault(state, context, 'process', definition, player)
    if (refused) return refused
    const id = `${player.id}/${input.id ?? generatedId('process', context)}`
    const by = { actor: referToPlayer(player) }
    return decideCreation(state, context, { ...input, definition, id, name: definition.name, owner: player, by })
  },
}

/**
 * Creates a process for a player, as an operator, to whom only the limits apply. Spec 2 `POST /admin/processes`, 4.15.
 */
export const createProcessFor: GameCommand<
  CreateInput & { readonly name?: string | undefined; readonly owner: string },
  ProcessFacts
> = {
  kind: 'command',
  name: 'processes.create-for',
  decide: (state, input, context) => {
    const definition = findDefinition('process', context.design.processes, input.definition)
    if (isFault(definition)) return definition
    const owner = enabledPlayer(state, input.owner)
    if (isFault(owner)) return owner
    const { id = generatedId('process', context), name = definition.name } = input
    return decideCreation(state, context, { ...input, definition, id, name, owner, by: { admin: true } })
  },
}

interface Creation {
  readonly definition: ProcessDefinition
  readonly id: string
  readonly name: string
  readonly access?: string | undefined
  readonly owner: Player
  readonly by: Parameters<typeof processCreated>[1]
}

/**
 * Applies the rules for players and operators alike. An id is also taken by a process whose definition the design no
 * longer has.
 */
function decideCreation(
  state: GameState,
  { design, observer }: GameContext,
  { definition, id, name, access: requestedAccess, owner, by }: Creation,
): Fault | Decision<GameState, ProcessFacts> {
  const limited = overLimit(state, definition, owner.id)
  if (limited) return limited
  const access = allowedAccess(definition, requestedAccess)
  if (isFault(access)) return access
  if (storedProcess(state, id)) return fault('process_instance_exists', { id })
  return {
    events: [processCreated({ definition, id, name, access, owner: referToPlayer(owner) }, by, observer)],
    answer: (after) => showProcess(after, design, id),
  }
}

function overLimit(state: GameState, definition: ProcessDefinition, owner: string): Fault | undefined {
  const { id } = definition
  const key = definitionKey('process', id)
  const own = (): Process[] => ownProcesses(state, owner, id)
  return limitFault('process', id, [
    { name: 'max_global_instances', limit: definition.maxGlobalInstances, count: () => numberOf(state.holders, key) },
    {
      name: 'max_active_global_instances',
      limit: definition.maxActiveGlobalInstances,
      count: () => numberOf(state.holders, key, ACTIVE_PART),
    },
    { name: 'max_player_instances', limit: definition.maxPlayerInstances, count: () => own().length },
    {
      name: 'max_active_player_instances',
      limit: definition.maxActivePlayerInstances,
      count: () => own().filter((process) => stateOf({ process, definition }) === 'ACTIVE').length,
    },
  ])
}

/** Returns the processes of a definition that a player owns. The cost grows with the processes that the player owns. */
function ownProcesses(state: GameState, owner: string, definition: string): Process[] {
  return [...(state.processes.owned.get(owner) ?? [])].flatMap((id) => {
    const process = storedProcess(state, id)
    return process?.definition === definition ? [process] : []
  })
}
