import assert from 'node:assert/strict'
import { join } from 'node:path'
import { turns } from '../async/turns.ts'
import { openBoardArchive, type BoardArchive } from './board-archive.ts'
import { beginFileJournal, openFileJournal, type FileJournal, type JournalWriting } from './file-journal.ts'
import { fileSnapshots } from './file-snapshots.ts'
import type { FileSystem } from './fs.ts'
import type { JournalPosition } from './history-name.ts'
import type { Durability } from './journal.ts'
import { KeptSegments } from './kept-segments.ts'
import { lineageOf, type Lineage } from './lineage.ts'
import { Pins } from './pins.ts'
import { openSnapshotFiles, type SnapshotFiles } from './snapshot-files.ts'
import { segmentFiles } from './recovery.ts'
import type { GenerationOrigin, GenerationStorage, SnapshotStore, RuntimeStore } from './runtime-store.ts'
import type { Segment } from './segment.ts'
import { openCheckpoints, type Checkpoint, type Checkpoints } from './checkpoint.ts'
import { orStorageFailure, storageFailure } from './storage-error.ts'

/** Where the history of a runtime is, and how it is written. */
export interface FileStoreOptions {
  readonly fs: FileSystem
  /** That of the runtime. */
  readonly directory: string
  /** The version of this program, for the headers of files. */
  readonly program: string
  readonly runtime: string
  /** The live generation; undefined where nothing names it yet. */
  readonly generation: number | undefined
  readonly durability: Durability
  /** The hash of the design in force; null before the first one. */
  readonly design: () => string | null
  /** The size at which a segment of a journal is closed, where not the usual. */
  readonly segmentBytes?: number | undefined
  /** Told, in words for people, what is not as it should be and stops nothing. */
  readonly warn: (message: string) => void
}

/** What a store is made of. */
interface StoreParts {
  readonly writing: JournalWriting
  /** Segments, by path, that somebody reads still. */
  readonly held: Pins
  readonly checkpoints: Checkpoints
  readonly archive: BoardArchive
  readonly snapshots: SnapshotFiles
  readonly warn: (message: string) => void
  /** How many generations have been begun that are neither live nor discarded. */
  readonly begun: { count: number }
  /** The highest number of a generation that the start found in a file of the history. */
  readonly newestFound: number
}

/** One generation, whose journal is in files. */
interface FileGeneration extends GenerationStorage {
  readonly journal: FileJournal
}

/** Opens the storage of a runtime, and removes what was left there that nothing needs. Throws StorageError. */
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
  const writing = { ...at('journal'), durability, design, isShared: () => begun.count > 0, held, ...limits }
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
 * The history of a runtime in files. A generation that nothing names is as good as none: what is written of one counts
 * with the pointer, and what was left behind is removed after it, or at the next start. Where that finds generations
 * newer than the live one, nobody knows whether they were the game, and the pointer is an old copy that was put back:
 * they stay, with all that they may go on from, until another generation is made live, whose number is above theirs.
 */
class FileStore implements RuntimeStore {
  readonly snapshots: SnapshotStore
  readonly checkpoints: readonly Checkpoint[]
  readonly #parts: StoreParts
  readonly #segments: KeptSegments
  readonly #inTurn = turns(1)
  readonly #begun = new Set<FileGeneration>()
  /** Whether files were left that somebody read still. */
  #isUntidy = false
  #isClosed = false
  #live: FileGeneration
  /** The highest number that was given to a generation here. */
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
      // What it could not write does not matter any more.
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

