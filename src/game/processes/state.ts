import { isDropped, type Drops } from '../kernel/drop.ts'
import type { Owned } from '../kernel/table.ts'
import type { Shape } from '../kernel/shapes.ts'
import { findRecord, type Table } from '../kernel/table.ts'
import { definitionKey } from '../members/subject.ts'
import type { processRecord } from './shapes.ts'

/** A process that runs, or has run. */
export type Process = Shape<typeof processRecord>

/** All processes, in the order in which they came. */
export interface Processes extends Table<Process> {
  /** Ids of those that each player owns. */
  readonly owned: Owned
}

/** The processes, with what their records may not have been through yet. */
export interface ProcessesAndDrops {
  readonly processes: Processes
  readonly drops: Drops
}

/** The part of a definition that an activity is, for tallies and drops. */
export function activityPart(path: string): string {
  return `activity:${path}`
}

/** The part of a definition that counts its processes that can be played still. */
export const ACTIVE_PART = 'state:ACTIVE'

/** A process as it is after all drops; undefined where there is none, or its definition was dropped. */
export function storedProcess({ processes, drops }: ProcessesAndDrops, id: string): Process | undefined {
  const process = findRecord(processes, id)
  return process && processAfter(process, drops)
}

/** A process after those drops that its record has not been through yet; undefined where its definition was dropped. */
export function processAfter(process: Process, drops: Drops): Process | undefined {
  if (process.drops === drops.last) return process
  const key = definitionKey('process', process.definition)
  if (!drops.entries.has(key)) return process
  if (isDropped(drops, process.drops, key)) return undefined
  const left = Object.entries(process.nodes).filter(
    ([node]) => !isDropped(drops, process.drops, key, activityPart(node.slice(1))),
  )
  return { ...process, nodes: Object.fromEntries(left), drops: drops.last }
}
