import assert from 'node:assert/strict'
import { inSlices } from '../async/time-slice.ts'
import { memoryBoardArchive, type BoardArchive } from './board-archive.ts'
import { compactPart, compactSize, plainPart, type CompactPart } from './compact-part.ts'
import type { JournalPosition } from './history-name.ts'
import { type ImageFolder, type ImageStore, type NamedImage, contentsOf, imageInMemory } from './images.ts'
import { MemoryJournal } from './memory-journal.ts'
import {
  compareSnapshots,
  type BoardStorage,
  type GenerationStorage,
  type KeptSnapshot,
  type SnapshotStore,
  type RuntimeStore,
} from './runtime-store.ts'
import { StorageError } from './storage-error.ts'

/** A snapshot with its content and the history before it, which it keeps. */
interface MemorySnapshot extends KeptSnapshot {
  readonly kept: readonly CompactPart[]
  readonly journal: MemoryJournal
}

/** Creates a store that keeps the history of a runtime in memory and nothing on disk (`--memory`). */
export function memoryStore(): RuntimeStore {
  const archive = memoryBoardArchive()
  const snapshots = new Map<string, MemorySnapshot>()
  /** The journals of the generations in use, by number. */
  const journals = new Map<number, MemoryJournal>()
  let newest = 0
  const add = (journal: MemoryJournal): GenerationStorage => {
    newest += 1
    journals.set(newest, journal)
    return { generation: newest, journal, boards: boardsIn(archive, newest), ...nothingKept }
  }
  let live = add(new MemoryJournal())
  const historyAt = ({ generation, seq }: JournalPosition): MemoryJournal | undefined =>
    journals.get(generation) ??
    snapshots.values().find((snapshot) => snapshot.generation === generation && snapshot.seq === seq)?.journal
  return {
    get live() {
      return live
    },
    checkpoints: [],
    async begin({ parent, first, chain }) {
      const older = (parent && historyAt(parent))?.before(first) ?? []
      return add(new MemoryJournal({ first, chain, older }))
    },
    async discard({ generation }) {
      journals.delete(generation)
    },
    async madeLive(storage) {
      journals.delete(live.generation)
      live = storage
    },
    snapshots: memorySnapshots(snapshots, journals),
    close: () => live.journal.close(),
  }
}

const nothingKept = { markUnusable: () => {}, write: undefined, sync: async () => {} }

/** Creates the storage of leaderboards in memory. */
export function memoryBoards(): BoardStorage {
  return boardsIn(memoryBoardArchive(), 1)
}

const boardsIn = (archive: BoardArchive, generation: number): BoardStorage => ({
  archive,
  generation,
  checkpoints: async () => [],
})

function memorySnapshots(
  snapshots: Map<string, MemorySnapshot>,
  journals: ReadonlyMap<number, MemoryJournal>,
): SnapshotStore {
  return {
    list: async () => Array.from(snapshots.values(), facts).toSorted(compareSnapshots),
    async find(name) {
      const snapshot = snapshots.get(name)
      if (!snapshot) return undefined
      return {
        ...facts(snapshot),
        parts: () => inSlices(snapshot.kept.values().map(plainPart)),
        unusableError: unusableError(name),
      }
    },
    has: async (name) => snapshots.has(name),
    async save(about, parts) {
      const journal = journals.get(about.generation)
      assert(journal, 'a snapshot belongs to a generation that is in use')
      const kept: CompactPart[] = []
      for await (const part of inSlices(parts)) kept.push(compactPart(part))
      const size = kept.reduce((sum, part) => sum + compactSize(part), 0)
      const snapshot = { ...about, size, kept, journal }
      snapshots.set(about.name, snapshot)
      return facts(snapshot)
    },
    delete: async (name) => snapshots.delete(name),
  }
}

const unusableError = (name: string) => (cause: unknown) =>
  new StorageError(`The snapshot '${name}' cannot be used: ${String(cause)}. Delete it, and save another`, { cause })

const facts = ({ kept: _kept, journal: _journal, ...about }: MemorySnapshot): KeptSnapshot => about

/** Creates a store that keeps images in memory and nothing on disk (`--memory`). */
export function memoryImages(): ImageStore {
  const folders: Readonly<Record<ImageFolder, Map<string, Buffer>>> = {
    design: new Map(),
    players: new Map(),
    files: new Map(),
  }
  let names: ReadonlyMap<string, NamedImage> = new Map()
  return {
    async put(folder, id, png) {
      if (!folders[folder].has(id)) folders[folder].set(id, Buffer.from(png))
    },
    has: async (folder, id) => folders[folder].has(id),
    find: async (folder, id) => {
      const png = folders[folder].get(id)
      return png && imageInMemory(png)
    },
    list: () => [...folders.design.keys()],
    delete: async (id) => folders.design.delete(id),
    names: () => names,
    async setNames(next) {
      names = next
      const contents = contentsOf(next)
      for (const id of folders.files.keys()) if (!contents.has(id)) folders.files.delete(id)
    },
  }
}
