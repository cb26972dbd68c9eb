import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Ending, RevokedTokenStore } from '../auth/ended-logins.ts'
import type { StateSumming } from '../emulator/checkpoints/state-sums.ts'
import { designsIn, type DesignRecord } from '../emulator/designs/design-record.ts'
import { emptyHash } from '../emulator/designs/kept-designs.ts'
import type { GameFile } from '../emulator/game-document.ts'
import type { GameStore } from '../emulator/game-store.ts'
import type { DataDirectory } from '../emulator/settings.ts'
import type { RuntimeName } from '../game/game-state.ts'
import { openDesigns, type Designs } from '../storage/designs.ts'
import { openFileImages } from '../storage/file-images.ts'
import type { ImageStore } from '../storage/images.ts'
import type { JournalLine } from '../storage/journal.ts'
import type { Blobs } from '../storage/log/blobs.ts'
import type { LogWriter } from '../storage/log/log-writer.ts'
import { Fenced } from '../storage/log/replicated-log.ts'
import type { RuntimeStore } from '../storage/runtime-store.ts'
import { StorageError } from '../storage/storage-error.ts'
import { makeBase, type EarlierBase, type Progress, type StoredBase } from './base.ts'
import { logDocument, type DocumentName, type DocumentValue } from './log-documents.ts'
import { sharedDesigns, sharedImages } from './shared-contents.ts'
import { shareFiles, shareGeneration } from './shared-files.ts'
import { StreamedStore } from './streamed-store.ts'
import { SumComparison } from './sum-comparison.ts'

/** What a game on a node needs of the data directory. */
export interface NodePlace {
  readonly data: DataDirectory
  /** The id of the game. */
  readonly game: string
  readonly blobs: Blobs
  /** `game.json`, as it is now. */
  readonly file: () => GameFile
  /** The tokens that were ended, as they are in the directory. */
  readonly revoked: RevokedTokenStore
  readonly runtime: (name: RuntimeName) => Promise<RuntimeStore>
  readonly announce: (url: string) => Promise<void>
  /** Called when the node begins to write, with its claim. */
  readonly begins: (claim: { readonly name: string; readonly position: number }) => Promise<void>
  /** Called when the directory has everything of the log up to a position, while the node writes. */
  readonly settled: (position: number) => Promise<void>
  /** Called when the log has another base, before whose `from` nothing has to be read again. */
  readonly based: (base: StoredBase) => Promise<void>
  /**
   * Called when the store is closed, with the position up to which the node has written the log, if it did, and why the
   * directory does not have all of that.
   */
  readonly closed: (directory: {
    readonly written: number | undefined
    readonly behindBy: Error | undefined
  }) => Promise<void>
}

/** Takes the entries of a runtime that another node has decided. */
export type EntryTaker = (runtime: RuntimeName, line: JournalLine) => Promise<{ readonly stored: Promise<void> }>

/**
 * The store of a game on a node. As long as another node writes the game, it gives what the log says. When the node becomes
 * the writer, what the game stores goes into the log first.
 */
export class NodeGame implements GameStore {
  readonly file: GameFile
  readonly revoked: RevokedTokenStore
  /** The checksums of the state here, and those that the writer tells. */
  readonly comparison = new SumComparison()
  /** Takes entries into the state of the game, and from there into the store; undefined before that is loaded. */
  taker: EntryTaker | undefined
  readonly #place: NodePlace
  #designs: Designs | undefined
  readonly #runtimes = new Map<RuntimeName, StreamedStore>()
  readonly #endings: Ending[]
  readonly #listeners = new Set<(ending: Ending) => void>()
  #writer: LogWriter | undefined
  #name = ''
  /** Why something that the log has could not be stored here, so that it has to be read again. */
  #behindBy: Error | undefined
  /** What is being done in the log and here. */
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #closing = new AbortController()
  readonly #sums = new Map<string, string>()

