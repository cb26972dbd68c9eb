import assert from 'node:assert/strict'
import { join } from 'node:path'
import { turns } from '../async/turns.ts'
import { openBoardArchive, type BoardArchive } from './board-archive.ts'
import { openCheckpoints, type Checkpoint, type Checkpoints } from './checkpoint.ts'
import {
  beginFileJournal,
  nothingWritten,
  openFileJournal,
  type FileJournal,
  type JournalWriting,
} from './file-journal.ts'
import { fileSnapshots } from './file-snapshots.ts'
import type { FileSystem } from './fs.ts'
import type { JournalPosition } from './history-name.ts'
import type { Durability } from './journal.ts'
import { KeptSegments } from './kept-segments.ts'
import { lineageOf, type Lineage } from './lineage.ts'
import { Pins } from './pins.ts'
import { segmentFiles } from './recovery.ts'
import type { GenerationOrigin, GenerationStorage, SnapshotStore, RuntimeStore } from './runtime-store.ts'
import type { Segment } from './segment.ts'
import { openSnapshotFiles, type SnapshotFiles } from './snapshot-files.ts'
import { orStorageFailure, storageFailure } from './storage-error.ts'

/** Where the history of a runtime is, and how it is written. */
export interface FileStoreOptions {
  readonly fs: FileSystem
  /** The directory of the runtime. */
  readonly directory: string
  /** The version of gamify, for the headers of files. */
  readonly program: string
  readonly runtime: string
  /** The live generation; undefined if nothing names one yet. */
  readonly generation: number | undefined
  readonly durability: Durability
  /** Returns the hash of the deployed design; null before the first deployment. */
  readonly design: () => string | null
  /** The size at which a segment of a journal is closed (default: that of the journal). */
  readonly segmentBytes?: number | undefined
  /** Receives messages for people about problems that stop nothing. */
  readonly warn: (message: string) => void
}

/** The parts of a store. */
interface StoreParts {
  readonly writing: JournalWriting
  /** The paths of segments that are still being read. */
  readonly held: Pins
  readonly checkpoints: Checkpoints
  readonly archive: BoardArchive
  readonly snapshots: SnapshotFiles
  readonly warn: (message: string) => void
  /** The number of begun generations that are neither live nor discarded. */
  readonly begun: { count: number }
  /** The highest number of a generation that the start found in a file of the history. */
  readonly newestFound: number
}

/** One generation whose journal is in files. */
interface FileGeneration extends GenerationStorage {
  readonly journal: FileJournal
}

/** Opens the storage of a runtime, and removes files that nothing needs. Throws StorageError. */
export async function openFileStore(options: FileStoreOptions): Promise<RuntimeStore> {
  const { fs, program, runtime, durability, design, segmentBytes, warn } = options
  const at = (name: string) => ({ fs, directory: join(options.directory, name), program, runtime })
  const checkpoints = await openCheckpoints(at('snapshots'))
  const found = await checkpoints.list()
  const archive = await openBoardArchive(at('boards'))
  const snapshots = await openSnapshotFiles(at('points'))
  const begun = { count: 0 }
  const limits = segmentBytes === undefined ? {} : { segmentBytes }
  const held = new Pins(() => store.tidy())
  const writing = {
    ...at('journal'),
    durability,
    design,
    isShared: () => begun.count > 0,
    held,
    written: nothingWritten(),
    ...limits,
  }
  const segments = await orStorageFailure(`${writing.directory} cannot be listed`, () => segmentFiles(writing))
  const journal = await openFileJournal({ ...writing, generation: options.generation, checkpoints: found })
  if (journal.cutBytes > 0)
    warn(
      `The last write to ${writing.directory} was incomplete; gamify cut off ${journal.cutBytes} bytes that it had not acknowledged`,
    )
  const newestFound = newestOf([...segments, ...found])
  const parts = { writing, held, checkpoints, archive, snapshots, warn, begun, newestFound }
  const store = new FileStore(parts, journal, found)
  await store.removeUnneeded()
  return store
}

/**
 * The history of a runtime in files. The pointer in `game.json` names the live generation. A generation that it does
 * not name does not count: what is written of it counts once the pointer names it, and leftovers are removed after that
 * or at the next start. If the start finds generations newer than the live one, gamify cannot know whether they were
 * the game and the pointer is an old copy that was restored. They stay, with everything that they may continue from,
 * until another generation is made live, whose number is higher than theirs.
 */
