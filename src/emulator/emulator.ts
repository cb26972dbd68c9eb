import type { RevokedTokenStore } from '../auth/ended-logins.ts'
import type { Design } from '../game/design/design.ts'
import { setSeed } from '../game/design/run.ts'
import type { RuntimeName } from '../game/game-state.ts'
import { isFault } from '../game/kernel/fault.ts'
import { toIso } from '../game/kernel/instant.ts'
import { openGallery, type Gallery } from '../images/gallery.ts'
import { designHash, type Designs } from '../storage/designs.ts'
import type { ImageStore } from '../storage/images.ts'
import { StorageError } from '../storage/storage-error.ts'
import { recoverState } from './checkpoints/recovery.ts'
import { CoverageCounts } from './coverage-counts.ts'
import { newRecord, withRunning } from './designs/design-record.ts'
import { DesignVersions } from './designs/design-versions.ts'
import { designOf, emptyHash, requireKept, sourceOf } from './designs/kept-designs.ts'
import type { GameFile } from './game-document.ts'
import { allOf, openGameStore, type GameStore } from './game-store.ts'
import { Runtime } from './runtime.ts'
import { PlayCount } from './session/play-count.ts'
import { StartRefused, type EmulatorSettings } from './settings.ts'
import { followKept, keepTimeline, type RuntimeWorld } from './time-travel/kept-timeline.ts'
import { wholeRuntime, type WholeRuntime } from './transfer/whole-runtime.ts'
import { zoneOffset } from './zone.ts'

/** A game as it was found in its store, before it has a writer. */
interface RecoveredGame extends Readonly<Record<RuntimeName, Runtime>> {
  readonly designs: Designs
  /** Undefined while another machine writes the game, and changes them. */
  readonly images: ImageStore | undefined
  /** The design of the files, if there are any. */
  readonly fromFiles: KeptFiles | undefined
}

/** The parts of a game that exist once this machine writes it. */
interface WrittenGame {
  readonly designs: DesignVersions
  readonly images: Gallery
}

/** A game on this machine: two runtimes that share one data directory. */
export class Emulator {
  readonly settings: EmulatorSettings
  /** The key that signs tokens. It survives a restart. */
  readonly secret: string
  /** The tokens that were ended before they expired. They survive a restart. */
  readonly revoked: RevokedTokenStore
  /** Resolves when the state is loaded and calls can be answered. Rejects if it cannot be loaded. */
  readonly ready: Promise<void>
  /** Whether the design files had changed when the game started. */
  hasTakenFiles = false
  readonly #store: GameStore
  readonly #stopped = Promise.withResolvers<never>()
  readonly #recovering = Promise.withResolvers<void>()
  #recovered: RecoveredGame | undefined
  #written: WrittenGame | undefined
  /** Whether another machine writes the game. */
  #isFollowing: boolean
  #isWaiting = false

