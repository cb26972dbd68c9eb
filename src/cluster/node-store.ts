import type { Low } from 'lowdb'
import { join } from 'node:path'
import * as z from 'zod'
import type { Ending, RevokedTokenStore } from '../auth/ended-logins.ts'
import type { DesignRecord } from '../emulator/designs/design-record.ts'
import { createGameFile, openGameFile, parseDocument, type GameFile } from '../emulator/game-document.ts'
import { NODE_FILE } from '../emulator/game-store.ts'
import { openRevokedTokens } from '../emulator/revoked-tokens.ts'
import type { DataDirectory } from '../emulator/settings.ts'
import type { RuntimeName } from '../game/game-state.ts'
import { strictObject } from '../game/kernel/schema.ts'
import { openDocument } from '../storage/documents.ts'
import { openFileStore } from '../storage/file-store.ts'
import type { Durability } from '../storage/journal.ts'
import { takeLock, type Lock } from '../storage/lock.ts'
import type { Blobs } from '../storage/log/blobs.ts'
import { LogRecords, type LogRecord } from '../storage/log/log-message.ts'
import type { StoredMessage } from '../storage/log/replicated-log.ts'
import { localProcesses } from '../storage/processes.ts'
import type { RuntimeStore } from '../storage/runtime-store.ts'
import { orStorageFailure, StorageError } from '../storage/storage-error.ts'
import type { EarlierBase, Progress, StoredBase } from './base.ts'
import { RUNTIMES, takeDocument, type BaseFile, type DocumentValue, type SharedFile } from './log-documents.ts'
import { NodeGame } from './node-game.ts'
import { fetchFiles, removeBegun, removeHistories } from './shared-files.ts'

const FORMAT = 1

/** How many entries can wait to be written before no more of the log is taken. */
const MAX_WAITING = 10_000

/** How far the data directory of a node has followed its log. */
const nodeDocument = strictObject({
  format: z.literal(FORMAT),
  /** What names the log, and no other one of the same game; empty before the first. */
  log: z.string(),
  /** The position up to which everything of the log is on disk. */
  position: z.int().min(0),
  /** The writer at that position. */
  writer: z.string(),
  /** The last two bases of the log up to that position. */
  bases: z
    .array(strictObject({ position: z.int().min(1), from: z.int().min(1), made: z.int().min(0) }))
    .max(2)
    .readonly()
    .optional(),
})

type NodeDocument = z.output<typeof nodeDocument>

/** What the data directory of a node needs. */
export interface NodeStoreOptions {
  readonly data: DataDirectory
  /** The version of gamify, for the headers of files. */
  readonly program: string
  /** The id of the game. */
  readonly game: string
  /** What names the log. */
  readonly log: string
  readonly blobs: Blobs
  readonly createdMs: number
  /** The durability of the directory. With `off`, a power failure can leave one that has to be read again from the log. */
  readonly durability: Durability
  /** Where given, blobs that cannot be read are waited for until this aborts, and what waits rejects with its reason then. */
  readonly ending?: AbortSignal | undefined
  readonly warn: (message: string) => void
}

/**
 * The data directory of a node of a game on several machines. It has everything that the log says up to a position, and
 * nothing else. As long as the node follows, it takes the messages of the log. When the node becomes the writer, a game
 * runs on it, and what that stores goes into the log first. All methods throw StorageError.
 */
export class NodeStore {
  readonly #options: NodeStoreOptions
  readonly #lock: Lock
  readonly #node: Low<NodeDocument>
  readonly #runtimes = new Map<RuntimeName, RuntimeStore>()
  #records: LogRecords
  #file: GameFile
  #revoked: RevokedTokenStore | undefined
  #game: NodeGame | undefined
  #position: number
  #settledPosition: number
  /** Why the game that was closed last has not stored all of the log. */
  #failure: Error | undefined
  /** The last position that is not within something that has more parts. */
  #wholePosition: number
  #bases: readonly StoredBase[]

  private constructor(options: NodeStoreOptions, lock: Lock, node: Low<NodeDocument>, file: GameFile) {
    this.#options = options
    this.#lock = lock
    this.#node = node
    this.#file = file
    this.#position = node.data.position
    this.#settledPosition = node.data.position
    this.#wholePosition = this.#position
    this.#bases = node.data.bases ?? []
    this.#records = new LogRecords(node.data.writer)
  }