class FileStore implements RuntimeStore {
  readonly snapshots: SnapshotStore
  readonly checkpoints: readonly Checkpoint[]
  readonly #parts: StoreParts
  readonly #segments: KeptSegments
  readonly #inTurn = turns(1)
  readonly #begun = new Set<FileGeneration>()
  /** Whether unneeded files remained because they were still being read. */
  #isUntidy = false
  #isClosed = false
  #live: FileGeneration
  /** The highest generation number assigned so far. */
  #newest: number

  constructor(parts: StoreParts, journal: FileJournal, found: readonly Checkpoint[]) {
    this.#parts = parts
    this.#segments = new KeptSegments(parts.writing)
    this.#live = this.#storageOf(journal)
    this.checkpoints = found.filter(isOf(journal))
    this.#newest = journal.generation
    this.snapshots = fileSnapshots({
      files: parts.snapshots,
      journalOf: (generation) => this.#journalOf(generation),
      inTurn: this.#inTurn,
      removeUnneeded: () => this.removeUnneeded(),
      warn: parts.warn,
    })
  }

  get live(): GenerationStorage {
    return this.#live
  }

  begin(origin: GenerationOrigin): Promise<GenerationStorage> {
    return this.#inTurn(async () => {
      const { begun } = this.#parts
      begun.count += 1
      try {
        return await this.#begin(origin)
      } catch (cause) {
        begun.count -= 1
        throw storageFailure(`No other history can be begun in ${this.#parts.writing.directory}`, cause)
      }
    })
  }

  discard(storage: GenerationStorage): Promise<void> {
    return this.#inTurn(async () => {
      const { journal } = this.#take(storage)
      // What it could not write no longer matters.
      await journal.close().catch(() => {})
      await this.removeUnneeded()
    })
  }

  madeLive(storage: GenerationStorage): Promise<void> {
    return this.#inTurn(async () => {
      const { journal } = this.#live
      this.#live = this.#take(storage)
      this.#segments.remember(journal.segments)
      await journal.close().catch((error: unknown) => this.#warn(error))
      await this.removeUnneeded()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(Array.from(this.#begun, ({ journal }) => journal.close()))
    await this.#live.journal.close()
  }

  /** Removes what neither a generation in use nor a snapshot needs. A failure is only a warning. */
  async removeUnneeded(): Promise<void> {
    const { checkpoints, snapshots, held } = this.#parts
    const journals = this.#journals()
    try {
      await checkpoints.remove(
        (position) =>
          this.#canRemove(position) && !journals.some((journal) => journal.holds(position.generation, position.seq)),
      )
      const inUse = journals.map(lineageInUse)
      if (!(await this.#segments.unneededBy(inUse)).some(this.#canRemove)) return
      // While a snapshot cannot be used, nobody knows what it needs.
      const { usable, unusable } = await snapshots.all()
      if (unusable.size > 0) return
      const ofSnapshots = [...Array.from(usable.values(), ({ header }) => header), ...snapshots.unfinished]
      const needed = [...inUse, ...ofSnapshots.map(({ lineage }) => lineage)]
      const unneeded = (await this.#segments.unneededBy(needed)).filter(this.#canRemove)
      const idle = unneeded.filter(({ path }) => !held.has(path))
      this.#isUntidy = idle.length < unneeded.length
      await this.#segments.remove(idle)
    } catch (error) {
      this.#warn(error)
    }
  }

  /** Called when a reader releases what it held. Removes what remained because of that, unless the store is closed. */
  tidy(): void {
    if (!this.#isUntidy) return
    this.#isUntidy = false
    void this.#inTurn(async () => {
      if (!this.#isClosed) await this.removeUnneeded()
    })
  }

  async #begin(origin: GenerationOrigin): Promise<GenerationStorage> {
    const { writing, checkpoints } = this.#parts
    const { first, chain } = origin
    await this.#live.journal.sync()
    const older = await this.#before(origin)
    const last = older.at(-1)
    const parent = last ? { generation: last.header.generation, seq: last.last } : null
    const generation = await this.#nextGeneration(await checkpoints.list())
    const isUnanswered = (): boolean => generation !== this.#live.generation
    const journalOrigin = { generation, parent, first, chain, older }
    const journal = await beginFileJournal({ ...writing, isUnanswered }, journalOrigin)
    const storage = this.#storageOf(journal)
    this.#begun.add(storage)
    return storage
  }

  /** Returns the segments that a generation continues, as far as they are stored. */
  async #before({ parent, first, chain }: GenerationOrigin): Promise<readonly Segment[]> {
    if (!parent) return []
    assert.equal(first, parent.seq + 1, 'a generation continues at the entry where it leaves another one')
    const journals = this.#journals()
    for (const { segments } of journals) this.#segments.remember(segments)
    const origin = journals.find(({ generation }) => generation === parent.generation)
    const lineage = origin ? lineageOf(origin.segments, parent.seq) : await this.#lineageAt(parent)
    return this.#segments.segmentsOf(lineage, chain)
  }

  /** Returns the lineage of a snapshot at a position; empty if there is no such snapshot. */
  async #lineageAt({ generation, seq }: JournalPosition): Promise<Lineage> {
    const { usable } = await this.#parts.snapshots.all()
    const snapshot = usable.values().find(({ header }) => header.generation === generation && header.seq === seq)
    return snapshot?.header.lineage ?? []
  }

  /** Returns a number above all that a file or a snapshot names. */
  async #nextGeneration(found: readonly Checkpoint[]): Promise<number> {
    const { usable } = await this.#parts.snapshots.all()
    const ofSnapshots = Array.from(usable.values()).flatMap(({ header }) => [header, ...header.lineage])
    const named = [...(await segmentFiles(this.#parts.writing)), ...found, ...ofSnapshots]
    this.#newest = Math.max(this.#newest, newestOf(named)) + 1
    return this.#newest
  }

  /**
   * Whether an unneeded file can be removed. While there are generations newer than the live one, they may need what
   * the start found.
   */
  readonly #canRemove = ({ generation }: JournalPosition): boolean =>
    this.#live.generation >= this.#parts.newestFound || generation > this.#parts.newestFound

  #storageOf(journal: FileJournal): FileGeneration {
    const { checkpoints, archive } = this.#parts
    const { generation } = journal
    const isOfJournal = isOf(journal)
    return {
      generation,
      journal,
      boards: { archive, generation, checkpoints: async () => (await checkpoints.list()).filter(isOfJournal) },
      markUnusable: (checkpoint, why) => {
        this.#parts.warn(`${checkpoint.path} is ignored: ${why}`)
        checkpoints.markUnusable(checkpoint)
      },
      write: async (about, parts) => {
        await journal.sync()
        await checkpoints.write({ ...about, generation }, parts)
        // A generation that was only begun must not remove checkpoints that it shares with the live one.
        if (journal === this.#live.journal) await checkpoints.keepNewest(isOfJournal)
      },
      sync: () => journal.sync(),
    }
  }

  /** Returns the journals in use. */
  #journals(): FileJournal[] {
    return [this.#live, ...this.#begun].map(({ journal }) => journal)
  }

  #journalOf(generation: number): FileJournal {
    const journal = this.#journals().find((candidate) => candidate.generation === generation)
    assert(journal, 'a snapshot belongs to a generation that is in use')
    return journal
  }

  /** Returns a begun generation, which then no longer counts as begun. */
  #take(storage: GenerationStorage): FileGeneration {
    const begun = Array.from(this.#begun).find((candidate) => candidate === storage)
    assert(begun, 'a generation was started here and is neither live nor discarded')
    this.#begun.delete(begun)
    this.#parts.begun.count -= 1
    return begun
  }

  #warn(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error)
    this.#parts.warn(`What is no longer needed in ${this.#parts.writing.directory} cannot be removed: ${why}`)
  }
}

/** Returns the highest number of a generation; 0 if there is none. */
const newestOf = (positions: readonly Pick<JournalPosition, 'generation'>[]): number =>
  positions.reduce((newest, { generation }) => Math.max(newest, generation), 0)

/** Returns a predicate: whether a position is part of a journal's history. */
const isOf =
  (journal: FileJournal) =>
  ({ generation, seq }: JournalPosition): boolean =>
    journal.holds(generation, seq)

/** Returns the lineage of a history that continues: there will be more entries of its own generation. */
function lineageInUse({ generation, segments }: FileJournal): Lineage {
  return [...lineageOf(segments, Infinity), { generation, until: Infinity }]
}
