import { knownClients } from '../auth/clients.ts'
import { programVersion } from '../cli/package-root.ts'
import { openEmulator, type Emulator } from '../emulator/emulator.ts'
import { emptyDesign } from '../game/design/source.ts'
import { routes } from '../game/routes.ts'
import { giveImages, readImages } from '../project/design-images.ts'
import { problemText } from '../project/problem.ts'
import { gameOf } from '../project/project.ts'
import type { Defect } from '../server/defect.ts'
import { createHandler, type HandlerOptions } from '../server/handler.ts'
import { startServer } from '../server/server.ts'
import { nodeFileSystem } from '../storage/fs.ts'
import { findDesign } from './find-design.ts'
import type { Game, StartOptions } from './game.ts'
import { readStartOptions, refused, type CheckedOptions } from './options.ts'
import { runningGame, type Served } from './running-game.ts'

const HOST = '127.0.0.1'

/** The address of a game that has no port. No other program serves it. */
const NOWHERE = 'http://gamify.localhost'

/**
 * Starts a game in memory, inside this process. Rejects with a `StartRefused` error that lists what is wrong with the
 * options or the design, and with a `ListenError` if the port is not available. Spec 6.7.
 */
export async function startGame(options: StartOptions = {}): Promise<Game> {
  const checked = readStartOptions(options)
  const { design, directory } = await findDesign(checked.design ?? emptyDesign)
  const emulator = await openEmulator({
    game: gameOf(checked),
    clients: knownClients([]),
    program: programVersion(),
    data: undefined,
    design,
    randomSeed: checked.randomSeed,
    now: checked.now,
    freeze: checked.frozen || undefined,
    warn: (message) => process.emitWarning(message),
  })
  try {
    await emulator.ready
    if (directory !== undefined) await loadImages(emulator, directory)
    return runningGame(emulator, await serve(emulator, checked.port))
  } catch (error) {
    await emulator.stop()
    throw error
  }
}

/** Gives the game the images of the design directory. A broken image prevents the start, as a broken design does. */
async function loadImages(emulator: Emulator, directory: string): Promise<void> {
  const look = await readImages(nodeFileSystem(), directory)
  const { problems } = await giveImages(look, directory, emulator.images)
  if (problems.length === 0) return
  throw refused(
    'The images of the design are broken',
    problems.map((problem) => problemText(problem, process.cwd())),
  )
}

async function serve(emulator: Emulator, port: CheckedOptions['port']): Promise<Served> {
  const options: HandlerOptions = { emulator, routes, version: programVersion(), onDefect: reportDefect }
  if (port !== false) return startServer({ ...options, host: HOST, port })
  const stopping = new AbortController()
  const handler = createHandler(options, { host: new URL(NOWHERE).hostname, secure: false, stopping: stopping.signal })
  return { url: NOWHERE, handler, stop: async () => stopping.abort() }
}

/** Reports an internal error. The caller only receives its id. */
function reportDefect({ id, isStorage, method, path, error }: Defect): void {
  if (isStorage) return process.emitWarning(`${method} ${path}: ${String(error)}`)
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.emitWarning(`gamify hit an internal error: ${method} ${path} failed (${id})`, {
    type: 'GamifyDefect',
    detail,
  })
}
