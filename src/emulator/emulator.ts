import { forgetfulStore, type RevokedTokenStore } from '../auth/ended-logins.ts'
import type { Design } from '../game/design/design.ts'
import { setSeed } from '../game/design/run.ts'
import type { RuntimeName } from '../game/game-state.ts'
import { isFault } from '../game/kernel/fault.ts'
import { toIso } from '../game/kernel/instant.ts'
import { openGallery, type Gallery } from '../images/gallery.ts'
import { designHash, type Designs } from '../storage/designs.ts'
import { takeLock, type Lock } from '../storage/lock.ts'
import { localProcesses } from '../storage/processes.ts'
import type { RuntimeStore } from '../storage/runtime-store.ts'
import { StorageError } from '../storage/storage-error.ts'
import { recoverState } from './checkpoints/recovery.ts'
import { openDesignStore, openImageStore, openRuntimeStore } from './checkpoints/runtime-storage.ts'
import { CoverageCounts } from './coverage-counts.ts'
import { newRecord, withRunning } from './designs/design-record.ts'
import { DesignVersions } from './designs/design-versions.ts'
import { designOf, emptyHash, requireKept, sourceOf } from './designs/kept-designs.ts'
import { memoryGameFile, openGameFile, type GameFile } from './game-document.ts'
import { openRevokedTokens } from './revoked-tokens.ts'
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
  readonly #lock: Lock | undefined
  /** The open stores. */
  readonly #stores: RuntimeStore[] = []
  #loaded: LoadedGame | undefined
  #isWaiting = false

  constructor(settings: EmulatorSettings, file: GameFile, revoked: RevokedTokenStore, lock: Lock | undefined) {
    this.settings = settings
    this.secret = file.secret
    this.revoked = revoked
    this.#lock = lock
    this.ready = this.#load(file)
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

  /** Writes the address of the game into the lock, for those who find it taken. A failure is only a warning. */
  async announce(url: string): Promise<void> {
    await this.#lock?.announce(url).catch((error: unknown) => {
      if (!(error instanceof StorageError)) throw error
      this.settings.warn?.(error.message)
    })
  }

  /** Writes a checkpoint of the state and releases the data directory, the lock last. */
  async stop(): Promise<void> {
    await this.ready.catch(() => {})
    const stopped = new StorageError('The game has stopped')
    try {
      const loaded = this.#loaded
      await Promise.all([loaded?.designs.close(stopped), loaded?.images.close(stopped)])
      await Promise.allSettled([loaded?.staging.close(stopped), loaded?.production.close(stopped)])
      await allOf(this.#stores.map(close))
    } finally {
      await this.#lock?.release()
    }
  }

  async #load(file: GameFile): Promise<void> {
    const { settings } = this
    const designs = await openDesignStore(settings)
    // A design file that was deleted is written again before anything needs it.
    const fromFiles = settings.design && (await keepDesign(settings.design, file, designs))
    if (file.design && settings.data) await requireKept(file.design, designs, settings.data.directory)
    const opened = (store: RuntimeStore): void => void this.#stores.push(store)
    const withoutDeployments: RuntimeWorld['withoutDeployments'] = (task) => this.designs.withoutDeployments(task)
    const parts = { settings, file, designs, opened, withoutDeployments }
    const [staging, production, images] = await allOf([
      openRuntime('staging', parts),
      openRuntime('production', parts),
      openImageStore(settings),
    ])
    if (!file.runtimes) await beginFile(file, staging, production, settings)
    const missing = fromFiles ? undefined : await this.#missingDesign(staging)
    const files = fromFiles ?? (missing && (await keepDesign(missing, file, designs)))
    for (const runtime of [staging, production]) await begin(runtime, settings)
    const versions = await openVersions(file, designs, { staging, production })
    if (files) this.hasTakenFiles = await useFiles(versions, files, settings)
    // If game.json was lost, a copy that is restored later may still name drafts.
    if (file.design) await versions.forgetDrafts()
    this.#loaded = { staging, production, designs: versions, designStore: designs, images: openGallery(images) }
    for (const runtime of [staging, production]) runtime.started()
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

/** Stores the design of the files. A new one is stored permanently, because it will be deployed. */
async function keepDesign(design: Design, file: GameFile, designs: Designs): Promise<KeptFiles> {
  const text = JSON.stringify(design.source)
  const isKnown = [file.design?.files, file.design?.writing].includes(designHash(text))
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

/** Opens a game, whose state is still being loaded when this returns; see `ready`. Throws LockHeld and StorageError. */
export async function openEmulator(settings: EmulatorSettings): Promise<Emulator> {
  const createdMs = (settings.machineNow ?? Date.now)()
  if (!settings.data) return new Emulator(settings, memoryGameFile(createdMs), forgetfulStore(), undefined)
  const { files: fs, directory, processes = localProcesses() } = settings.data
  const lock = await takeLock({ fs, directory, processes })
  try {
    const file = await openGameFile(fs, directory, createdMs)
    return new Emulator(settings, file, await openRevokedTokens(fs, directory), lock)
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Waits until all tasks are done, and rejects if one of them did. */
async function allOf<T extends readonly Promise<unknown>[] | []>(
  tasks: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(tasks)
  return Promise.all(tasks)
}

/** Closes a store. An earlier failure of its journal was already reported to those who waited for it. */
async function close(store: RuntimeStore): Promise<void> {
  const { failure } = store.live.journal
  await store.close().catch((error: unknown) => {
    if (!failure) throw error
  })
}

interface RuntimeOrigin {
  readonly settings: EmulatorSettings
  readonly file: GameFile
  readonly designs: Designs
  readonly opened: (store: RuntimeStore) => void
  readonly withoutDeployments: RuntimeWorld['withoutDeployments']
}

async function openRuntime(name: RuntimeName, parts: RuntimeOrigin): Promise<Runtime> {
  const { settings, file, designs, opened, withoutDeployments } = parts
  const { machineNow = Date.now, data, keepMs, warn = () => {} } = settings
  let deployedHash = (): string | null => null
  const generation = file.runtimes?.[name].generation
  const store = await openRuntimeStore(name, settings, { generation, design: () => deployedHash() })
  opened(store)
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
