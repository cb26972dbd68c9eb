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

/** The parts of a game that exist once its state is loaded. */
interface LoadedGame extends Readonly<Record<RuntimeName, Runtime>> {
  readonly designs: DesignVersions
  readonly designStore: Designs
  readonly images: Gallery
}

/** A game as it was found in its store, before it has a writer. */
interface RecoveredGame extends Readonly<Record<RuntimeName, Runtime>> {
  readonly designs: Designs
  readonly images: ImageStore
  /** The design of the files, if there are any. */
  readonly fromFiles: KeptFiles | undefined
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
  #loaded: LoadedGame | undefined
  #isWaiting = false

  constructor(settings: EmulatorSettings, store: GameStore) {
    this.settings = settings
    this.secret = store.file.secret
    this.revoked = store.revoked
    this.#store = store
    this.ready = this.#load()
    this.ready.catch(() => {})
  }

  /** Whether the state is still being loaded, or the game waits for its design. Undefined once it is loaded. */
  get loading(): 'starting' | 'waiting' | undefined {
    if (this.#loaded) return undefined
    return this.#isWaiting ? 'waiting' : 'starting'
  }

  /** The state that health reports. Spec 6.6. */
  get state(): 'starting' | 'waiting' | 'ready' | 'storage_failed' {
    if (!this.#loaded) return this.#isWaiting ? 'waiting' : 'starting'
    const { staging, production, designs } = this.#loaded
    return staging.failed || production.failed || designs.failed ? 'storage_failed' : 'ready'
  }

  /** Returns a runtime, once `ready`. */
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
      designs: this.#game.designStore,
    })
  }

  /** The versions of the design, once `ready`. */
  get designs(): DesignVersions {
    return this.#game.designs
  }

  /** The images of the game, once `ready`. */
  get images(): Gallery {
    return this.#game.images
  }

  get #game(): LoadedGame {
    if (!this.#loaded) throw new Error('the game is used before it is loaded')
    return this.#loaded
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
    await this.ready.catch(() => {})
    const stopped = new StorageError('The game has stopped')
    try {
      const loaded = this.#loaded
      await Promise.all([loaded?.designs.close(stopped), loaded?.images.close(stopped)])
      await Promise.allSettled([loaded?.staging.close(stopped), loaded?.production.close(stopped)])
    } finally {
      await this.#store.close()
    }
  }

  /** Recovers the state from the store, and becomes its writer. */
  async #load(): Promise<void> {
    const recovered = await this.#recover()
    this.#loaded = await this.#becomeWriter(recovered)
    const { staging, production } = this.#loaded
    for (const runtime of [staging, production]) runtime.started()
  }

  /** Reads what is stored. This changes nothing of the game. */
  async #recover(): Promise<RecoveredGame> {
    const { settings } = this
    const store = this.#store
    const { file } = store
    const designs = await store.openDesigns()
    // A design file that was deleted is written again before anything needs it.
    const fromFiles = settings.design && (await keepDesign(settings.design, file, designs))
    if (file.design && settings.data) await requireKept(file.design, designs, settings.data.directory)
    const withoutDeployments: RuntimeWorld['withoutDeployments'] = (task) => this.designs.withoutDeployments(task)
    const parts = { settings, store, designs, withoutDeployments }
    const [staging, production, images] = await allOf([
      openRuntime('staging', parts),
      openRuntime('production', parts),
      store.openImages(),
    ])
    return { staging, production, designs, images, fromFiles }
  }

  /** Runs the commands that start a game: those of its clock, its luck and its design. Only the writer of a game may do so. */
  async #becomeWriter({ staging, production, designs, images, fromFiles }: RecoveredGame): Promise<LoadedGame> {
    const { settings } = this
    const { file } = this.#store
    if (!file.runtimes) await beginFile(file, staging, production, settings)
    const missing = fromFiles ? undefined : await this.#missingDesign(staging)
    const files = fromFiles ?? (missing && (await keepDesign(missing, file, designs)))
    for (const runtime of [staging, production]) await begin(runtime, settings)
    const versions = await openVersions(file, designs, { staging, production })
    if (files) this.hasTakenFiles = await useFiles(versions, files, settings)
    // If game.json was lost, a copy that is restored later may still name drafts.
    if (file.design) await versions.forgetDrafts()
    return { staging, production, designs: versions, designStore: designs, images: openGallery(images) }
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
 * if it has none, unless it gets another one. Throws LockHeld and StorageError.
 */
export async function openEmulator(
  settings: EmulatorSettings,
  openStore: (settings: EmulatorSettings) => Promise<GameStore> = openGameStore,
): Promise<Emulator> {
  return new Emulator(settings, await openStore(settings))
}

interface RuntimeOrigin {
  readonly settings: EmulatorSettings
  readonly store: Pick<GameStore, 'file' | 'openRuntime'>
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
    watcher: settings.watcher?.(name),
    checkpointEntries: data?.limits?.checkpointEntries,
    warn,
    makeLive: (live) => file.keepGeneration(name, live),
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
