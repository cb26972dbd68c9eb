import { forgetfulStore, type RevokedTokenStore } from '../auth/ended-logins.ts'
import type { Design } from '../game/design/design.ts'
import { setSeed } from '../game/design/run.ts'
import type { RuntimeName } from '../game/game-state.ts'
import { isFault } from '../game/kernel/fault.ts'
import { toIso } from '../game/kernel/instant.ts'
import { openGallery, type Gallery } from '../images/gallery.ts'
import { designHash, type Designs } from '../storage/designs.ts'
import { takeLock, type Lock } from '../storage/lock.ts'
import type { RuntimeStore } from '../storage/runtime-store.ts'
import { localProcesses } from '../storage/processes.ts'
import { StorageError } from '../storage/storage-error.ts'
import { newRecord, withRunning } from './designs/design-record.ts'
import { CoverageCounts } from './coverage-counts.ts'
import { DesignVersions } from './designs/design-versions.ts'
import { memoryGameFile, openGameFile, type GameFile } from './game-document.ts'
import { designOf, emptyHash, requireKept, sourceOf } from './designs/kept-designs.ts'
import { followKept, keepTimeline, type RuntimeWorld } from './time-travel/kept-timeline.ts'
import { recoverState } from './checkpoints/recovery.ts'
import { openDesignStore, openImageStore, openRuntimeStore } from './checkpoints/runtime-storage.ts'
import { openRevokedTokens } from './revoked-tokens.ts'
import { Runtime } from './runtime.ts'
import { StartRefused, type EmulatorSettings } from './settings.ts'
import { wholeRuntime, type WholeRuntime } from './transfer/whole-runtime.ts'
import { zoneOffset } from './zone.ts'

/** A runtime with the generation of its journal that it was opened with. */
interface Kept {
  readonly runtime: Runtime
  readonly generation: number
}

/** A game on this machine: two runtimes over one data directory. */
export class Emulator {
  readonly settings: EmulatorSettings
  /** Signs tokens; survives a restart. */
  readonly secret: string
  /** Tokens that were ended before they expired; survives a restart. */
  readonly revoked: RevokedTokenStore
  /** Resolves when the state is loaded and calls can be answered; rejects where it cannot be. */
  readonly ready: Promise<void>
  /** Whether the start took design files that hold something else than before. */
  hasTakenFiles = false
  readonly #lock: Lock | undefined
  /** Those that are open. */
  readonly #stores: RuntimeStore[] = []
  #runtimes: Record<RuntimeName, Kept> | undefined
  #designs: DesignVersions | undefined
  #designStore: Designs | undefined
  #images: Gallery | undefined
  #isWaiting = false

  constructor(settings: EmulatorSettings, file: GameFile, revoked: RevokedTokenStore, lock: Lock | undefined) {
    this.settings = settings
    this.secret = file.secret
    this.revoked = revoked
    this.#lock = lock
    this.ready = this.#load(file)
    this.ready.catch(() => {})
  }

