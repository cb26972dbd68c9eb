import type { Low } from 'lowdb'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import type { Ending, RevokedTokenStore } from '../auth/ended-logins.ts'
import type { DesignRecord } from '../emulator/designs/design-record.ts'
import { createGameFile, openGameFile, parseDocument, type GameFile } from '../emulator/game-document.ts'
import type { GameStore } from '../emulator/game-store.ts'
import { openRevokedTokens } from '../emulator/revoked-tokens.ts'
import type { DataDirectory } from '../emulator/settings.ts'
import type { RuntimeName } from '../game/game-state.ts'
import { strictObject } from '../game/kernel/schema.ts'
import { designHash, openDesigns, type Designs } from '../storage/designs.ts'
import { openDocument } from '../storage/documents.ts'
import { makeDirectory } from '../storage/durable-file.ts'
import { openFileImages } from '../storage/file-images.ts'
import { openFileStore } from '../storage/file-store.ts'
import { parseHistoryName } from '../storage/history-name.ts'
import type { ImageFolder, ImageStore } from '../storage/images.ts'
import type { Durability } from '../storage/journal.ts'
import { takeLock, type Lock } from '../storage/lock.ts'
import { piecesOf, writePieces, type Blobs } from '../storage/log/blobs.ts'
import { documentContent, LogRecords, type LogRecord } from '../storage/log/log-message.ts'
import type { LogWriter } from '../storage/log/log-writer.ts'
import type { StoredMessage } from '../storage/log/replicated-log.ts'
import { localProcesses } from '../storage/processes.ts'
import type { RuntimeStore } from '../storage/runtime-store.ts'
import { orStorageFailure, StorageError } from '../storage/storage-error.ts'
import { StreamedStore } from './streamed-store.ts'

/** The runtimes of a game, in the order in which they are stored. */
export const RUNTIMES = ['staging', 'production'] as const

const FORMAT = 1

/** A file of the data directory, and the blob that has its content; null for a file that was removed. */
const sharedFile = strictObject({
  path: z.string().regex(/^(?:staging|production)\/(?:journal|snapshots|points)\/[a-z0-9=._-]+$/),
  blob: z.string().nullable(),
})

export type SharedFile = z.output<typeof sharedFile>

const sharedRuntime = strictObject({ generation: z.int().min(1), files: z.array(sharedFile).readonly() })

/** The documents of a log, by name. The first one begins the game, and has all of it. */
const documents = {
  game: strictObject({
    game: z.string(),
    created: z.int().min(0),
    secret: z.string().min(32),
    runtimes: strictObject({ staging: sharedRuntime, production: sharedRuntime }),
    design: z.unknown(),
    images: z.unknown(),
    revoked: z.array(z.unknown()),
    files: z.array(sharedFile).readonly(),
  }),
  live: strictObject({
    runtime: z.enum(RUNTIMES),
    generation: z.int().min(1),
    files: z.array(sharedFile).readonly(),
  }),
  design: z.record(z.string(), z.unknown()),
  images: z.record(z.string(), z.unknown()),
  revoked: z.record(z.string(), z.unknown()),
  file: sharedFile,
  /** The writer has ended, and names the node that is to follow it; empty if any can. */
  end: strictObject({ successor: z.string() }),
} as const

/** The value of a document of a log. */
export type DocumentValue<Name extends keyof typeof documents> = z.output<(typeof documents)[Name]>

