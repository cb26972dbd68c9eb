import { fault, invalid, isFault, type Fault } from '../../game/kernel/fault.ts'
import { snapshotNameProblem } from '../../interface/snapshot-name.ts'
import type { KeptSnapshot, FoundSnapshot } from '../../storage/runtime-store.ts'
import { StorageError } from '../../storage/storage-error.ts'
import type { KeptTimeline, RuntimeWorld } from './kept-timeline.ts'
import type { GameState } from '../../game/game-state.ts'
import type { Stage } from './staging.ts'
import { stateOf } from '../checkpoints/state-parts.ts'

/** A snapshot. Spec 6.6. */
export interface Snapshot {
  readonly name: string
  /** The last entry of the game as it holds it. */
  readonly seq: number
  /** The machine's time, in ms since 1970. */
  readonly created: number
  /** In bytes. */
  readonly size: number
}

/** Names that are tried for a snapshot of our own. */
const MAX_TRIES = 10_000

/** So many automatic snapshots are kept; those that the user saved are not among them. */
const MAX_AUTOMATIC = 10

/** What replaces a whole game, and saves it first. */
export type Replacement = 'rewind' | 'restore' | 'import' | 'reset'

type World = Pick<RuntimeWorld, 'store' | 'machineNow'>

/** The snapshots of a runtime, in the order in which they were made. Throws StorageError. */
export async function listSnapshots({ store }: World): Promise<readonly Snapshot[]> {
  return (await store.snapshots.list()).map(shown)
}

/** Saves the game as it is now under a name that is free. Throws StorageError. */
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

/** Removes a snapshot, also one that cannot be used. Throws StorageError. */
export async function deleteSnapshot({ store }: World, name: string): Promise<Fault | { readonly name: string }> {
  return (await store.snapshots.delete(name)) ? { name } : fault('snapshot_not_found', { name })
}

/** Saves the game as an automatic snapshot before it is replaced, under a name that says so. Throws StorageError. */
export async function saveBefore(what: Replacement, world: World, kept: KeptTimeline): Promise<Snapshot> {
  const first = `before-${what}-${kept.timeline.state.seq}`
  for (let count = 1; count <= MAX_TRIES; count += 1) {
    const saved = await saveSnapshot(world, kept, count === 1 ? first : `${first}-${count}`, true)
    if (!isFault(saved)) return saved
  }
  throw new StorageError(`No name is left for the automatic snapshot: delete some of those named ${first}`)
}

/** Removes the oldest automatic snapshots, all but the newest few; a failure is no more than a warning. */
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
