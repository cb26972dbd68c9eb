import type { GameState } from '../game-state.ts'
import { keyOf, nameOf } from '../kernel/name-map.ts'
import { putRecord, removeRecord, changeOwner } from '../kernel/table.ts'
import { countPart, countWhole } from '../kernel/tally.ts'
import { definitionKey } from '../members/subject.ts'
import { forgetRatesOfProcess } from './rate-uses.ts'
import type { NodeState } from './shapes.ts'
import { ACTIVE_PART, activityPart, storedProcess, type Process } from './state.ts'

/** Adds or replaces a process and updates the counts of its definition. */
export function putProcess(state: GameState, process: Process): void {
  const before = storedProcess(state, process.id)
  if (before) count(state, before, -1)
  changeOwner(state.processes.owned, process.id, before?.owner ?? null, process.owner)
  putRecord(state.processes, process)
  count(state, process, 1)
}

/**
 * Replaces a process after a play that changed these nodes. The cost grows with the changed nodes, or with all nodes if
 * the play completed the process.
 */
export function putPlayedProcess(state: GameState, before: Process, after: Process, changed: readonly string[]): void {
  const key = definitionKey('process', after.definition)
  if (before.state !== after.state) {
    count(state, before, -1)
    putRecord(state.processes, after)
    count(state, after, 1)
    return
  }
  for (const path of changed) {
    countNode(state, key, path, before.nodes[keyOf(path)], -1)
    countNode(state, key, path, after.nodes[keyOf(path)], 1)
  }
  putRecord(state.processes, after)
}

/** Removes a process and the uses of its rates. */
export function removeProcess(state: GameState, id: string): void {
  const process = storedProcess(state, id)
  if (process) count(state, process, -1)
  forgetRatesOfProcess(state.rates, id)
  // The owner still owns a process whose definition was dropped.
  const removed = removeRecord(state.processes, id)
  if (removed) changeOwner(state.processes.owned, id, removed.owner, null)
}

function count(state: GameState, process: Process, by: 1 | -1): void {
  const key = definitionKey('process', process.definition)
  countWhole(state.holders, key, by)
  if (process.state !== 'ACTIVE') return
  countPart(state.holders, key, ACTIVE_PART, by)
  for (const node in process.nodes) countNode(state, key, nameOf(node), process.nodes[node], by)
}

/** Counts a node as in use while it has a token. */
function countNode(state: GameState, key: string, path: string, node: NodeState | undefined, by: 1 | -1): void {
  if (node && node.state !== 'COMPLETED') countPart(state.holders, key, activityPart(path), by)
}

/** Restores a process of a saved state, whose definition and nodes are counted already. */
export function restoreProcess({ processes }: GameState, process: Process): void {
  changeOwner(processes.owned, process.id, null, process.owner)
  putRecord(processes, process)
}
