import { join } from 'node:path'
import type { RuntimeName } from '../game/game-state.ts'
import { memoryBoardArchive, openBoardArchive, type BoardArchive } from '../storage/board-archive.ts'
import { designHash, openDesigns, type Designs } from '../storage/designs.ts'
import { openFileImages } from '../storage/file-images.ts'
import { openFileJournal } from '../storage/file-journal.ts'
import type { ImageStore } from '../storage/images.ts'
import type { Journal } from '../storage/journal.ts'
import { memoryImages } from '../storage/memory-images.ts'
import { MemoryJournal } from '../storage/memory-journal.ts'
import { openSnapshots, type Snapshot, type SnapshotHeader, type SnapshotPart } from '../storage/snapshot.ts'
import type { Origin } from './recovery.ts'
import type { DataDirectory, EmulatorSettings } from './settings.ts'

/** What boards are kept in, and built from again. */
export interface BoardStorage {
  /** Of the periods that are over. */
  readonly archive: BoardArchive
  /** The snapshots that lie on the history of the journal, as they are there now, newest first. */
  readonly snapshots: () => Promise<readonly Snapshot[]>
}

/** Where a runtime keeps what it must not lose. */
export interface RuntimeStorage extends Origin {
  /** The live one. */
  readonly generation: number
  readonly boards: BoardStorage
  /** Writes a snapshot of a state that has come about, once all that made it is on disk. Undefined where nothing is kept. */
  readonly write:
    | ((about: Pick<SnapshotHeader, 'seq' | 'sum' | 'at' | 'design'>, parts: Iterable<SnapshotPart>) => Promise<void>)
    | undefined
}

/** Storage in memory, gone with the program. */
export function memoryStorage(): RuntimeStorage {
  const journal = new MemoryJournal()
  return { generation: 1, journal, snapshots: [], passOver: () => {}, boards: memoryBoards(), write: undefined }
}

/** What is kept of boards in memory. */
export function memoryBoards(): BoardStorage {
  return { archive: memoryBoardArchive(), snapshots: async () => [] }
}

/** What the storage of a runtime asks and tells whom it belongs to. */
export interface StorageOwner {
  /** The live generation; undefined where nothing names it yet. */
  readonly generation: number | undefined
  /** The hash of the design in force. */
  readonly design: () => string | null
  /** Told of the journal as soon as it is open, to close it whatever comes of the rest. */
  readonly opened: (journal: Journal) => void
}

/** Opens the storage of a runtime in the data directory. Throws StorageError. */
export async function fileStorage(
  runtime: RuntimeName,
  settings: EmulatorSettings & { readonly data: DataDirectory },
  owner: StorageOwner,
): Promise<RuntimeStorage> {
  const { files: fs, directory, limits } = settings.data
  const { program, durability = 'batch', warn = () => {} } = settings
  const at = (name: string): string => join(directory, runtime, name)
  const snapshots = await openSnapshots({ fs, directory: at('snapshots'), program, runtime })
  const found = await snapshots.list()
  const archive = await openBoardArchive({ fs, directory: at('boards'), program, runtime })
  const journal = await openFileJournal({
    fs,
    directory: at('journal'),
    program,
    runtime,
    generation: owner.generation,
    snapshots: found,
    durability,
    design: owner.design,
    ...limits,
  })
  owner.opened(journal)
  if (journal.cutBytes > 0)
    warn(
      `The last write to ${at('journal')} was not finished; ${journal.cutBytes} bytes of it, never answered, were cut off`,
    )
  const { generation } = journal
  const ofJournal = (all: readonly Snapshot[]): readonly Snapshot[] =>
    all.filter((place) => journal.holds(place.generation, place.seq))
  return {
    generation,
    journal,
    boards: { archive, snapshots: async () => ofJournal(await snapshots.list()) },
    snapshots: ofJournal(found),
    passOver: (snapshot, why) => {
      warn(`${snapshot.path} is passed over: ${why}`)
      snapshots.passOver(snapshot)
    },
    write: async (about, parts) => {
      await journal.sync()
      await snapshots.write({ ...about, generation }, parts)
    },
  }
}

/** Designs in memory. */
function memoryDesigns(): Designs {
  const [texts, drafts] = [new Map<string, string>(), new Map<string, string>()]
  const keepIn = (place: Map<string, string>) => async (text: string) => {
    const hash = designHash(text)
    place.set(hash, text)
    return hash
  }
  const find = (hash: string): string | undefined => texts.get(hash) ?? drafts.get(hash)
  return {
    write: keepIn(texts),
    writeDraft: keepIn(drafts),
    read: async (hash) => find(hash) ?? '',
    missing: async (hashes) => new Map(hashes.flatMap((hash) => (find(hash) === undefined ? [[hash, 'memory']] : []))),
    forgetDrafts: async (except) => {
      for (const hash of drafts.keys()) if (!except.has(hash)) drafts.delete(hash)
    },
  }
}

/** The designs of a data directory, or of a game in memory. */
export async function openDesignStore({ data }: EmulatorSettings): Promise<Designs> {
  return data ? openDesigns(data.files, join(data.directory, 'designs')) : memoryDesigns()
}

/** The images of a data directory, or of a game in memory. Throws StorageError. */
export async function openImageStore({ data }: EmulatorSettings): Promise<ImageStore> {
  return data ? openFileImages(data.files, join(data.directory, 'images')) : memoryImages()
}
