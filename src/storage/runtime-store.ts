import type { BoardArchive } from './board-archive.ts'
import type { Checkpoint, CheckpointHeader, CheckpointPart } from './checkpoint.ts'
import type { JournalPosition } from './history-name.ts'
import type { Journal } from './journal.ts'
import type { StorageError } from './storage-error.ts'

/**
 * Where a runtime stores its history: generations of a journal, checkpoints of them, and snapshots. Everything here
 * throws StorageError. Operations that change which generations exist run one after the other.
 */
export interface RuntimeStore {
  /** The live generation. */
  readonly live: GenerationStorage
  /** The checkpoints of its history that were found when it was opened, newest first. */
  readonly checkpoints: readonly Checkpoint[]
  /**
   * Begins a generation next to the live one. Nothing of it counts until it is made live. Everything that it continues
   * is on disk when this resolves. If that is no longer stored, its own history begins with `first`.
   */
  begin(origin: GenerationOrigin): Promise<GenerationStorage>
  /** Closes and removes a generation that was begun and will not be live. A failure to remove it is not an error. */
  discard(storage: GenerationStorage): Promise<void>
  /**
   * Makes a generation live after the pointer names it: closes the journal of the previous one, and removes what
   * neither it nor a snapshot needs. A failure to remove something is not an error.
   */
  madeLive(storage: GenerationStorage): Promise<void>
  readonly snapshots: SnapshotStore
  /** Closes the journals of the live generation, as `Journal.close` does, and of all that were only begun. */
  close(): Promise<void>
}

/** The storage of one generation. */
export interface GenerationStorage {
  readonly generation: number
  readonly journal: Journal
  /** Marks a checkpoint as unusable; `why` is the reason. */
  readonly markUnusable: (checkpoint: Checkpoint, why: string) => void
  readonly boards: BoardStorage
  /**
   * Writes a checkpoint of a current or past state, once everything that led to it is on disk. Undefined if nothing is
   * stored on disk.
   */
  readonly write: ((about: CheckpointFacts, parts: Parts) => Promise<void>) | undefined
  /**
   * Resolves when everything appended so far is on disk, whatever the durability: a generation is synced before it is
   * made live.
   */
  readonly sync: () => Promise<void>
}

/** Identifies the state to write into a checkpoint. Its generation is that of the storage. */
export type CheckpointFacts = Pick<CheckpointHeader, 'seq' | 'sum' | 'at' | 'design'>

type Parts = Iterable<CheckpointPart> | AsyncIterable<CheckpointPart>

/** What leaderboards are stored in and rebuilt from. */
export interface BoardStorage {
  /** The finished periods. All generations of a runtime share it. */
  readonly archive: BoardArchive
  /** The generation that the leaderboards belong to. */
  readonly generation: number
  /** Lists the checkpoints on disk that are part of the journal's history, newest first. */
  readonly checkpoints: () => Promise<readonly Checkpoint[]>
}

/** Where a generation begins. */
export interface GenerationOrigin {
  /** The position that it continues: in a generation in use, or that of a snapshot. Null if nothing comes before it. */
  readonly parent: JournalPosition | null
  /** The seq of its first own entry. With a parent, the seq after the parent's. */
  readonly first: number
  /** The checksum of the entry before `first`; 0 if there is none. */
  readonly chain: number
}

/** A snapshot: the whole state, stored apart from all generations, with its position in the history. */
export interface SnapshotFacts extends JournalPosition {
  readonly name: string
  /** The checksum of its last entry; 0 if there is none. */
  readonly sum: number
  /** The game time of its last entry, in ms since 1970. */
  readonly at: number
  /** The time of the game clock, in ms since 1970. */
  readonly now: number
  readonly frozen: boolean
  /** The machine's time when it was saved, in ms since 1970. */
  readonly created: number
  /** Whether gamify saved it by itself. It is removed when there are many newer ones. */
  readonly isAutomatic?: boolean
}

/** A stored snapshot; `size` is in bytes. */
export interface KeptSnapshot extends SnapshotFacts {
  readonly size: number
}

/** A snapshot whose state can be read. */
export interface FoundSnapshot extends KeptSnapshot {
  /** Like `Checkpoint.parts`. */
  readonly parts: () => AsyncIterable<CheckpointPart>
  /** Creates an error that describes why the content is unusable, and what to do. */
  readonly unusableError: (cause: unknown) => StorageError
}

/** The snapshots of a runtime, by name; case counts. Everything here throws StorageError. */
export interface SnapshotStore {
  /** Lists the snapshots by when they were saved, then by name. Skips those that cannot be used, with a warning. */
  list(): Promise<readonly KeptSnapshot[]>
  /** Returns undefined if there is none. Throws an error that describes what to do if it cannot be used. */
  find(name: string): Promise<FoundSnapshot | undefined>
  /** Whether a snapshot has this name, usable or not. */
  has(name: string): Promise<boolean>
  /**
   * Writes a snapshot of a generation that is live or begun, whole or not at all, once everything that led to it is on
   * disk. The caller ensures that the name is free, and saves one snapshot of a name at a time.
   */
  save(about: SnapshotFacts, parts: Parts): Promise<KeptSnapshot>
  /** Removes a snapshot, and then what only it needed. Returns false if there is none. */
  delete(name: string): Promise<boolean>
  /** Reads the snapshots anew when they are next used, because their files were changed from elsewhere. */
  changed?(): void
}

/** Compares snapshots by when they were saved, then by name. */
export function compareSnapshots(a: KeptSnapshot, b: KeptSnapshot): number {
  return a.created - b.created || (a.name < b.name ? -1 : Number(a.name > b.name))
}
