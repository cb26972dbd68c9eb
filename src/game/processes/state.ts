import type { Shape } from '../kernel/answer-shapes.ts'
import { isDropped, type Drops } from '../kernel/drop.ts'
import { type Owned, findRecord, type Table } from '../kernel/table.ts'
import { definitionKey } from '../members/subject.ts'
import type { processRecord } from './shapes.ts'

/** A process, active or completed. */
export type Process = Shape<typeof processRecord>

/** All processes, in the order of creation. */
export interface Processes extends Table<Process> {
  /** The ids of the processes that each player owns. */
  readonly owned: Owned
}

/** The processes, and the drops that may not be applied to their records yet. */
export interface ProcessesAndDrops {
  readonly processes: Processes
  readonly drops: Drops
}

/** Returns the name of an activity in tallies and drops. */
export function activityPart(path: string): string {
  return `activity:${path}`
}

/** The name under which tallies count the active processes of a definition. */
export const ACTIVE_PART = 'state:ACTIVE'

/** Returns a process after all drops, or undefined if it does not exist or its definition was dropped. */
export function storedProcess({ processes, drops }: ProcessesAndDrops, id: string): Process | undefined {
  const process = findRecord(processes, id)
  return process && processAfter(process, drops)
}

/** Applies the drops that the record does not include yet. Returns undefined if the definition was dropped. */
export function processAfter(process: Process, drops: Drops): Process | undefined {
  if (process.drops === drops.last) return process
  const key = definitionKey('process', process.definition)
  if (!drops.entries.has(key)) return process
  if (isDropped(drops, process.drops, key)) return undefined
  const remaining = Object.entries(process.nodes).filter(
    ([node]) => !isDropped(drops, process.drops, key, activityPart(node.slice(1))),
  )
  return { ...process, nodes: Object.fromEntries(remaining), drops: drops.last }
}
