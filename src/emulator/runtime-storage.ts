import { join } from 'node:path'
import type { RuntimeName } from '../game/game-state.ts'
import { designHash, openDesigns, type Designs } from '../storage/designs.ts'
import { openFileJournal } from '../storage/file-journal.ts'
import type { Journal } from '../storage/journal.ts'
import { MemoryJournal } from '../storage/memory-journal.ts'
import { openSnapshots, type Snapshot, type SnapshotHeader, type SnapshotPart } from '../storage/snapshot.ts'
import type { GameDocument } from './game-document.ts'
import type { DataDirectory, EmulatorSettings } from './settings.ts'

/** Where a runtime keeps what it must not lose. */
export interface RuntimeStorage {
  readonly journal: Journal
  /** The newest snapshot that lies on the live history; undefined where there is none. */
  readonly snapshot: Snapshot | undefined
  /** Undefined where nothing is kept. */
  readonly write:
    | ((about: Pick<SnapshotHeader, 'seq' | 'sum' | 'at' | 'design'>, parts: Iterable<SnapshotPart>) => Promise<void>)
    | undefined
}

/** Storage in memory, gone with the program. */
export function memoryStorage(): RuntimeStorage {
  return { journal: new MemoryJournal(), snapshot: undefined, write: undefined }
}

/** What the storage of a runtime asks and tells whom it belongs to. */
export interface StorageOwner {
  /** The hash of the design in force. */
  readonly design: () => string | null
  /** Told of the journal as soon as it is open, to close it whatever comes of the rest. */
  readonly opened: (journal: Journal) => void
}

/** Opens the storage of a runtime in the data directory. Throws StorageError. */
export async function fileStorage(
  runtime: RuntimeName,
  settings: EmulatorSettings & { readonly data: DataDirectory },
  document: GameDocument,
  owner: StorageOwner,
): Promise<RuntimeStorage> {
  const { files: fs, directory, limits } = settings.data
  const { generation } = document.runtimes[runtime]
  const { program, durability = 'batch', warn } = settings
  const at = (name: string): string => join(directory, runtime, name)
  const journal = await openFileJournal({
    fs,
    directory: at('journal'),
    program,
    runtime,
    generation,
    durability,
    design: owner.design,
    ...limits,
  })
  owner.opened(journal)
  if (journal.cutBytes > 0)
    warn?.(
      `The last write to ${at('journal')} was not finished; ${journal.cutBytes} bytes of it, never answered, were cut off`,
    )
  const snapshots = await openSnapshots({ fs, directory: at('snapshots'), program, runtime })
  const { snapshot, warnings } = await snapshots.newest((place) => journal.holds(place.generation, place.seq))
  for (const warning of warnings) warn?.(warning)
  return { journal, snapshot, write: (about, parts) => snapshots.write({ ...about, generation }, parts) }
}

/** Designs in memory. */
function memoryDesigns(): Designs {
  const texts = new Map<string, string>()
  return {
    write: async (text) => {
      const hash = designHash(text)
      texts.set(hash, text)
      return hash
    },
    read: async (hash) => texts.get(hash) ?? '',
  }
}

/** The designs of a data directory, or of a game in memory. */
export async function openDesignStore({ data }: EmulatorSettings): Promise<Designs> {
  return data ? openDesigns(data.files, join(data.directory, 'designs')) : memoryDesigns()
}