  /** As health tells it. Spec 6.6. */
  get state(): 'starting' | 'waiting' | 'ready' | 'storage_failed' {
    if (!this.#runtimes || !this.#designs) return this.#isWaiting ? 'waiting' : 'starting'
    const { staging, production } = this.#runtimes
    const failed = staging.runtime.failed || production.runtime.failed || this.#designs.failed
    return failed ? 'storage_failed' : 'ready'
  }

  /** A runtime, once `ready`. */
  runtime(name: RuntimeName): Runtime {
    if (!this.#runtimes) throw new Error('the game is asked for before it is loaded')
    return this.#runtimes[name].runtime
  }

  /** The whole of a runtime, out and in, once `ready`. Spec 6.6 `/state`. */
  whole(name: RuntimeName): WholeRuntime {
    const { program: version, game } = this.settings
    if (!this.#designStore) throw new Error('the game is asked for before it is loaded')
    const zone = zoneOffset(game.timezone)
    return wholeRuntime({
      runtime: this.runtime(name),
      game: game.id,
      version,
      zoneOffset: zone,
      designs: this.#designStore,
    })
  }

  /** The versions of the design, once `ready`. */
  get designs(): DesignVersions {
    if (!this.#designs) throw new Error('the design is asked for before it is loaded')
    return this.#designs
  }

  /** The images of the game, once `ready`. */
  get images(): Gallery {
    if (!this.#images) throw new Error('the images are asked for before they are loaded')
    return this.#images
  }

  /**
   * Writes into the lock where the game is served, for those who find it taken; it is served too where that cannot be.
   */
  async announce(url: string): Promise<void> {
    await this.#lock?.announce(url).catch((error: unknown) => {
      if (!(error instanceof StorageError)) throw error
      this.settings.warn?.(error.message)
    })
  }

  /** Writes a checkpoint of what has happened and lets go of the data directory, the lock last. */
  async stop(): Promise<void> {
    await this.ready.catch(() => {})
    const stopped = new StorageError('The game has stopped')
    try {
      await Promise.all([this.#designs?.close(stopped), this.#images?.close(stopped)])
      const kept = Object.values(this.#runtimes ?? {})
      await Promise.allSettled(kept.map(({ runtime }) => runtime.close(stopped)))
      await allOf(this.#stores.map(close))
    } finally {
      await this.#lock?.release()
    }
  }

  async #load(file: GameFile): Promise<void> {
    const { settings } = this
    const designs = await openDesignStore(settings)
    // A file that has gone is there again before anything asks for it.
    const given = settings.design && (await keepDesign(settings.design, file, designs))
    if (file.design && settings.data) await requireKept(file.design, designs, settings.data.directory)
    const opened = (store: RuntimeStore): void => void this.#stores.push(store)
    const apartFromDesigns: RuntimeWorld['withoutDeployments'] = (task) => this.designs.withoutDeployments(task)
    const origin = { settings, file, designs, opened, apartFromDesigns }
    const [staging, production, images] = await allOf([
      openRuntime('staging', origin),
      openRuntime('production', origin),
      openImageStore(settings),
    ])
    if (!file.runtimes) await beginFile(file, staging, production, settings)
    const missing = given ? undefined : await this.#missingDesign(staging)
    const files = given ?? (missing && (await keepDesign(missing, file, designs)))
    for (const { runtime } of [staging, production]) await begin(runtime, settings)
    const versions = await openVersions(file, designs, {
      staging: staging.runtime,
      production: production.runtime,
    })
    if (files) this.hasTakenFiles = await takeAtStart(versions, files, settings)
    // Not where game.json was lost: what a copy of it names would be gone when that is put back.
    if (file.design) await versions.forgetDrafts()
    this.#images = openGallery(images)
    this.#designStore = designs
    this.#runtimes = { staging, production }
    this.#designs = versions
    for (const { runtime } of [staging, production]) runtime.started()
  }

  /** The design to start with where staging has none. */
  async #missingDesign({ runtime }: Kept): Promise<Design | undefined> {
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

/** The design of the files, and the hash that it is kept under. */
interface KeptFiles {
  readonly design: Design
  readonly keptAs: string
}

/** Keeps the design of the files: for ever where it is a new one, which is going to run. */
async function keepDesign(design: Design, file: GameFile, designs: Designs): Promise<KeptFiles> {
  const text = JSON.stringify(design.source)
  const isKnown = [file.design?.files, file.design?.writing].includes(designHash(text))
  return { design, keptAs: await (isKnown ? designs.writeDraft(text) : designs.write(text)) }
}

/**
 * Takes what the files of the design hold now, and gives whether that is new; what it takes from the routes is told.
 */
async function takeAtStart(
  versions: DesignVersions,
  { design, keptAs }: KeptFiles,
  settings: EmulatorSettings,
): Promise<boolean> {
  const { changed, lost } = await versions.takeFromFiles(design, settings.keepsRoutes, keptAs)
  if (lost.length === 0) return changed
  settings.warn?.(`changed through a route, and overwritten because the design files changed: ${lost.join(', ')}`)
  return changed
}

/** Opens a game; its state is loaded while this returns, and `ready` tells when. Throws LockHeld and StorageError. */
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

/** Waits until none is under way any more; rejects where one did. */
async function allOf<T extends readonly Promise<unknown>[] | []>(
  tasks: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(tasks)
  return Promise.all(tasks)
}

/** Closes a store; how its journal failed before was told to those who waited for it. */
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
  readonly apartFromDesigns: RuntimeWorld['withoutDeployments']
}

async function openRuntime(name: RuntimeName, origin: RuntimeOrigin): Promise<Kept> {
  const { settings, file, designs, opened, apartFromDesigns } = origin
  const { machineNow = Date.now, data, keepMs, warn = () => {} } = settings
  let designInForce = (): string | null => null
  const generation = file.runtimes?.[name].generation
  const store = await openRuntimeStore(name, settings, { generation, design: () => designInForce() })
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
    checkpointEntries: data?.limits?.checkpointEntries,
    warn,
    makeLive: (live) => file.keepGeneration(name, live),
    withoutDeployments: apartFromDesigns,
  }
  const { live } = store
  const recovered = await recoverState(name, { ...live, checkpoints: store.checkpoints }, followKept(world))
  const runtime = new Runtime(world, await keepTimeline(world, { ...recovered, storage: live }))
  designInForce = () => runtime.state.design || null
  return { runtime, generation: live.generation }
}

/** Writes the file of a game that has none; it is lost, and not new, where there is a history already. */
async function beginFile(file: GameFile, staging: Kept, production: Kept, settings: EmulatorSettings): Promise<void> {
  const { generation } = staging
  await file.begin({ staging: { generation }, production: { generation: production.generation } })
  if (settings.data && staging.runtime.state.seq + production.runtime.state.seq > 0)
    settings.warn?.(
      `game.json was missing from ${settings.data.directory} and was created again: earlier tokens are no longer valid, and the game counts as created now`,
    )
}

/** What is kept of versions, with what the runtimes have to add. */
async function openVersions(file: GameFile, designs: Designs, runtimes: Record<RuntimeName, Runtime>) {
  const states = [runtimes.staging.state, runtimes.production.state]
  const found = file.design ?? newRecord(runtimes.staging.state.design || emptyHash)
  const record = withRunning(found, states)
  if (record !== found) await file.keepDesign(record)
  const latest = { hash: record.latest, source: await sourceOf(record.latest, designs) }
  return new DesignVersions({ record, latest, file, designs, runtimes })
}

/** Sets clock and luck as the settings ask; the clock first, so that a new game may begin in the past. */
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
