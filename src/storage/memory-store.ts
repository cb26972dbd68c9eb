import assert from 'node:assert/strict'
import { memoryBoardArchive, type BoardArchive } from './board-archive.ts'
import { compactPart, compactSize, plainPart, type CompactPart } from './compact-part.ts'
import { inSlices } from '../async/in-slices.ts'
import type { HistoryPlace } from './history-name.ts'
import { MemoryJournal } from './memory-journal.ts'
import { comparePoints } from './point-order.ts'
import { StorageError } from './storage-error.ts'
import type { BoardStorage, GenerationStorage, KeptPoint, Points, RuntimeStore } from './runtime-store.ts'

/** A point with what it holds, and the history that it stands on, which it keeps. */
interface MemoryPoint extends KeptPoint {
  readonly kept: readonly CompactPart[]
  readonly journal: MemoryJournal
}

/** The history of a runtime in memory and nothing on disk (`--memory`). */
export function memoryStore(): RuntimeStore {
  const archive = memoryBoardArchive()
  const points = new Map<string, MemoryPoint>()
  /** Of the generations in use, by number. */
  const journals = new Map<number, MemoryJournal>()
  let newest = 0
  const add = (journal: MemoryJournal): GenerationStorage => {
    newest += 1
    journals.set(newest, journal)
    return { generation: newest, journal, boards: boardsIn(archive, newest), ...nothingKept }
  }
  let live = add(new MemoryJournal())
  const historyAt = ({ generation, seq }: HistoryPlace): MemoryJournal | undefined =>
    journals.get(generation) ??
    points.values().find((point) => point.generation === generation && point.seq === seq)?.journal
  return {
    get live() {
      return live
    },
    snapshots: [],
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
    points: memoryPoints(points, journals),
    close: () => live.journal.close(),
  }
}

const nothingKept = { passOver: () => {}, write: undefined, sync: async () => {} }

/** What is kept of boards in memory. */
export function memoryBoards(): BoardStorage {
  return boardsIn(memoryBoardArchive(), 1)
}

const boardsIn = (archive: BoardArchive, generation: number): BoardStorage => ({
  archive,
  generation,
  snapshots: async () => [],
})

function memoryPoints(points: Map<string, MemoryPoint>, journals: ReadonlyMap<number, MemoryJournal>): Points {
  return {
    list: async () => Array.from(points.values(), facts).toSorted(comparePoints),
    async find(name) {
      const point = points.get(name)
      if (!point) return undefined
      return { ...facts(point), parts: () => inSlices(point.kept.values().map(plainPart)), noUse: noUseOf(name) }
    },
    has: async (name) => points.has(name),
    async save(about, parts) {
      const journal = journals.get(about.generation)
      assert(journal, 'a snapshot belongs to a generation that is in use')
      const kept: CompactPart[] = []
      for await (const part of inSlices(parts)) kept.push(compactPart(part))
      const size = kept.reduce((sum, part) => sum + compactSize(part), 0)
      const point = { ...about, size, kept, journal }
      points.set(about.name, point)
      return facts(point)
    },
    delete: async (name) => points.delete(name),
  }
}

const noUseOf = (name: string) => (cause: unknown) =>
  new StorageError(`The snapshot '${name}' cannot be used: ${String(cause)}. Delete it, and save another`, { cause })

const facts = ({ kept: _kept, journal: _journal, ...about }: MemoryPoint): KeptPoint => about
