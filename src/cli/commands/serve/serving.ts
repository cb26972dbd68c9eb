import type { Emulator } from '../../../emulator/emulator.ts'
import { emulatorCaller } from '../../../emulator/session/timeline.ts'
import { isFault } from '../../../game/kernel/fault.ts'
import { giveImages, readImages, type GivenImages } from '../../../project/design-images.ts'
import { firstState, type DesignState } from '../../../project/load-design.ts'
import { problemText } from '../../../project/problem.ts'
import { isEmpty } from '../../../scripts/seed-file.ts'
import type { Server } from '../../../server/server.ts'
import { showProgress } from '../../../terminal/render/progress.ts'
import { BROKEN_FILES } from '../../../terminal/restored.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { showWaiting } from './banner.ts'
import { openChecks, type ServedChecks } from './checks.ts'
import { DesignWait } from './design-wait.ts'
import type { Served } from './environment.ts'
import { openGame, untilReady } from './game.ts'
import { openHttps } from './https.ts'
import { servedLab } from './lab.ts'
import { requireAddress, serveGame } from './listening.ts'
import { syncDesignFiles, type LiveFiles } from './live.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'
import { resetSeeds } from './reset-seeds.ts'
import { seedRuntime, servedOnceSeeded } from './seeding.ts'
import { tuneV8 } from './v8-flags.ts'

/** A served game whose state is loaded. */
export interface Serving extends Served {
  readonly emulator: Emulator
  /** The plan, with the design that the game started with. */
  readonly plan: ServePlan
  readonly checks: ServedChecks
  /** Keeps the game and its design files in sync from now on. */
  followFiles(): Promise<void>
}

/**
 * Serves the plan until `use` resolves, then answers the calls in progress and closes everything. If `ending` aborts
 * while the game waits for a design, it rejects with the signal's reason. Spec 6.3.
 */
export async function whileServed<T>(
  plan: ServePlan,
  shell: Shell,
  log: Log,
  use: (serving: Serving) => Promise<T>,
  ending?: AbortSignal,
): Promise<T> {
  if (!plan.front) await requireAddress(plan, shell)
  return whileOpened(await openServed(plan, shell, log, ending), use)
}

/**
 * Opens the game of the plan, whose state may still be loading. Another machine writes it until `writes` resolves, if it is
 * given. `ending` ends the wait for a design.
 */
export async function openServed(
  plan: ServePlan,
  shell: Shell,
  log: Log,
  ending?: AbortSignal,
  writes?: Promise<void>,
): Promise<OpenedGame> {
  tuneV8()
  const wait = new DesignWait(plan.design, log)
  const files: ServedFiles = { live: undefined, state: () => files.live?.state ?? stateOf(wait.design) }
  ending?.addEventListener('abort', () => wait.end(ending.reason), { once: true })
  const checks = await openChecks(plan, log, shell.io)
  const emulator: Emulator = await openGame(
    plan,
    wait,
    checks,
    shell,
    withRestoreReports(log, files, () => emulator),
    writes,
  )
  return { plan, wait, emulator, files, checks, log, shell }
}

/** Serves a game that is opened until `use` resolves, then answers the calls in progress and closes everything. */
export async function whileOpened<T>(opened: OpenedGame, use: (serving: Serving) => Promise<T>): Promise<T> {
  try {
    return await serveOpened(opened, use)
  } finally {
    await closeOpened(opened)
  }
}

/** Closes a game that is opened and not served. */
export async function closeOpened({ wait, emulator }: OpenedGame): Promise<void> {
  wait.end(new Error('the game is closed'))
  await emulator.stop()
}

/** A game whose state may still be loading, with all that is served of it. */
export interface OpenedGame {
  readonly plan: ServePlan
  readonly wait: DesignWait
  readonly emulator: Emulator
  readonly files: ServedFiles
  readonly checks: ServedChecks
  readonly log: Log
  readonly shell: Shell
}

/**
 * Starts the server. Calls wait while the state is loaded. The address accepts them only after everything that can
 * still end the start: seeds, and a broken design, unless the game waits for a valid one.
 */