  /** Removes what neither a generation that is in use nor a snapshot needs; to fail is no more than a warning. */
  async removeUnneeded(): Promise<void> {
    const { checkpoints, snapshots, held } = this.#parts
    const journals = this.#journals()
    try {
      await checkpoints.remove(
        (place) => this.#mayGo(place) && !journals.some((journal) => journal.holds(place.generation, place.seq)),
      )
      const inUse = journals.map(lineageInUse)
      if (!(await this.#segments.besides(inUse)).some(this.#mayGo)) return
      // While one of them cannot be used, nobody knows what it needs.
      const { usable, unusable } = await snapshots.all()
      if (unusable.size > 0) return
      const pointed = [...Array.from(usable.values(), ({ header }) => header), ...snapshots.unfinished]
      const needed = [...inUse, ...pointed.map(({ lineage }) => lineage)]
      const unneeded = (await this.#segments.besides(needed)).filter(this.#mayGo)
      const idle = unneeded.filter(({ path }) => !held.has(path))
      this.#isUntidy = idle.length < unneeded.length
      await this.#segments.remove(idle)
    } catch (error) {
      this.#warn(error)
    }
  }

  /** Told when somebody has read what was held: what was left for that goes now, but for a store that is closed. */
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
    const place = { generation, parent, first, chain, older }
    const journal = await beginFileJournal({ ...writing, isUnanswered }, place)
    const storage = this.#storageOf(journal)
    this.#begun.add(storage)
    return storage
  }

  /** What a generation goes on from, as far as it is kept. */
  async #before({ parent, first, chain }: GenerationOrigin): Promise<readonly Segment[]> {
    if (!parent) return []
    assert.equal(first, parent.seq + 1, 'a generation continues at the entry where it leaves another one')
    const journals = this.#journals()
    for (const { segments } of journals) this.#segments.remember(segments)
    const origin = journals.find(({ generation }) => generation === parent.generation)
    const lineage = origin ? lineageOf(origin.segments, parent.seq) : await this.#lineageAt(parent)
    return this.#segments.along(lineage, chain)
  }

  /** That of a snapshot; empty where there is none that stands there any more. */
  async #lineageAt({ generation, seq }: JournalPosition): Promise<Lineage> {
    const { usable } = await this.#parts.snapshots.all()
    const snapshot = usable.values().find(({ header }) => header.generation === generation && header.seq === seq)
    return snapshot?.header.lineage ?? []
  }

  /** A number above all that a file or a snapshot names. */
  async #nextGeneration(found: readonly Checkpoint[]): Promise<number> {
    const { usable } = await this.#parts.snapshots.all()
    const pointed = Array.from(usable.values()).flatMap(({ header }) => [header, ...header.lineage])
    const named = [...(await segmentFiles(this.#parts.writing)), ...found, ...pointed]
    this.#newest = Math.max(this.#newest, newestOf(named)) + 1
    return this.#newest
  }

  /** Whether what nothing here needs may go: while there are newer ones, what the start found may be needed by them. */
  readonly #mayGo = ({ generation }: JournalPosition): boolean =>
    this.#live.generation >= this.#parts.newestFound || generation > this.#parts.newestFound

  #storageOf(journal: FileJournal): FileGeneration {
    const { checkpoints, archive } = this.#parts
    const { generation } = journal
    const isOfJournal = isOf(journal)
    return {
      generation,
      journal,
      boards: { archive, generation, checkpoints: async () => (await checkpoints.list()).filter(isOfJournal) },
      passOver: (snapshot, why) => {
        this.#parts.warn(`${snapshot.path} is ignored: ${why}`)
        checkpoints.passOver(snapshot)
      },
      write: async (about, parts) => {
        await journal.sync()
        await checkpoints.write({ ...about, generation }, parts)
        // What it shares with the live one is not for one that is only begun to remove.
        if (journal === this.#live.journal) await checkpoints.keepNewest(isOfJournal)
      },
      sync: () => journal.sync(),
    }
  }

  /** Those that are in use. */
  #journals(): FileJournal[] {
    return [this.#live, ...this.#begun].map(({ journal }) => journal)
  }

  #journalOf(generation: number): FileJournal {
    const journal = this.#journals().find((one) => one.generation === generation)
    assert(journal, 'a snapshot belongs to a generation that is in use')
    return journal
  }

  /** One that was begun, to be so no longer. */
  #take(storage: GenerationStorage): FileGeneration {
    const begun = Array.from(this.#begun).find((one) => one === storage)
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

/** The highest number of a generation; 0 where there is none. */
const newestOf = (places: readonly Pick<JournalPosition, 'generation'>[]): number =>
  places.reduce((newest, { generation }) => Math.max(newest, generation), 0)

/** Whether a place is one of a history. */
const isOf =
  (journal: FileJournal) =>
  ({ generation, seq }: JournalPosition): boolean =>
    journal.holds(generation, seq)

/** All of a history that goes on: of its own generation there will be more. */
function lineageInUse({ generation, segments }: FileJournal): Lineage {
  return [...lineageOf(segments, Infinity), { generation, until: Infinity }]
}