  /** Opens a data directory, which belongs to the log or is empty. Throws LockHeld and StorageError. */
  static async open(options: NodeStoreOptions): Promise<NodeStore> {
    const { files: fs, directory, processes = localProcesses() } = options.data
    const lock = await takeLock({ fs, directory, processes })
    try {
      const node = await openNodeFile(options.data)
      const file = await openGameFile(fs, directory, options.createdMs)
      const { log } = node.data
      if (log === '' && file.runtimes)
        throw new StorageError(
          `${directory} has a game that is not on several machines. Use another directory for this node, or begin the log with this game: gamify cluster adopt --data ${directory}`,
        )
      if (log !== '' && log !== options.log)
        throw new StorageError(
          `${directory} belongs to another log of the game '${options.game}'. Use another directory, or restore that log`,
        )
      await node.update((data) => void (data.log = options.log))
      return new NodeStore(options, lock, node, file)
    } catch (error) {
      await lock.release()
      throw error
    }
  }

  /** The position up to which the log has been taken. */
  get position(): number {
    return this.#position
  }

  /** The position up to which this directory needs nothing of the log, even if the process is killed now. */
  get settledPosition(): number {
    return this.#settledPosition
  }

  /** The last bases of the log that are known, the older one first. */
  get bases(): readonly StoredBase[] {
    return this.#bases
  }

  /** When the game was created, in ms since 1970. */
  get createdMs(): number {
    return this.#file.created
  }

  /** Where files are that all nodes share. */
  get blobs(): Blobs {
    return this.#options.blobs
  }

  /** Whether the log has a game, as far as it has been taken. */
  get isBegun(): boolean {
    return this.#file.runtimes !== undefined
  }

  /** Returns the last entry of each runtime. */
  async lastSeqs(): Promise<Readonly<Record<RuntimeName, number>>> {
    const [staging, production] = [await this.#runtime('staging'), await this.#runtime('production')]
    return { staging: staging.live.journal.lastSeq, production: production.live.journal.lastSeq }
  }

  /** Takes the next message of the log. Returns what it means; undefined if it is a part of something with more parts. */
  async take(stored: StoredMessage): Promise<LogRecord | undefined> {
    this.#game?.comparison.assertEqual()
    // What could not be stored has to be read again, which begins before this message.
    if (stored.position !== this.#position + 1)
      throw this.#failure ?? new StorageError(`The message ${stored.position} does not follow ${this.#position}`)
    const record = this.#records.take(stored)
    if (record) await this.#apply(record, stored.position)
    this.#position = stored.position
    if (record) this.#wholePosition = stored.position
    return record
  }

  /** Records on disk how far the log has been taken, so that the next start does not take it again. */
  async settle(): Promise<void> {
    const position = this.#wholePosition
    const writer = this.#records.writer ?? ''
    if (position === this.#settledPosition) return
    for (const { live } of this.#runtimes.values()) await live.sync()
    const bases = this.#bases
    await this.#node.update((data) => void Object.assign(data, { position, writer, bases }))
    this.#settledPosition = position
  }

  /**
   * Begins with a base of the log, whose last message is at a position, in a directory that has taken nothing of the log.
   * What an interrupted start has left is removed.
   */
  async beginWith(value: DocumentValue<'base'>, position: number): Promise<void> {
    const { data } = this.#options
    await this.#closeRuntimes()
    const path = join(data.directory, 'game.json')
    await orStorageFailure(`${path} cannot be removed`, async () => {
      await data.files.unlink(path)
      await data.files.syncDirectory(data.directory)
    })
    await this.#reopenFile()
    await removeHistories(data)
    await this.#begin(value)
    this.#records = new LogRecords(value.writer)
    this.#position = value.from
    this.#wholePosition = value.from
    this.#noteBase({ position, from: value.from, made: value.made })
    await this.settle()
  }

  /** Stores all of the game in the log once more, for a node that writes it. `earlier` is the base before. */
  async makeBase(earlier: EarlierBase | undefined, onProgress: Progress): Promise<StoredBase> {
    if (!this.#game) throw new StorageError('The game is still being loaded')
    return this.#game.makeBase(earlier, onProgress)
  }

  /** Opens the store of the game, to be used until it is closed. There is one at a time. */
  async openGame(): Promise<NodeGame> {
    const { data, game, blobs } = this.#options
    await this.#reopenFile()
    // Opened again, because it lists what it found when it was opened.
    this.#revoked = undefined
    const opened = (this.#game = new NodeGame({
      data,
      game,
      blobs,
      file: () => this.#file,
      revoked: await this.#openRevoked(),
      runtime: (name) => this.#runtime(name),
      announce: (url) => this.#lock.announce(url),
      begins: async ({ name, position }) => {
        this.#records = new LogRecords(name)
        this.#position = position
        this.#wholePosition = position
        await this.settle()
      },
      settled: (position) => this.#settleUpTo(position),
      based: async (base) => {
        this.#noteBase(base)
        await this.#settleUpTo(base.from)
      },
      closed: async ({ written, behindBy }) => {
        this.#failure = behindBy
        this.#runtimes.clear()
        this.#revoked = undefined
        this.#game = undefined
        // The game has begun, or another generation is live, since it was opened.
        await this.#reopenFile()
        const position = behindBy ? this.settledPosition : written
        if (position === undefined) return
        this.#position = position
        this.#wholePosition = position
        await this.settle()
      },
    }))
    return opened
  }

  /** Records on disk how far this node, the writer, has put into the directory what it has put into the log. */
  async settleWritten(): Promise<void> {
    await this.#game?.settle()
  }

  /** Closes everything, and lets others use the directory. */
  async close(): Promise<void> {
    try {
      await this.settle()
      await this.#closeRuntimes()
    } finally {
      await this.#lock.release()
    }
  }

  async #apply(record: LogRecord, position: number): Promise<void> {
    if (record.kind === 'entries') return this.#takeEntries(record)
    if (record.kind === 'document') return this.#takeDocument(record.name, record.value, position)
  }

  async #settleUpTo(position: number): Promise<void> {
    this.#position = Math.max(this.#position, position)
    this.#wholePosition = Math.max(this.#wholePosition, position)
    await this.settle()
  }

  #noteBase(base: StoredBase): void {
    this.#bases = [...this.#bases.filter(({ position }) => position < base.position), base].slice(-2)
  }

