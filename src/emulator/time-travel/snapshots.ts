import type { GameState } from '../../game/game-state.ts'
import { fault, invalid, isFault, type Fault } from '../../game/kernel/fault.ts'
import { snapshotNameProblem } from '../../interface/snapshot-name.ts'
import type { KeptSnapshot, FoundSnapshot } from '../../storage/runtime-store.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { stateOf } from '../checkpoints/state-parts.ts'
import type { KeptTimeline, RuntimeWorld } from './kept-timeline.ts'
import type { Stage } from './staging.ts'

/** A snapshot. Spec 6.6. */
export interface Snapshot {
  readonly name: string
  /** The last entry of the saved game. */
  readonly seq: number
  /** The machine's time when it was saved, in ms since 1970. */
  readonly created: number
  /** The size in bytes. */
  readonly size: number
}

/** How many names are tried for an automatic snapshot. */
const MAX_TRIES = 10_000

/** How many automatic snapshots are kept, apart from those that the user saved. */
const MAX_AUTOMATIC = 10

/** The operations that replace a whole game and save it first. */
export type Replacement = 'rewind' | 'restore' | 'import' | 'reset'

type World = Pick<RuntimeWorld, 'store' | 'machineNow'>

/** Lists the snapshots of a runtime in the order in which they were saved. Throws StorageError. */
export async function listSnapshots({ store }: World): Promise<readonly Snapshot[]> {
  return (await store.snapshots.list()).map(shown)
}

/** Saves the present game under a free name. Throws StorageError. */
export async function saveSnapshot(
  world: World,
  { timeline, storage }: KeptTimeline,
  name: string,
  isAutomatic = false,
): Promise<Fault | Snapshot> {
  const problem = snapshotNameProblem(name)
  if (problem !== undefined) return invalid([{ path: 'name', message: problem }])
  if (await world.store.snapshots.has(name)) return fault('snapshot_exists', { name })
  const held = timeline.hold()
  const { seq, at, sum, now, frozen } = held
  const { generation } = storage
  const created = world.machineNow()
  try {
    const about = { name, generation, seq, sum, at, now, frozen, created, ...(isAutomatic ? { isAutomatic } : {}) }
    return shown(await world.store.snapshots.save(about, held.parts))
  } finally {
    held.release()
  }
}

/** Removes a snapshot, usable or not. Throws StorageError. */
export async function deleteSnapshot({ store }: World, name: string): Promise<Fault | { readonly name: string }> {
  return (await store.snapshots.delete(name)) ? { name } : fault('snapshot_not_found', { name })
}

/**
 * Saves the game as an automatic snapshot before it is replaced. The name says what replaces it. Throws StorageError.
 */
export async function saveBefore(what: Replacement, world: World, kept: KeptTimeline): Promise<Snapshot> {
  const first = `before-${what}-${kept.timeline.state.seq}`
  for (let count = 1; count <= MAX_TRIES; count += 1) {
    const saved = await saveSnapshot(world, kept, count === 1 ? first : `${first}-${count}`, true)
    if (!isFault(saved)) return saved
  }
  throw new StorageError(`No name is left for the automatic snapshot: delete some of those named ${first}`)
}

/** Removes the oldest automatic snapshots, except the newest few. A failure is only a warning. */
export async function tidyAutomatic(
  { store, warn }: Pick<RuntimeWorld, 'store' | 'warn'>,
  newest: string,
): Promise<void> {
  try {
    const older = (await store.snapshots.list()).filter(({ isAutomatic, name }) => isAutomatic && name !== newest)
    for (const { name } of older.slice(0, Math.max(0, older.length + 1 - MAX_AUTOMATIC)))
      await store.snapshots.delete(name)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    warn(`Old automatic snapshots cannot be removed: ${error.message}`)
  }
}

const shown = ({ name, seq, created, size }: KeptSnapshot): Snapshot => ({ name, seq, created, size })

/** Stages the game as it was when a snapshot was saved. Spec 6.6. */
export function stageRestore({ name: runtime, store }: RuntimeWorld, name: string): Stage {
  return async ({ begin }) => {
    const snapshot = await store.snapshots.find(name)
    if (!snapshot) return fault('snapshot_not_found', { name })
    const { generation, seq, sum, now } = snapshot
    const state = await stateIn(snapshot, runtime)
    const parent = seq === 0 ? null : { generation, seq }
    const storage = await begin({ parent, first: seq + 1, chain: sum })
    return { storage, state, nowMs: now, knownSeq: seq }
  }
}

async function stateIn(snapshot: FoundSnapshot, runtime: RuntimeWorld['name']): Promise<GameState> {
  try {
    const state = await stateOf(runtime, snapshot.parts())
    if (state.seq === snapshot.seq && state.chain === snapshot.sum) return state
    throw new Error('its state does not match its checksum')
  } catch (cause) {
    if (cause instanceof StorageError) throw cause
    throw snapshot.unusableError(cause)
  }
}
