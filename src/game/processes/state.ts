import type { AccessSetting } from '../kernel/access.ts'
import { isDropped, type Drops } from '../kernel/drop.ts'
import type { Owned } from '../kernel/owned.ts'
import { findRecord, type Table } from '../kernel/table.ts'
import type { GameState } from '../game-state.ts'
import { definitionKey } from '../members/subject.ts'
import type { Nodes, Waiting } from './tokens.ts'

/** Whether a process can be played still. Spec 1 "Process state". */
export const processStates = ['ACTIVE', 'COMPLETED'] as const
export type ProcessState = (typeof processStates)[number]

/** A process that runs, or has run: one record, replaced and never changed in place. Who is in it, `members` tells. */
export interface Process {
  readonly id: string
  readonly definition: string
  readonly name: string
  readonly access: AccessSetting
  readonly state: ProcessState
  /** The id of the player whose it is. */
  readonly owner: string
  /** Game time in ms. */
  readonly created: number
  /** The entry that made it: an earlier one of the same id was another. */
  readonly born: number
  /** Number of its feed; that of what its members are notified of is the next. */
  readonly feed: number
  readonly nodes: Nodes
  /** Rewards that wait for an activity to be performed. */
  readonly waiting: readonly Waiting[]
  /** An entry up to which the nodes have been through all drops; 0 where there was none. */
  readonly drops: number
}

/** All processes, in the order in which they came. */
export interface Processes extends Table<Process> {
  /** Ids of those that each player owns. */
  readonly owned: Owned
}

/** The part of a definition that an activity is, for tallies and drops. */
export function activityPart(path: string): string {
  return `activity:${path}`
}

/** The part of a definition that counts its processes that can be played still. */
export const ACTIVE_PART = 'state:ACTIVE'

/** A process as it is after all drops; undefined where there is none, or its definition was dropped. */
export function storedProcess(
  { processes, drops }: Pick<GameState, 'processes' | 'drops'>,
  id: string,
): Process | undefined {
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
