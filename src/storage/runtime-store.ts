import type { BoardArchive } from './board-archive.ts'
import type { HistoryPlace } from './history-name.ts'
import type { Journal } from './journal.ts'
import type { Snapshot, SnapshotHeader, SnapshotPart } from './snapshot.ts'
import type { StorageError } from './storage-error.ts'

/**
 * Where a runtime keeps its history: generations of a journal, snapshots of them, points to come back to. Everything
 * here throws StorageError. What changes which generations there are takes place one after the other.
 */
export interface RuntimeStore {
  /** The one in force. */
  readonly live: GenerationStorage
  /** The snapshots that lay on its history when it was opened, newest first. */
  readonly snapshots: readonly Snapshot[]
  /**
   * Begins a generation beside the live one; nothing counts of it until it is made live. All that it goes on from is on
   * disk when this resolves. Where that is not kept any more its own history begins with `first`.
   */
  begin(origin: GenerationOrigin): Promise<GenerationStorage>
  /** Closes one that was begun and will not be live, and removes it. Failing to remove is no failure. */
  discard(storage: GenerationStorage): Promise<void>
  /**
   * It is live, for the pointer names it: closes the journal of the one before it, and removes whatever neither it nor
   * a point needs. Failing to remove is no failure.
   */
  madeLive(storage: GenerationStorage): Promise<void>
  readonly points: Points
  /** Closes the journal of the live one, as `Journal.close` does, and those of what was only begun. */
  close(): Promise<void>
}

/** Where one generation is kept. */
export interface GenerationStorage {
  readonly generation: number
  readonly journal: Journal
  /** Told of a snapshot that was no use, and why. */
  readonly passOver: (snapshot: Snapshot, why: string) => void
  readonly boards: BoardStorage
  /** Writes a snapshot of a state that has come about, once all that made it is on disk. Undefined where nothing is kept. */
  readonly write: ((about: SnapshotAbout, parts: Parts) => Promise<void>) | undefined
  /** Resolves when everything appended so far is on disk, whatever the durability: a generation is synced, then made live. */
  readonly sync: () => Promise<void>
}

/** Which state a snapshot is to hold; its generation is that of its storage. */
export type SnapshotAbout = Pick<SnapshotHeader, 'seq' | 'sum' | 'at' | 'design'>

type Parts = Iterable<SnapshotPart> | AsyncIterable<SnapshotPart>

/** What boards are kept in, and built from again. */
export interface BoardStorage {
  /** Of the periods that are over; all generations of a runtime share it. */
  readonly archive: BoardArchive
  /** That whose boards they are. */
  readonly generation: number
  /** The snapshots that lie on the history of the journal, as they are there now, newest first. */
  readonly snapshots: () => Promise<readonly Snapshot[]>
}

/** Where a generation begins. */
export interface GenerationOrigin {
  /** The place that it goes on from: one of a generation in use, or that of a point; null where nothing comes before it. */
  readonly parent: HistoryPlace | null
  /** The seq of its first own entry: with a parent, the one after it. */
  readonly first: number
  /** The sum of the entry before that; 0 where there is none. */
  readonly chain: number
}

/** A named point: the whole state, kept apart from all generations, with the place in the history where it stands. */
export interface PointAbout extends HistoryPlace {
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

/** A point as it is kept; `size` in bytes. */
export interface KeptPoint extends PointAbout {
  readonly size: number
}

/** A point whose state can be read. */
export interface FoundPoint extends KeptPoint {
  /** As `Snapshot.parts`. */
  readonly parts: () => AsyncIterable<SnapshotPart>
  /** An error that says that what it holds is no use, why, and what to do. */
  readonly noUse: (cause: unknown) => StorageError
}

/** The points of a runtime, by name; case counts. Everything here throws StorageError. */
export interface Points {
  /** By when they were made, then by name. One that cannot be used is passed over, with a warning. */
  list(): Promise<readonly KeptPoint[]>
  /** Undefined where there is none; throws where it cannot be used, and says what to do. */
  find(name: string): Promise<FoundPoint | undefined>
  /** Whether one has this name, also one that cannot be used. */
  has(name: string): Promise<boolean>
  /**
   * Writes one of a generation that is live or begun, whole or not at all, once all that made it is on disk. Its name is
   * free: the caller has seen to that, and saves one of a name at a time.
   */
  save(about: PointAbout, parts: Parts): Promise<KeptPoint>
  /** Removes one, and then what only it needed; false where there is none. */
  delete(name: string): Promise<boolean>
}