/** How far the data directory of a node has followed its log. */
const nodeDocument = strictObject({
  format: z.literal(FORMAT),
  /** What names the log, and no other one of the same game; empty before the first. */
  log: z.string(),
  /** The position up to which everything of the log is on disk. */
  position: z.int().min(0),
  /** The writer at that position. */
  writer: z.string(),
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
  /** The durability of the directory. The log is what counts, so it can be `off`. */
  readonly durability: Durability
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
  #position: number
  /** The last position that is not within something that has more parts. */
  #wholePosition: number

  private constructor(options: NodeStoreOptions, lock: Lock, node: Low<NodeDocument>, file: GameFile) {
    this.#options = options
    this.#lock = lock
    this.#node = node
    this.#file = file
    this.#position = node.data.position
    this.#wholePosition = this.#position
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

  /** Whether the log has a game, as far as it has been taken. */
  get isBegun(): boolean {
    return this.#file.runtimes !== undefined
  }

  /** Returns the last entry of each runtime. */
  async lastSeqs(): Promise<Readonly<Record<RuntimeName, number>>> {
    const [staging, production] = [await this.#runtime('staging'), await this.#runtime('production')]
    return { staging: staging.live.journal.lastSeq, production: production.live.journal.lastSeq }
  }

  /** Takes the next message of the log. */
  async take(stored: StoredMessage): Promise<void> {
    const record = this.#records.take(stored)
    if (record) await this.#apply(record)
    this.#position = stored.position
    if (record) this.#wholePosition = stored.position
  }

  /** Records on disk how far the log has been taken, so that the next start does not take it again. */
  async settle(): Promise<void> {
    const position = this.#wholePosition
    const writer = this.#records.writer ?? ''
    if (position === this.#node.data.position) return
    for (const { live } of this.#runtimes.values()) await live.sync()
    await this.#node.update((data) => void Object.assign(data, { position, writer }))
  }

  /** Returns the store of a game that the node writes, until it is closed. */
  async writable(writer: LogWriter, name: string): Promise<GameStore> {
    const { data, blobs } = this.#options
    const { files: fs, directory } = data
    const publish = (document: keyof typeof documents, value: object): Promise<void> =>
      writer.append(documentContent(document, value))
    this.#records = new LogRecords(name)
    this.#position = writer.position
    this.#wholePosition = writer.position
    await this.settle()
    this.#file = await openGameFile(fs, directory, this.#options.createdMs)
    const file = this.#file
    const revoked = await this.#openRevoked()
    const streamed = new Map<RuntimeName, StreamedStore>()
    return {
      file: {
        ...file,
        begin: async (runtimes) => {
          const { created, secret } = file
          const { game } = this.#options
          const begun = {
            staging: { ...runtimes.staging, files: [] },
            production: { ...runtimes.production, files: [] },
          }
          const rest = { design: null, images: null, revoked: [], files: [] }
          await publish('game', { game, created, secret, runtimes: begun, ...rest } satisfies DocumentValue<'game'>)
          await file.begin(runtimes)
        },
        keepGeneration: async (runtime, generation) => {
          const files = await shareGeneration(data, blobs, runtime, [generation])
          await publish('live', { runtime, generation, files } satisfies DocumentValue<'live'>)
          await file.keepGeneration(runtime, generation)
          streamed.get(runtime)?.continueIn(generation)
        },
        keepDesign: async (record) => {
          await publish('design', record)
          await file.keepDesign(record)
        },
      },
      revoked: {
        ...revoked,
        add: async (ending) => {
          await publish('revoked', ending)
          await revoked.add(ending)
        },
      },
      openDesigns: async () => sharedDesigns(await openDesigns(fs, join(directory, 'designs')), blobs),
      openImages: async () =>
        sharedImages(await openFileImages(fs, join(directory, 'images'), (album) => publish('images', album)), blobs),
      openRuntime: async (runtime) => {
        const local = await this.#runtime(runtime)
        const made = new StreamedStore(local, runtime, writer, {
          shareSnapshot: async (path) => {
            const [file] = await shareFiles(data, blobs, [path])
            if (file) await publish('file', file)
          },
          removeSnapshot: (path) => publish('file', { path, blob: null }),
        })
        streamed.set(runtime, made)
        return made
      },
      announce: (url) => this.#lock.announce(url),
      close: async () => {
        for (const store of streamed.values()) await store.close().catch(() => {})
        this.#runtimes.clear()
        this.#revoked = undefined
        this.#position = writer.position
        this.#wholePosition = writer.position
        await this.settle()
      },
    }
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

  async #apply(record: LogRecord): Promise<void> {
    if (record.kind === 'entries') return this.#takeEntries(record)
    if (record.kind === 'document') return this.#takeDocument(record.name, record.value)
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
    let stored: Promise<void> | undefined
    for (const { seq, text, sum } of lines) {
      if (seq === journal.lastSeq && sum !== journal.lastSum) throw this.#differs(runtime, seq)
      if (seq <= journal.lastSeq) continue
      if (seq > journal.lastSeq + 1) throw this.#differs(runtime, journal.lastSeq + 1)
      stored = journal.append(seq, text, sum)
    }
    await stored
  }

  #differs(runtime: string, seq: number): StorageError {
    const { directory } = this.#options.data
    return new StorageError(
      `The entry ${seq} of the ${runtime} runtime in ${directory} is not the one that the log has. Delete the data directory; gamify then reads the game from the log again`,
    )
  }

  async #takeDocument(name: string, value: unknown): Promise<void> {
    const unusable = (why: string): StorageError =>
      new StorageError(`The document '${name}' of the log is not valid: ${why}`)
    if (!(name in documents)) throw unusable('this version of gamify does not know it. Use a newer version')
    const parsed = documents[name as keyof typeof documents].safeParse(value)
    if (!parsed.success) throw unusable(parsed.error.issues.map(({ message }) => message).join('; '))
    const take: { readonly [Name in keyof typeof documents]: (value: DocumentValue<Name>) => Promise<void> } = {
      game: (game) => this.#begin(game),
      live: ({ runtime, generation, files }) => this.#makeLive(runtime, generation, files),
      design: (record) => this.#file.keepDesign(record as unknown as DesignRecord),
      images: (album) => this.#writeAlbum(album),
      revoked: async (ending) => (await this.#openRevoked()).add(ending as unknown as Ending),
      file: (file) => this.#fetch([file]),
      end: async () => {},
    }
    await take[name as 'game'](parsed.data as DocumentValue<'game'>)
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
  }: DocumentValue<'game'>): Promise<void> {
    const { data } = this.#options
    if (game !== this.#options.game)
      throw new StorageError(`The log is of the game '${game}', and gamify.json is of the game '${this.#options.game}'`)
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
    this.#file = await openGameFile(data.files, data.directory, created)
  }

  async #makeLive(runtime: RuntimeName, generation: number, files: readonly SharedFile[]): Promise<void> {
    if (generation <= (this.#file.runtimes?.[runtime].generation ?? 0)) return
    await this.#fetch(files)
    await this.#runtimes.get(runtime)?.live.journal.settled()
    await this.#runtimes.get(runtime)?.close()
    this.#runtimes.delete(runtime)
    await this.#file.keepGeneration(runtime, generation)
    this.#file = await openGameFile(this.#options.data.files, this.#options.data.directory, this.#file.created)
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

  /** Makes files of the directory what the log says. */
  async #fetch(files: readonly SharedFile[]): Promise<void> {
    const { blobs, data } = this.#options
    for (const { path, blob } of files) {
      const target = join(data.directory, path)
      if (blob === null) {
        await data.files.unlink(target)
        continue
      }
      if (await data.files.facts(target)) continue
      const pieces = await blobs.get(blob)
      if (!pieces)
        throw new StorageError(
          `The log names the file ${path}, and its content ${blob} is not among the blobs. Restore the blobs, or copy the file from another node`,
        )
      await orStorageFailure(`${target} cannot be written`, async () => {
        await makeDirectory(data.files, dirname(target))
        await writePieces(data.files, target, pieces)
      })
    }
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
    path: join(directory, 'log.json'),
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

/** Stores the files of these generations of a runtime as blobs. */
export async function shareGeneration(
  data: DataDirectory,
  blobs: Blobs,
  runtime: RuntimeName,
  generations: readonly number[],
): Promise<readonly SharedFile[]> {
  const paths: string[] = []
  for (const folder of ['journal', 'snapshots']) {
    const names = await data.files.list(join(data.directory, runtime, folder))
    const own = names.filter((name) => generations.includes(parseHistoryName(name)?.generation ?? 0))
    paths.push(...own.map((name) => `${runtime}/${folder}/${name}`))
  }
  return shareFiles(data, blobs, paths)
}

/** Stores files of a data directory as blobs. `paths` are relative to it. */
export async function shareFiles(
  { files: fs, directory }: DataDirectory,
  blobs: Blobs,
  paths: readonly string[],
  onShared: () => void = () => {},
): Promise<readonly SharedFile[]> {
  const shared: SharedFile[] = []
  for (const path of paths) {
    const blob = `files/${randomUUID()}`
    await blobs.put(blob, () => piecesOf(fs, join(directory, path)))
    shared.push({ path, blob })
    onShared()
  }
  return shared
}

const designBlob = (hash: string): string => `designs/${hash}.json`
const imageBlob = (folder: ImageFolder, id: string): string => `images/${folder}/${id}.png`

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Stores a design as a blob. */
export const shareDesign = (blobs: Blobs, text: string): Promise<void> =>
  blobs.put(designBlob(designHash(text)), () => onePiece(Buffer.from(text)))

/** Stores an image as a blob. */
export const shareImage = (blobs: Blobs, folder: ImageFolder, id: string, png: Uint8Array): Promise<void> =>
  blobs.put(imageBlob(folder, id), () => onePiece(png))

/** Returns designs that all nodes can read. One that this node lacks is fetched when it is needed. */
function sharedDesigns(local: Designs, blobs: Blobs): Designs {
  const fetch = async (hash: string): Promise<boolean> => {
    const pieces = await blobs.get(designBlob(hash))
    if (pieces) await local.write(Buffer.concat(await Array.fromAsync(pieces)).toString())
    return pieces !== undefined
  }
  const missing: Designs['missing'] = async (hashes) => {
    const absent = await local.missing(hashes)
    for (const hash of absent.keys()) await fetch(hash)
    return absent.size === 0 ? absent : local.missing(hashes)
  }
  return {
    ...local,
    write: async (text) => {
      await shareDesign(blobs, text)
      return local.write(text)
    },
    writeDraft: async (text) => {
      await shareDesign(blobs, text)
      return local.writeDraft(text)
    },
    read: async (hash) => {
      await missing([hash])
      return local.read(hash)
    },
    missing,
  }
}

/** Returns images that all nodes can read. One that this node lacks is fetched when it is needed. */
function sharedImages(local: ImageStore, blobs: Blobs): ImageStore {
  const fetch = async (folder: ImageFolder, id: string): Promise<boolean> => {
    const pieces = await blobs.get(imageBlob(folder, id))
    if (!pieces) return false
    await local.put(folder, id, Buffer.concat(await Array.fromAsync(pieces)))
    return true
  }
  const isListed = (folder: ImageFolder, id: string): boolean => folder !== 'design' || local.list().includes(id)
  return {
    ...local,
    put: async (folder, id, png) => {
      await shareImage(blobs, folder, id, png)
      await local.put(folder, id, png)
    },
    has: async (folder, id) => (await local.has(folder, id)) || (folder !== 'design' && (await fetch(folder, id))),
    find: async (folder, id) => {
      const found = await local.find(folder, id).catch((error: unknown) => {
        if (folder === 'design' && isListed(folder, id)) return undefined
        throw error
      })
      if (found || !isListed(folder, id)) return found
      return (await fetch(folder, id)) ? local.find(folder, id) : undefined
    },
  }
}
