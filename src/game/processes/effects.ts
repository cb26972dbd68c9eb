import type { BootstrappedProcess } from '../design/bootstrap.ts'
import type { GameState } from '../game-state.ts'
import type { AccessSetting } from '../kernel/game-info.ts'
import { keyOf } from '../kernel/name-map.ts'
import { findRecord } from '../kernel/table.ts'
import type { PlayerReference } from '../players/player.ts'
import type { Observer } from '../rules/observer.ts'
import type { ProcessDefinition } from './definition.ts'
import { isOngoing } from './perform.ts'
import type { ProcessCreated } from './shapes.ts'

/** A process to create. */
interface NewProcess {
  readonly definition: ProcessDefinition
  readonly id: string
  readonly name: string
  readonly access: AccessSetting
  readonly owner: PlayerReference
}

/** Returns the event that a process was created. Its owner becomes `player` in the default lanes. Spec 4.9. */
export function processCreated(
  { definition, id, name, access, owner }: NewProcess,
  by: { readonly actor: PlayerReference } | { readonly admin: true },
  observer?: Observer,
): ProcessCreated {
  for (const flow of observer ? definition.graph.root.taken : []) observer?.flowed(flow)
  const roles = Object.fromEntries(definition.defaultLanes.map((lane) => [keyOf(lane), 'player'] as const))
  const nodes = definition.initial
  return {
    event: 'create',
    ...by,
    process: { id, name },
    engine: {
      owner: owner.id,
      members: [{ player: owner.id, roles }],
      made: {
        definition: definition.id,
        access,
        nodes,
        state: isOngoing(definition.graph, nodes) ? 'ACTIVE' : 'COMPLETED',
      },
    },
  }
}

/**
 * Returns the events of the processes that a new player starts with, regardless of limits. Skips ids that exist
 * already. Spec 4.12.
 */
export function bootstrapProcesses(
  { processes }: GameState,
  bootstrap: readonly BootstrappedProcess[],
  player: PlayerReference,
  observer?: Observer,
): ProcessCreated[] {
  return bootstrap
    .map((bootstrapped) => ({ ...bootstrapped, id: `${player.id}/${bootstrapped.id}`, owner: player }))
    .filter(({ id }) => !findRecord(processes, id))
    .map((bootstrapped) => quietly(processCreated(bootstrapped, { actor: player }, observer)))
}

const quietly = ({ engine, ...event }: ProcessCreated): ProcessCreated => ({
  ...event,
  engine: { ...engine, quiet: true },
})