  async #takeEntries({ history, lines }: Extract<LogRecord, { kind: 'entries' }>): Promise<void> {
    const runtime = RUNTIMES.find((name) => name === history.runtime)
    if (!runtime) throw new StorageError(`The log has entries of a runtime '${history.runtime}' that does not exist`)
    const { generation, journal } = (await this.#runtime(runtime)).live
    // After a start, the log is read again from a position before the last one that was taken.
    if (history.generation < generation) return
    if (history.generation > generation)
      throw new StorageError(
        `The log has entries of generation ${history.generation} of the ${runtime} runtime, and the data directory is at ${generation}`,
      )
    const taker = this.#game?.taker
    let stored: Promise<void> | undefined
    for (const line of lines) {
      // Entries that could not be written are missing here, and the log is not to blame.
      if (journal.failure) throw journal.failure
      const { seq, text, sum } = line
      if (seq === journal.lastSeq && sum !== journal.lastSum) throw this.#differs(runtime, seq)
      if (seq <= journal.lastSeq) continue
      if (seq > journal.lastSeq + 1) throw this.#differs(runtime, journal.lastSeq + 1)
      stored = taker ? (await taker(runtime, line)).stored : journal.append(seq, text, sum)
    }
    // The log has the entries, so the node goes on while they are written. A failure shows with the next ones.
    stored?.catch(() => {})
    if ((journal.work?.waiting ?? 0) > MAX_WAITING) await stored
  }

