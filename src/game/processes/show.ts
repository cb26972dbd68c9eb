import type { Design } from '../design/design.ts'
import type { GameState } from '../game-state.ts'
import type { Shape, FieldsShape } from '../kernel/answer-shapes.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { toIso } from '../kernel/instant.ts'
import { membersOf } from '../members/state.ts'
import { subjectKey, type Roles } from '../members/subject.ts'
import { referToPlayer, type PlayerReference } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import type { olderProcessAnswer, processDetailAnswer, processItemAnswer, olderFlowFields } from './answer-schema.ts'
import type { ProcessDefinition } from './definition.ts'
import type { Container } from './graph.ts'
import { lanesHeld } from './lanes.ts'
import { insideOf, isOffered, statesOf, type StateOf } from './offers.ts'
import { isOngoing } from './perform.ts'
import type { ProcessState } from './shapes.ts'
import { storedProcess, type Process } from './state.ts'
import { isActivity, type Nodes } from './tokens.ts'

/** A process and its definition. */
export interface KnownProcess {
  readonly process: Process
  readonly definition: ProcessDefinition
}

/** A process with everything that answers show of it. */
export interface ProcessFacts extends KnownProcess {
  readonly owner: PlayerReference
  readonly performers: readonly (PlayerReference & { readonly roles: Roles })[]
}

/**
 * Finds a process by its id. Returns a fault if it does not exist or the design does not have its definition. Spec
 * 4.13.
 */
export function knownProcess(state: GameState, design: Design, id: string): KnownProcess | Fault {
  const process = storedProcess(state, id)
  const definition = process && design.processes.get(process.definition)
  return process && definition ? { process, definition } : fault('process_instance_not_found', { id })
}

/** Returns the present facts of a process that exists. */
export function showProcess(state: GameState, design: Design, id: string): ProcessFacts {
  const known = knownProcess(state, design, id)
  if (isFault(known)) throw new Error(`the process ${id} to show does not exist`)
  const { process } = known
  return { ...known, owner: ownerOf(state, process), performers: performersOf(state, id) }
}

/**
 * Returns the state of a process. It is COMPLETED if nothing that the definition still has is left to do. Spec 4.9,
 * 4.13.
 */
export function stateOf({ process, definition }: KnownProcess): ProcessState {
  return process.state === 'ACTIVE' && isOngoing(definition.graph, process.nodes) ? 'ACTIVE' : 'COMPLETED'
}

function ownerOf(state: GameState, { id, owner }: Process): PlayerReference {
  const player = findPlayer(state.players, owner)
  if (!player) throw new Error(`the owner of the process ${id} does not exist`)
  return referToPlayer(player)
}

function performersOf(state: GameState, id: string): ProcessFacts['performers'] {
  const performers = membersOf(state.members, state.drops, subjectKey({ kind: 'process', id }))
  return Array.from(performers, ({ player, roles }) => {
    const found = findPlayer(state.players, player)
    return found ? [{ ...referToPlayer(found), roles }] : []
  }).flat()
}

/** A process in the detail shape. Spec 1 "Process instance". */
export type ProcessDetail = Shape<typeof processDetailAnswer>

/** Presents a process in the detail shape. Spec 1. */
export function processDetail(facts: ProcessFacts): ProcessDetail {
  const { process, definition, owner, performers } = facts
  const { id, name, created, access } = process
  const { lanes } = definition
  return {
    id,
    definition: { id: definition.id, name: definition.name },
    name,
    state: stateOf(facts),
    created: toIso(created),
    access,
    performers: performers.map(({ roles, ...player }) => ({
      ...player,
      lanes: lanesHeld(definition, roles).map(([lane, role]) => ({ name: lane, role })),
    })),
    owner,
    lanes,
  }
}

/** A process in the older shape, whose name is left out when it was just created. Spec 1, 3. */
export type OlderProcess = Shape<typeof olderProcessAnswer>

/** Presents a process in the older shape. Spec 1 "Process instance", 3. */
export function olderProcess(facts: ProcessFacts): OlderProcess {
  const { process, definition, owner, performers } = facts
  const { id, name, created, access } = process
  const lanesOf = performers.map(
    (performer) => [performer.id, Object.fromEntries(lanesHeld(definition, performer.roles))] as const,
  )
  return {
    id,
    definition: definition.id,
    name,
    state: stateOf(facts),
    access,
    created: toIso(created),
    owner: owner.id,
    performers: Object.fromEntries(lanesOf),
    ...olderFlow(definition, process),
  }
}

/** A process in the shape of list items. Spec 1 "Process instance". */
export type ProcessItem = Shape<typeof processItemAnswer>

/** Presents a process that exists as a list item. Spec 1. */
export function processItem(state: GameState, known: KnownProcess): ProcessItem {
  const { id, name, definition, access, created } = known.process
  return {
    id,
    name,
    definition,
    access,
    created: toIso(created),
    owner: ownerOf(state, known.process),
    state: stateOf(known),
    performers: performersOf(state, id).map(({ id: player, alias }) => ({ id: player, alias })),
  }
}

/**
 * The positions of a process's tokens in the older shape: one container for the process and one for each sub_process
 * that was entered.
 */
type OlderFlow = FieldsShape<typeof olderFlowFields>
type OlderContainer = OlderFlow['containers'][string]

/** Presents the positions of a process's tokens. Spec 1 "Process instance", 4.9 "Older shape". */
export function olderFlow({ id, graph }: ProcessDefinition, process: { id: string; nodes: Nodes }): OlderFlow {
  const shown = [...containersIn(graph.root, statesOf(process.nodes), '')].map(
    ([suffix, container]) => [id + suffix, { key: process.id + suffix, ...container }] as const,
  )
  return {
    keys: Object.fromEntries(shown.map(([name, { key }]) => [key, name])),
    containers: Object.fromEntries(shown),
  }
}

/** Yields a container and those in it, each with the suffix of its key, such as `/tour`. */
function* containersIn(
  { nodes }: Container,
  stateOf: StateOf,
  suffix: string,
): Generator<[suffix: string, Omit<OlderContainer, 'key'>]> {
  const states = nodes.flatMap((node) => {
    const own = stateOf(node.path)
    const chosen = isActivity(node) && !own?.tokens && isOffered(node, stateOf)
    if (chosen) return [[node.id, { state: 'READY', tokens: 0 } as const] as const]
    return own ? [[node.id, { state: own.state, tokens: own.tokens }] as const] : []
  })
  yield [suffix, { tokens: states.reduce((sum, [, { tokens }]) => sum + tokens, 0), nodes: Object.fromEntries(states) }]
  for (const node of nodes) {
    const own = node.kind === 'sub_process' ? stateOf(node.path) : undefined
    if (node.kind !== 'sub_process' || !own) continue
    yield* containersIn(node.inside, own.state === 'COMPLETED' ? stateOf : insideOf(node, stateOf), `/${node.path}`)
  }
}
