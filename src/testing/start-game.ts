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
import { nodeFileSystem, type FileSystem } from '../storage/fs.ts'
import type { Game, StartOptions } from './game.ts'
import { readOptions, refused, type CheckedOptions } from './options.ts'
import { runningGame, type Served } from './running-game.ts'
import { resolve } from 'node:path'
import { compileDesign, type Design } from '../game/design/design.ts'
import { emptyDesign, type DesignProblem } from '../game/design/source.ts'
import { moreProblems } from '../game/kernel/problem-list.ts'
import { messageAt } from '../game/kernel/schema-problems.ts'
import { shortName } from '../game/kernel/message-text.ts'
import { isThere } from '../project/directory.ts'
import { isBroken, loadDesign } from '../project/load-design.ts'
import { noJson } from './no-json.ts'

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

/** The design of a game, and the directory that it is from. */
interface FoundDesign {
  readonly design: Design
  readonly directory?: string
}

/** Finds the design that a test program names; throws StartRefused where it is broken, telling each place. */
async function findDesign(files: FileSystem, given: CheckedOptions['design']): Promise<FoundDesign> {
  return typeof given === 'string' ? inDirectory(files, resolve(given)) : { design: ofParts(given ?? emptyDesign) }
}

async function inDirectory(files: FileSystem, directory: string): Promise<FoundDesign> {
  if (!(await isThere(files, directory))) throw refused('The design directory does not exist', [directory])
  const loaded = await loadDesign(files, directory)
  if (!isBroken(loaded)) return { design: loaded, directory }
  throw broken(loaded.map((problem) => problemText(problem, process.cwd())))
}

function ofParts(parts: typeof emptyDesign): Design {
  const compiled = compileDesign(copyOf(parts))
  if ('source' in compiled) return compiled
  const { problems, more } = compiled
  throw broken([...problems.map(placed), ...(more > 0 ? [moreProblems(more)] : [])])
}

/** As it would have come from files: nothing of the caller's own, which may go on to change. */
function copyOf(parts: typeof emptyDesign): typeof emptyDesign {
  try {
    return JSON.parse(JSON.stringify(parts)) as typeof emptyDesign
  } catch (error) {
    throw broken([noJson(error)])
  }
}

const broken = (problems: readonly string[]) => refused('The design is broken', problems)

/** `metrics/xp type: expected …`, by its place in the list where a component has no id. */
function placed({ kind, id, index, path, message }: DesignProblem): string {
  const component = kind === 'bootstrap' ? kind : `${kind}/${id === undefined ? index : shortName(id)}`
  return `${component} ${messageAt({ path, message })}`
}