  constructor(place: NodePlace) {
    this.#place = place
    this.#endings = [...place.revoked.found]
    this.file = this.#sharedFile()
    this.revoked = {
      found: this.#endings,
      add: async (ending) => {
        await this.#inBoth('revoked', { ...ending }, () => place.revoked.add(ending))
        this.#endings.push(ending)
      },
      replace: (endings) =>
        this.#tracked(async () => {
          // Only the time up to which all tokens count as revoked is new to the other nodes.
          for (const ending of endings())
            if ('coveredToS' in ending) {
              await this.#publish('revoked', { ...ending })
              this.#endings.push(ending)
            }
          await this.#orBehind(() => place.revoked.replace(endings))
        }),
      follow: (listener) => void this.#listeners.add(listener),
    }
  }

  /** Lets this node write the game from now on. `name` is that of its claim. */
  async write(writer: LogWriter, name: string): Promise<void> {
    const { position } = writer
    await this.#place.begins({ name, position })
    this.taker = undefined
    this.#name = name
    this.#writer = writer
    for (const store of this.#runtimes.values()) store.write(writer)
  }

  /**
   * Records how far the directory has what this node, the writer, has put into the log, so that the next start does not read
   * it again. Throws StorageError.
   */
  async settle(): Promise<void> {
    if (!this.#writer) return
    const { wholePosition } = this.#writer
    await Promise.allSettled(this.#underWay)
    for (const store of this.#runtimes.values()) await store.sync()
    if (this.#behindBy || this.#closing.signal.aborted) return
    await this.#place.settled(wholePosition)
  }

  /**
   * Stores all of the game in the log once more, for a node that writes it. `earlier` is the base before. Throws StorageError.
   */
  async makeBase(earlier: EarlierBase | undefined, onProgress: Progress): Promise<StoredBase> {
    const writer = this.#writer
    if (!writer) throw new StorageError('Another node writes the game')
    const { data, game, blobs, based } = this.#place
    const source = {
      data,
      game,
      blobs,
      writer,
      writerName: this.#name,
      runtime: (name: RuntimeName) => {
        const store = this.#runtimes.get(name)
        if (!store) throw new StorageError('The game is still being loaded')
        return store
      },
      settled: async () => {
        await Promise.allSettled(this.#underWay)
        if (this.#behindBy) throw new StorageError(`${data.directory} does not have all that the log has`)
      },
      endings: () => this.#endings,
      sums: this.#sums,
      ending: this.#closing.signal,
    }
    const base = await makeBase(source, earlier, onProgress)
    if (!this.#closing.signal.aborted) await based(base)
    return base
  }

  /** Takes a token that was ended elsewhere. */
  async takeEnding(ending: Ending): Promise<void> {
    await this.#place.revoked.add(ending)
    this.#endings.push(ending)
    for (const listener of this.#listeners) listener(ending)
  }

  async openDesigns(): Promise<Designs> {
    const { data, blobs } = this.#place
    return (this.#designs = sharedDesigns(await openDesigns(data.files, join(data.directory, 'designs')), blobs))
  }

  /** Fetches the designs that a record names, so that a takeover does not wait for them. One that does not come is fetched when it is needed. */
  async fetchDesigns(record: DesignRecord): Promise<void> {
    const named = designsIn(record).map(({ hash }) => hash)
    await this.#designs?.missing(named.filter((hash) => hash !== emptyHash())).catch(() => {})
  }

  async openImages(): Promise<ImageStore> {
    const { data, blobs } = this.#place
    const local = await openFileImages(data.files, join(data.directory, 'images'), (album) =>
      this.#publish('images', { ...album }),
    )
    return sharedImages(
      {
        ...local,
        put: (...image) => this.#tracked(() => this.#orBehind(() => local.put(...image))),
        delete: (id) => this.#tracked(() => this.#orBehind(() => local.delete(id))),
        setNames: (names) => this.#tracked(() => this.#orBehind(() => local.setNames(names))),
      },
      blobs,
    )
  }

  async openRuntime(runtime: RuntimeName): Promise<RuntimeStore> {
    const { data, blobs } = this.#place
    const made = new StreamedStore(await this.#place.runtime(runtime), runtime, {
      shareSnapshot: (path) =>
        this.#tracked(async () => {
          const [file] = await shareFiles(data, blobs, [path])
          if (file) await this.#publish('file', file)
        }),
      removeSnapshot: (path, here) => this.#inBoth('file', { path, blob: null }, here),
    })
    if (this.#writer) made.write(this.#writer)
    this.#runtimes.set(runtime, made)
    return made
  }

  /** Gets the checksums of a state: the writer tells them, and the other nodes compare theirs. */
  sums(runtime: RuntimeName, generation: number): StateSumming {
    return {
      every: this.#place.data.limits?.sumEntries,
      onSum: ({ seq, sum }) => {
        const own = { runtime, generation, seq, sum }
        if (!this.#writer) this.comparison.computed(own)
        // A writer that was replaced, or cannot write, shows that in other ways.
        else this.#publish('sum', own).catch(() => {})
      },
    }
  }

  announce(url: string): Promise<void> {
    return this.#place.announce(url)
  }

  async close(): Promise<void> {
    this.taker = undefined
    this.#closing.abort(new StorageError('This node does not write the game any more'))
    for (const store of this.#runtimes.values()) await this.#orBehind(() => store.close()).catch(() => {})
    // What is still being done may fail here after the log has it.
    if (this.#underWay.size > 0)
      this.#behindBy ??= new StorageError('The node was closed while something was being stored')
    await this.#place.closed({ written: this.#writer?.wholePosition, behindBy: this.#behindBy })
  }

  #sharedFile(): GameFile {
    const { data, blobs, game, file } = this.#place
    return {
      get created() {
        return file().created
      },
      get secret() {
        return file().secret
      },
      get runtimes() {
        return file().runtimes
      },
      get design() {
        return file().design
      },
      begin: async (runtimes) => {
        const { created, secret } = file()
        const begun = {
          staging: { ...runtimes.staging, files: [] },
          production: { ...runtimes.production, files: [] },
        }
        const rest = { design: null, images: null, revoked: [], files: [] }
        await this.#inBoth('game', { game, created, secret, runtimes: begun, ...rest }, () => file().begin(runtimes))
      },
      keepGeneration: (runtime, generation) =>
        this.#tracked(async () => {
          const files = await shareGeneration(data, blobs, runtime, generation)
          await this.#inBoth('live', { runtime, generation, files }, () => file().keepGeneration(runtime, generation))
          this.#runtimes.get(runtime)?.continueIn(generation)
        }),
      keepDesign: (record) => this.#inBoth('design', { ...record }, () => file().keepDesign(record)),
    }
  }

  async #publish<Name extends DocumentName>(document: Name, value: DocumentValue<Name>): Promise<void> {
    assert(this.#writer, 'only the writer of a game changes it')
    await this.#writer.append(logDocument(document, value))
  }

  #inBoth<Name extends DocumentName, T>(
    document: Name,
    value: DocumentValue<Name>,
    here: () => Promise<T>,
  ): Promise<T> {
    return this.#tracked(async () => {
      await this.#publish(document, value)
      return this.#orBehind(here)
    })
  }

  /** Notes that something is done in the log and here, until both have it, and that nothing names yet what it stores. */
  async #tracked<T>(step: () => Promise<T>): Promise<T> {
    const running = step()
    this.#underWay.add(running)
    try {
      return await running
    } finally {
      this.#underWay.delete(running)
    }
  }

  async #orBehind<T>(here: () => Promise<T>): Promise<T> {
    try {
      return await here()
    } catch (error) {
      if (!(error instanceof Fenced))
        this.#behindBy ??= error instanceof Error ? error : new StorageError(String(error))
      throw error
    }
  }
}