async function serveOpened<T>(
  { plan, wait, emulator, files, checks, log, shell }: OpenedGame,
  use: (serving: Serving) => Promise<T>,
): Promise<T> {
  const { reader, problems } = plan.design
  const ready = untilReady(emulator).then(() => seedRuntime(plan.seeds, emulator, log, shell.io.cwd))
  // The race below or the caller handles the error.
  ready.catch(() => {})
  if (problems.length > 0 || !isEmpty(plan.seeds)) await Promise.race([ready, wait.started])
  const https = await openHttps(plan, log, shell)
  let server: Server | undefined
  const logging = new AbortController()
  try {
    server = await serveGame(shell, plan, isEmpty(plan.seeds) ? emulator : servedOnceSeeded(emulator, ready), log, {
      identity: https?.identity,
      designFiles: () => ({ directory: reader.directory, ...files.state() }),
      seeds: resetSeeds(plan, emulator, log, shell),
      lab: servedLab(plan, emulator, shell.io),
    })
    https?.renewFor(server)
    await emulator.announce(server.url)
    const served = { url: server.url, authority: https?.authority }
    if (emulator.state === 'waiting') showWaiting(plan, served, shell)
    wait.served()
    await (emulator.state === 'waiting' ? ready : showProgress(shell, 'loading the game', ready))
    const started = { ...plan, design: wait.design }
    warnOfLastDesign(started, log, shell)
    if (log.event) (await import('./event-log.ts')).logEvents(emulator, log, logging.signal)
    const images = await loadImages(plan, emulator, log, shell)
    const followFiles = async (): Promise<void> => {
      const problems = checks.begin(emulator)
      if (problems.length > 0) log.design({ type: 'broken checks', runtime: 'staging', problems })
      files.live = await syncDesignFiles(started, emulator, { images, checks }, log, shell)
    }
    return await use({ emulator, plan: started, checks, ...served, followFiles })
  } finally {
    // The files must still get the changes of the last answers.
    await server?.stop()
    logging.abort()
    await files.live?.close()
    await https?.close()
  }
}

/** The design files of a served game. */
interface ServedFiles {
  /** Undefined until the files are followed. */
  live: LiveFiles | undefined
  readonly state: () => DesignState
}

/**
 * Returns a log that also reports problems of the files of a restored game, which only staging follows, and of its
 * players.
 */
function withRestoreReports(log: Log, files: ServedFiles, emulatorOf: () => Emulator): Log {
  return {
    ...log,
    restored: (runtime, restored) => {
      log.restored(runtime, restored)
      if (restored.runs === 'recorded') return
      if (runtime === 'staging' && files.state().problems.length > 0) log.warn(BROKEN_FILES)
      void warnOfPlayers(emulatorOf(), runtime, log)
    },
  }
}

/** Reports how many players differ from what the rules of a restored game give; nothing if they cannot be compared. */
async function warnOfPlayers(emulator: Emulator, runtime: 'staging' | 'production', log: Log): Promise<void> {
  const comparison = emulator.runtime(runtime).reevaluate({ caller: emulatorCaller, isDryRun: true })
  const counts = await comparison.catch(() => undefined)
  if (counts === undefined || isFault(counts) || counts.players === 0) return
  log.design({ type: 'out of line', counts, runtime })
}

/** Returns the state of the files before they are followed. */
const stateOf = ({ look, problems }: ServePlan['design']): DesignState => ({ ...firstState(look), problems })

/** Warns that a game with broken files continues with its last design. Spec 6.3. */
function warnOfLastDesign({ design: { problems } }: ServePlan, log: Log, { io }: Shell): void {
  if (problems.length === 0) return
  const lines = problems.map((problem) => problemText(problem, io.cwd))
  log.warn([...lines, 'the last valid design stays active'].join('\n'))
}

/** Loads the images of the design directory into the game, and reports broken ones. */
async function loadImages({ design }: ServePlan, emulator: Emulator, log: Log, { io }: Shell): Promise<GivenImages> {
  const { directory } = design.reader
  const given = await giveImages(await readImages(io.files, directory), directory, emulator.images)
  const { problems } = given
  if (problems.length > 0) log.design({ type: 'broken images', problems })
  return given
}
