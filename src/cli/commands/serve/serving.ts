import type { Emulator } from '../../../emulator/emulator.ts'
import { emulatorCaller } from '../../../emulator/session/timeline.ts'
import { isFault } from '../../../game/kernel/fault.ts'
import { problemText } from '../../../project/problem.ts'
import { firstState, type DesignState } from '../../../project/load-design.ts'
import { isEmpty } from '../../../scripts/seed-file.ts'
import type { Server } from '../../../server/server.ts'
import { showProgress } from '../../../terminal/render/progress.ts'
import { BROKEN_FILES } from '../../../terminal/restored.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { showWaiting } from './banner.ts'
import { DesignWait } from './design-wait.ts'
import type { Served } from './environment.ts'
import { openGame, untilReady } from './game.ts'
import { openHttps } from './https.ts'
import { keepTogether, type LiveFiles } from './live.ts'
import { requireAddress, serveGame } from './listening.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'
import { seedsOfReset } from './reset-seeds.ts'
import { bringIn, onceSeeded } from './seeding.ts'
import { giveImages, lookAtImages, type GivenImages } from '../../../project/design-images.ts'
import { setFlagsFromString } from 'node:v8'

/** A game that is served, its state loaded. */
export interface Serving extends Served {
  readonly emulator: Emulator
  /** The plan, with the design that the game has started with. */
  readonly plan: ServePlan
  /** Keeps the game and the files of its design together from now on. */
  followFiles(): Promise<void>
}

/**
 * Serves what is planned for as long as `use` takes; then answers what is under way, and lets go of everything. If `ending`
 * aborts while the game waits for a design, it rejects with the signal's reason. Spec 6.3.
 */
export async function whileServed<T>(
  plan: ServePlan,
  shell: Shell,
  log: Log,
  use: (serving: Serving) => Promise<T>,
  ending?: AbortSignal,
): Promise<T> {
  tuneEngine()
  await requireAddress(plan, shell)
  const wait = new DesignWait(plan.design, log)
  const files: ServedFiles = { live: undefined, state: () => files.live?.state ?? stateOf(wait.design) }
  ending?.addEventListener('abort', () => wait.end(ending.reason))
  const emulator: Emulator = await openGame(
    plan,
    wait,
    shell,
    withArrivals(log, files, () => emulator),
  )
  try {
    return await serveOpened(plan, wait, emulator, files, log, shell, use)
  } finally {
    wait.end(ending?.reason)
    await emulator.stop()
  }
}

/**
 * Calls wait while the state is loaded. They are accepted only after everything that can still end the start: seeds, and a
 * broken design, unless the game waits for a valid one.
 */
async function serveOpened<T>(
  plan: ServePlan,
  wait: DesignWait,
  emulator: Emulator,
  files: ServedFiles,
  log: Log,
  shell: Shell,
  use: (serving: Serving) => Promise<T>,
): Promise<T> {
  const { reader, problems } = plan.design
  const ready = untilReady(emulator).then(() => bringIn(plan.seeds, emulator, log, shell.io.cwd))
  // Whoever stops it meanwhile says why.
  ready.catch(() => {})
  if (problems.length > 0 || !isEmpty(plan.seeds)) await Promise.race([ready, wait.begun])
  const https = await openHttps(plan, log, shell)
  let server: Server | undefined
  const logging = new AbortController()
  try {
    server = await serveGame(shell, plan, isEmpty(plan.seeds) ? emulator : onceSeeded(emulator, ready), log, {
      identity: https?.identity,
      designFiles: () => ({ directory: reader.directory, ...files.state() }),
      seeds: seedsOfReset(plan, emulator, log, shell),
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
    const images = await takeImages(plan, emulator, log, shell)
    const followFiles = async (): Promise<void> => {
      files.live = await keepTogether(started, emulator, images, log, shell)
    }
    return await use({ emulator, plan: started, ...served, followFiles })
  } finally {
    // What the last answers have changed is written back still.
    await server?.stop()
    logging.abort()
    await files.live?.close()
    await https?.close()
  }
}

/** The design files of a served game. */
interface ServedFiles {
  /** Undefined before anything follows them. */
  live: LiveFiles | undefined
  readonly state: () => DesignState
}

/** A log that also says of a restored game what is wrong with its files, which only staging follows, and with its players. */
function withArrivals(log: Log, files: ServedFiles, emulatorOf: () => Emulator): Log {
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

/** Says how many players are out of line with the design that a restored game runs; nothing where they cannot be compared. */
async function warnOfPlayers(emulator: Emulator, runtime: 'staging' | 'production', log: Log): Promise<void> {
  const asked = emulator.runtime(runtime).reevaluate({ caller: emulatorCaller, isDryRun: true })
  const counts = await asked.catch(() => undefined)
  if (counts === undefined || isFault(counts) || counts.players === 0) return
  log.design({ news: 'out of line', counts, runtime })
}

/** What is known of the files before anything follows them. */
const stateOf = ({ look, problems }: ServePlan['design']): DesignState => ({ ...firstState(look), problems })

/** A game that has started though its files are broken goes on with the design that it had last. Spec 6.3. */
function warnOfLastDesign({ design: { problems } }: ServePlan, log: Log, { io }: Shell): void {
  if (problems.length === 0) return
  const lines = problems.map((problem) => problemText(problem, io.cwd))
  log.warn([...lines, 'the last valid design stays active'].join('\n'))
}

/** Gives the game the images of the design directory, and tells of those that are none. */
async function takeImages({ design }: ServePlan, emulator: Emulator, log: Log, { io }: Shell): Promise<GivenImages> {
  const { directory } = design.reader
  const given = await giveImages(await lookAtImages(io.files, directory), directory, emulator.images)
  const { problems } = given
  if (problems.length > 0) log.design({ news: 'broken images', problems })
  return given
}

/**
 * Fits V8 to a program that answers calls for days. Bringing in many players at once makes it believe that what a call
 * allocates lives long, and it then puts such objects where only a full collection finds them dead: a play costs a third
 * more from then on.
 */
export function tuneEngine(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