  #differs(runtime: string, seq: number): StorageError {
    const { directory } = this.#options.data
    return new StorageError(
      `The entry ${seq} of the ${runtime} runtime in ${directory} is not the one that the log has. Delete the data directory; gamify then reads the game from the log again`,
    )
  }

  #takeDocument(name: string, value: unknown, position: number): Promise<void> {
    return takeDocument(name, value, {
      game: (game) => this.#begin(game),
      base: async ({ from, made }) => this.#noteBase({ position, from, made }),
      live: ({ runtime, generation, files }) => this.#makeLive(runtime, generation, files),
      design: async (record) => {
        const designs = record as unknown as DesignRecord
        await this.#file.keepDesign(designs)
        await this.#reopenFile()
        await this.#game?.fetchDesigns(designs)
      },
      images: (album) => this.#writeAlbum(album),
      revoked: (ending) => this.#takeEnding(ending as unknown as Ending),
      file: async (file) => {
        // A writer that is killed may leave a snapshot of this name that the log never had.
        await this.#fetch([{ ...file, blob: null }, file])
        for (const { snapshots } of this.#runtimes.values()) snapshots.changed?.()
      },
      sum: async (sum) => this.#game?.comparison.told(sum),
      end: async () => {},
    })
  }

  /** Begins the game in the data directory. The file that says so comes last. */
  async #begin({
    game,
    created,
    secret,
    runtimes,
    design,
    images,
    revoked,
    files,
  }: DocumentValue<'game' | 'base'>): Promise<void> {
    const { data } = this.#options
    if (game !== this.#options.game)
      throw new StorageError(
        `The log belongs to the game '${game}', and gamify.json names the game '${this.#options.game}'`,
      )
    if (this.#file.runtimes) {
      if (this.#file.secret === secret) return
      throw new StorageError(`${data.directory} has another game than the log. Use another directory for this node`)
    }
    for (const runtime of RUNTIMES) {
      await this.#fetch(runtimes[runtime].files)
      if (runtimes[runtime].files.length === 0) await this.#runtime(runtime)
    }
    await this.#fetch(files)
    if (images) await this.#writeAlbum(images as DocumentValue<'images'>)
    const endings = await this.#openRevoked()
    for (const ending of revoked) await endings.add(ending as Ending)
    const generations = {
      staging: { generation: runtimes.staging.generation },
      production: { generation: runtimes.production.generation },
    }
    await createGameFile(data.files, data.directory, {
      created,
      secret,
      runtimes: generations,
      ...(design ? { design: design as DesignRecord } : {}),
    })
    await this.#reopenFile()
  }

  async #makeLive(runtime: RuntimeName, generation: number, files: readonly SharedFile[]): Promise<void> {
    const live = this.#file.runtimes?.[runtime].generation
    if (live === undefined) throw new StorageError('The log makes a generation live before it begins the game')
    if (generation <= live) return
    // This node may have begun a generation of the same number when it was the writer, and another one has made its own live.
    await removeBegun(this.#options.data, runtime, live)
    await this.#fetch(files)
    await this.#runtimes.get(runtime)?.live.journal.settled()
    await this.#runtimes.get(runtime)?.close()
    this.#runtimes.delete(runtime)
    await this.#file.keepGeneration(runtime, generation)
    await this.#reopenFile()
  }

  #fetch(files: readonly (SharedFile | BaseFile)[]): Promise<void> {
    const { data, blobs, ending, warn } = this.#options
    return fetchFiles(data, blobs, files, ending && { ending, warn })
  }

  async #writeAlbum(album: DocumentValue<'images'>): Promise<void> {
    const { files, directory } = this.#options.data
    const document = await openDocument<object>({
      fs: files,
      path: join(directory, 'images', 'design.json'),
      initial: {},
      parse: (value) => value as object,
      advice: '',
    })
    document.data = album
    await document.write()
  }

  async #takeEnding(ending: Ending): Promise<void> {
    if (this.#game) await this.#game.takeEnding(ending)
    else await (await this.#openRevoked()).add(ending)
  }

  async #reopenFile(): Promise<void> {
    const { files, directory } = this.#options.data
    this.#file = await openGameFile(files, directory, this.#options.createdMs)
  }

  async #openRevoked(): Promise<RevokedTokenStore> {
    const { files, directory } = this.#options.data
    return (this.#revoked ??= await openRevokedTokens(files, directory))
  }

  async #runtime(runtime: RuntimeName): Promise<RuntimeStore> {
    const opened = this.#runtimes.get(runtime)
    if (opened) return opened
    const { data, program, durability, warn } = this.#options
    const store = await openFileStore({
      fs: data.files,
      directory: join(data.directory, runtime),
      program,
      runtime,
      generation: this.#file.runtimes?.[runtime].generation,
      durability,
      design: () => null,
      segmentBytes: data.limits?.segmentBytes,
      warn,
    })
    this.#runtimes.set(runtime, store)
    return store
  }

  async #closeRuntimes(): Promise<void> {
    const stores = [...this.#runtimes.values()]
    this.#runtimes.clear()
    for (const store of stores) await store.close()
  }
}

function openNodeFile({ files: fs, directory }: DataDirectory): Promise<Low<NodeDocument>> {
  return openDocument<NodeDocument>({
    fs,
    path: join(directory, NODE_FILE),
    initial: { format: FORMAT, log: '', position: 0, writer: '' },
    parse: (value) => parseDocument(nodeDocument, value),
    advice: 'Delete the data directory; gamify then reads the game from the log again',
  })
}

/** Makes a data directory one of a node that has taken everything of a log up to a position. Throws StorageError. */
export async function writeNodeFile(data: DataDirectory, content: Omit<NodeDocument, 'format'>): Promise<void> {
  const node = await openNodeFile(data)
  await node.update((document) => void Object.assign(document, content))
}
