import type { BoardArchive } from './board-archive.ts'
import type { JournalPosition } from './history-name.ts'
import type { Journal } from './journal.ts'
import type { Checkpoint, CheckpointHeader, CheckpointPart } from './checkpoint.ts'
import type { StorageError } from './storage-error.ts'

/**
 * Where a runtime keeps its history: generations of a journal, checkpoints of them, snapshots to come back to.
 * Everything here throws StorageError. What changes which generations there are takes place one after the other.
 */
export interface RuntimeStore {
  /** The one in force. */
  readonly live: GenerationStorage
  /** The checkpoints that lay on its history when it was opened, newest first. */
  readonly checkpoints: readonly Checkpoint[]
  /**
   * Begins a generation beside the live one; nothing counts of it until it is made live. All that it goes on from is on
   * disk when this resolves. Where that is not kept any more its own history begins with `first`.
   */
  begin(origin: GenerationOrigin): Promise<GenerationStorage>
  /** Closes one that was begun and will not be live, and removes it. Failing to remove is no failure. */
  discard(storage: GenerationStorage): Promise<void>
  /**
   * It is live, for the pointer names it: closes the journal of the one before it, and removes whatever neither it nor
   * a snapshot needs. Failing to remove is no failure.
   */
  madeLive(storage: GenerationStorage): Promise<void>
  readonly snapshots: SnapshotStore
  /** Closes the journal of the live one, as `Journal.close` does, and those of what was only begun. */
  close(): Promise<void>
}

/** Where one generation is kept. */
export interface GenerationStorage {
  readonly generation: number
  readonly journal: Journal
  /** Told of a checkpoint that was no use, and why. */
  readonly passOver: (checkpoint: Checkpoint, why: string) => void
  readonly boards: BoardStorage
  /**
   * Writes a checkpoint of a state that has come about, once all that made it is on disk. Undefined where nothing is
   * kept.
   */
  readonly write: ((about: CheckpointFacts, parts: Parts) => Promise<void>) | undefined
  /**
   * Resolves when everything appended so far is on disk, whatever the durability: a generation is synced, then made
   * live.
   */
  readonly sync: () => Promise<void>
}

/** Which state a checkpoint is to hold; its generation is that of its storage. */
export type CheckpointFacts = Pick<CheckpointHeader, 'seq' | 'sum' | 'at' | 'design'>

type Parts = Iterable<CheckpointPart> | AsyncIterable<CheckpointPart>

/** What boards are kept in, and built from again. */
export interface BoardStorage {
  /** Of the periods that are over; all generations of a runtime share it. */
  readonly archive: BoardArchive
  /** That whose boards they are. */
  readonly generation: number
  /** The checkpoints that lie on the history of the journal, as they are there now, newest first. */
  readonly checkpoints: () => Promise<readonly Checkpoint[]>
}

/** Where a generation begins. */
export interface GenerationOrigin {
  /**
   * The place that it goes on from: one of a generation in use, or that of a snapshot; null where nothing comes before
   * it.
   */
  readonly parent: JournalPosition | null
  /** The seq of its first own entry: with a parent, the one after it. */
  readonly first: number
  /** The sum of the entry before that; 0 where there is none. */
  readonly chain: number
}

/** A snapshot: the whole state, kept apart from all generations, with the place in the history where it stands. */
export interface SnapshotFacts extends JournalPosition {
  readonly name: string
  /** The sum of its last entry; 0 where there is none. */
  readonly sum: number
  /** Game time of its last entry, in ms since 1970. */
  readonly at: number
  /** What the clock showed, in ms since 1970. */
  readonly now: number
  readonly frozen: boolean
  /** The machine's time, in ms since 1970. */
  readonly created: number
  /** Whether the program made it by itself, and removes it when there are many newer ones. */
  readonly isAutomatic?: boolean
}

/** A snapshot as it is kept; `size` in bytes. */
export interface KeptSnapshot extends SnapshotFacts {
  readonly size: number
}

/** A snapshot whose state can be read. */
export interface FoundSnapshot extends KeptSnapshot {
  /** As `Checkpoint.parts`. */
  readonly parts: () => AsyncIterable<CheckpointPart>
  /** An error that says that what it holds is no use, why, and what to do. */
  readonly noUse: (cause: unknown) => StorageError
}

/** The snapshots of a runtime, by name; case counts. Everything here throws StorageError. */
export interface SnapshotStore {
  /** By when they were made, then by name. One that cannot be used is passed over, with a warning. */
  list(): Promise<readonly KeptSnapshot[]>
  /** Undefined where there is none; throws where it cannot be used, and says what to do. */
  find(name: string): Promise<FoundSnapshot | undefined>
  /** Whether one has this name, also one that cannot be used. */
  has(name: string): Promise<boolean>
  /**
   * Writes one of a generation that is live or begun, whole or not at all, once all that made it is on disk. Its name
   * is free: the caller has seen to that, and saves one of a name at a time.
   */
  save(about: SnapshotFacts, parts: Parts): Promise<KeptSnapshot>
  /** Removes one, and then what only it needed; false where there is none. */
  delete(name: string): Promise<boolean>
}

/** Orders snapshots by when they were made, then by name. */
export function compareSnapshots(a: KeptSnapshot, b: KeptSnapshot): number {
  return a.created - b.created || (a.name < b.name ? -1 : Number(a.name > b.name))
}