  /** Another machine writes the game until `writes` resolves, if it is given. */
  constructor(settings: EmulatorSettings, store: GameStore, writes?: Promise<void>) {
    this.settings = settings
    this.secret = store.file.secret
    this.revoked = store.revoked
    this.#store = store
    this.#isFollowing = writes !== undefined
    this.#stopped.promise.catch(() => {})
    this.ready = this.#load(writes)
    this.ready.catch((error: unknown) => this.#recovering.reject(error))
    this.recovered.catch(() => {})
  }

  /** Resolves when the state is loaded, and reads can be answered. Rejects if it cannot be loaded. */
  get recovered(): Promise<void> {
    return this.#recovering.promise
  }

  /** Whether calls wait, because the state is still being loaded, or the game waits for its design. Undefined once they can be answered. */
  get loading(): 'starting' | 'waiting' | undefined {
    if (this.#written || (this.#isFollowing && this.#recovered)) return undefined
    return this.#isWaiting ? 'waiting' : 'starting'
  }

  /** The state that health reports. Spec 6.6. */
  get state(): 'starting' | 'waiting' | 'ready' | 'storage_failed' {
    const { loading } = this
    if (loading || !this.#recovered) return loading ?? 'starting'
    const { staging, production } = this.#recovered
    return staging.failed || production.failed || this.#written?.designs.failed ? 'storage_failed' : 'ready'
  }

  /** Returns a runtime, once its state is loaded. */
  runtime(name: RuntimeName): Runtime {
    return this.#game[name]
  }

  /** Exports and imports a runtime, once `ready`. Spec 6.6 `/state`. */
  whole(name: RuntimeName): WholeRuntime {
    const { program: version, game } = this.settings
    return wholeRuntime({
      runtime: this.#game[name],
      game: game.id,
      version,
      zoneOffset: zoneOffset(game.timezone),
      designs: this.#game.designs,
    })
  }

  /** The versions of the design, once `ready`. */
  get designs(): DesignVersions {
    return this.#asWriter.designs
  }

  /** The images of the game, once `ready`. */
  get images(): Gallery {
    return this.#asWriter.images
  }

  get #game(): RecoveredGame {
    if (!this.#recovered || this.loading) throw new Error('the game is used before it is loaded')
    return this.#recovered
  }

  get #asWriter(): WrittenGame {
    if (!this.#written) throw new Error('the game is used before it is loaded')
    return this.#written
  }

  /** Makes the address of the game known to those who find its store in use. A failure is only a warning. */
  async announce(url: string): Promise<void> {
    await this.#store.announce(url).catch((error: unknown) => {
      if (!(error instanceof StorageError)) throw error
      this.settings.warn?.(error.message)
    })
  }

  /** Writes a checkpoint of the state, and lets others use the store. */
  async stop(): Promise<void> {
    const stopped = new StorageError('The game has stopped')
    this.#stopped.reject(stopped)
    await this.ready.catch(() => {})
    try {
      const [written, recovered] = [this.#written, this.#recovered]
      await Promise.all([written?.designs.close(stopped), written?.images.close(stopped)])
      await Promise.allSettled([recovered?.staging.close(stopped), recovered?.production.close(stopped)])
    } finally {
      await this.#store.close()
    }
  }

  /** Recovers the state from the store, and becomes its writer when `writes` resolves. */
  async #load(writes?: Promise<void>): Promise<void> {
    const recovered = (this.#recovered = await this.#recover())
    const begin = (): void => [recovered.staging, recovered.production].forEach((runtime) => runtime.started())
    if (writes) {
      begin()
      this.#recovering.resolve()
      await Promise.race([writes, this.#stopped.promise])
      this.#isFollowing = false
    }
    this.#written = await this.#becomeWriter(recovered)
    if (!writes) begin()
    this.#recovering.resolve()
  }

  /** Reads what is stored. This changes nothing of the game. */
  async #recover(): Promise<RecoveredGame> {
    const { settings } = this
    const store = this.#store
    const { file } = store
    const designs = await store.openDesigns()
    // A design file that was deleted is written again before anything needs it. Only the writer stores designs.
    const fromFiles = this.#isFollowing ? undefined : await this.#keepFiles(designs)
    if (file.design && settings.data) await requireKept(file.design, designs, settings.data.directory)
    const withoutDeployments: RuntimeWorld['withoutDeployments'] = (task) => this.designs.withoutDeployments(task)
    const parts = { settings, store, designs, withoutDeployments }
    const [staging, production, images] = await allOf([
      openRuntime('staging', parts),
      openRuntime('production', parts),
      this.#isFollowing ? undefined : store.openImages(),
    ])
    return { staging, production, designs, images, fromFiles }
  }

  /** Runs the commands that start a game: those of its clock, its luck and its design. Only the writer of a game may do so. */
  async #becomeWriter({ staging, production, designs, images, fromFiles }: RecoveredGame): Promise<WrittenGame> {
    const { settings } = this
    const { file } = this.#store
    if (!file.runtimes) await beginFile(file, staging, production, settings)
    const kept = fromFiles ?? (await this.#keepFiles(designs))
    const missing = kept ? undefined : await this.#missingDesign(staging)
    const files = kept ?? (missing && (await keepDesign(missing, file, designs)))
    for (const runtime of [staging, production]) await begin(runtime, settings)
    const versions = await openVersions(file, designs, { staging, production })
    if (files) this.hasTakenFiles = await useFiles(versions, files, settings)
    // If game.json was lost, a copy that is restored later may still name drafts.
    if (file.design) await versions.forgetDrafts()
    return { designs: versions, images: openGallery(images ?? (await this.#store.openImages())) }
  }

  /** Stores the design of the files, if there is one. */
  async #keepFiles(designs: Designs): Promise<KeptFiles | undefined> {
    const { design } = this.settings
    return design && keepDesign(design, this.#store.file, designs)
  }

  /** Waits for the design to start with, if staging does not have one. */
  async #missingDesign(runtime: Runtime): Promise<Design | undefined> {
    const { missingDesign } = this.settings
    if (!missingDesign || runtime.state.design !== '') return undefined
    this.#isWaiting = true
    try {
      return await missingDesign()
    } finally {
      this.#isWaiting = false
    }
  }
}

/** The design of the files, and the hash under which it is stored. */
interface KeptFiles {
  readonly design: Design
  readonly keptAs: string
}

/**
 * Stores the design of the files. A new one is stored permanently, because it will be deployed. Nothing is written where
 * game.json names it and it is there: a node that becomes the writer must not wait for a place that all nodes share.
 */
async function keepDesign(design: Design, file: GameFile, designs: Designs): Promise<KeptFiles> {
  const text = JSON.stringify(design.source)
  const hash = designHash(text)
  const isKnown = [file.design?.files, file.design?.writing].includes(hash)
  if (isKnown && (await designs.read(hash).catch(() => undefined)) === text) return { design, keptAs: hash }
  return { design, keptAs: await (isKnown ? designs.writeDraft(text) : designs.write(text)) }
}

/** Uses the present content of the design files, and returns whether it is new. Warns of changes through routes that it overwrites. */
async function useFiles(
  versions: DesignVersions,
  { design, keptAs }: KeptFiles,
  settings: EmulatorSettings,
): Promise<boolean> {
  const { changed, lost } = await versions.takeFromFiles(design, settings.keepsRoutes, keptAs)
  if (lost.length === 0) return changed
  settings.warn?.(`changed through a route, and overwritten because the design files changed: ${lost.join(', ')}`)
  return changed
}

/**
 * Opens a game, whose state is still being loaded when this returns; see `ready`. Its store is the data directory, or memory
 * if it has none, unless it gets another one. Another machine writes the game until `writes` resolves, if it is given: then
 * the game only takes what that one has decided, and answers reads. Throws LockHeld and StorageError.
 */
export async function openEmulator(
  settings: EmulatorSettings,
  openStore: (settings: EmulatorSettings) => Promise<GameStore> = openGameStore,
  writes?: Promise<void>,
): Promise<Emulator> {
  return new Emulator(settings, await openStore(settings), writes)
}

interface RuntimeOrigin {
  readonly settings: EmulatorSettings
  readonly store: Pick<GameStore, 'file' | 'openRuntime' | 'sums'>
  readonly designs: Designs
  readonly withoutDeployments: RuntimeWorld['withoutDeployments']
}

async function openRuntime(name: RuntimeName, parts: RuntimeOrigin): Promise<Runtime> {
  const { settings, store: gameStore, designs, withoutDeployments } = parts
  const { file } = gameStore
  const { machineNow = Date.now, data, keepMs, warn = () => {} } = settings
  let deployedHash = (): string | null => null
  const generation = file.runtimes?.[name].generation
  const store = await gameStore.openRuntime(name, { generation, design: () => deployedHash() })
  const world: RuntimeWorld = {
    name,
    store,
    game: { ...settings.game, created: file.created },
    zoneOffset: zoneOffset(settings.game.timezone),
    machineNow,
    designOf: (hash) => designOf(hash, designs),
    keepMs,
    designAfterRestore: name === 'staging' && settings.followsFiles ? 'current' : 'recorded',
    onRestored: (restored) => settings.onRestored?.(name, restored),
    coverage: new CoverageCounts(),
    plays: new PlayCount(),
    sums: (live) => gameStore.sums?.(name, live),
    watcher: settings.watcher?.(name),
    checkpointEntries: data?.limits?.checkpointEntries,
    warn,
    makeLive: (live) => gameStore.file.keepGeneration(name, live),
    withoutDeployments,
  }
  const { live } = store
  const recovered = await recoverState(name, { ...live, checkpoints: store.checkpoints }, followKept(world))
  const runtime = new Runtime(world, await keepTimeline(world, { ...recovered, storage: live }))
  deployedHash = () => runtime.state.design || null
  return runtime
}

/** Writes the file of a game that does not have one. If there is a history already, the file was lost. */
async function beginFile(
  file: GameFile,
  staging: Runtime,
  production: Runtime,
  settings: EmulatorSettings,
): Promise<void> {
  await file.begin({
    staging: { generation: staging.generation },
    production: { generation: production.generation },
  })
  if (settings.data && staging.state.seq + production.state.seq > 0)
    settings.warn?.(
      `game.json was missing from ${settings.data.directory} and was created again: earlier tokens are no longer valid, and the game counts as created now`,
    )
}

/** Opens the versions of the design, and adds the designs that the runtimes run to their record. */
async function openVersions(file: GameFile, designs: Designs, runtimes: Record<RuntimeName, Runtime>) {
  const states = [runtimes.staging.state, runtimes.production.state]
  const found = file.design ?? newRecord(runtimes.staging.state.design || emptyHash())
  const record = withRunning(found, states)
  if (record !== found) await file.keepDesign(record)
  const latest = { hash: record.latest, source: await sourceOf(record.latest, designs) }
  return new DesignVersions({ record, latest, file, designs, runtimes })
}

/** Sets clock and luck from the settings. The clock comes first, so that a new game can begin in the past. */
async function begin(runtime: Runtime, { randomSeed, game, now, freeze }: EmulatorSettings): Promise<void> {
  const changed =
    now === undefined && freeze === undefined ? undefined : await runtime.clock.begin({ now, frozen: freeze })
  if (isFault(changed))
    throw new StartRefused(
      `The ${runtime.name} runtime is already at ${toIso(runtime.state.at)}, and its clock cannot go back. Use a later --now, or another data directory`,
    )
  const seed = randomSeed ?? (runtime.state.seed === '' ? game.id : undefined)
  if (seed !== undefined) await runtime.run(setSeed, { seed })
}
