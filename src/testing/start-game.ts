import { knownClients } from '../auth/clients.ts'
import { programVersion } from '../cli/package-root.ts'
import { openEmulator, type Emulator } from '../emulator/emulator.ts'
import { routes } from '../game/routes.ts'
import { giveImages, lookAtImages } from '../project/design-images.ts'
import { problemText } from '../project/problem.ts'
import { gameOf } from '../project/project.ts'
import type { Defect } from '../server/defect.ts'
import { createHandler, type HandlerOptions } from '../server/handler.ts'
import { startServer } from '../server/server.ts'
import { nodeFileSystem } from '../storage/fs.ts'
import { findDesign } from './find-design.ts'
import type { Game, StartOptions } from './game.ts'
import { readOptions, refused, type CheckedOptions } from './options.ts'
import { runningGame, type Served } from './running-game.ts'

const HOST = '127.0.0.1'

/** The address of a game that has no port: one that no other program serves. */
const NOWHERE = 'http://gamify.localhost'

/**
 * Starts a game inside of this process, kept in memory alone. Rejects with a StartRefused that says what is wrong with the
 * options or the design, with a ListenError where the port is not to be had. Spec 6.7.
 */
export async function startGame(options: StartOptions = {}): Promise<Game> {
  const checked = readOptions(options)
  const files = nodeFileSystem()
  const { design, directory } = await findDesign(files, checked.design)
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
    if (directory !== undefined) await takeImages(emulator, directory)
    return runningGame(emulator, await serve(emulator, checked.port))
  } catch (error) {
    await emulator.stop()
    throw error
  }
}

/** Gives the game the images of the design directory; one that is none keeps it from starting, as a broken design does. */
async function takeImages(emulator: Emulator, directory: string): Promise<void> {
  const look = await lookAtImages(nodeFileSystem(), directory)
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

/** The caller gets nothing but its id. */
function reportDefect({ id, isStorage, method, path, error }: Defect): void {
  if (isStorage) return process.emitWarning(`${method} ${path}: ${String(error)}`)
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.emitWarning(`gamify hit an internal error: ${method} ${path} failed (${id})`, {
    type: 'GamifyDefect',
    detail,
  })
}
