import { relative } from 'node:path'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import { jsonAnswer, type Answer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { DesignFilesState, ServerContext } from '../context.ts'
import { noOtherSite } from '../gates.ts'
import { shownNode, type NodeFacts } from '../node-facts.ts'
import type { ServedGame } from '../served-game.ts'
import { CONTROL_PATH } from './control-endpoint.ts'

type HealthAnswer = ControlAnswer<'GET /_gamify/health'>
type ReadyAnswer = ControlAnswer<'GET /_gamify/ready'>

type HealthContext = Pick<ServerContext, 'designFiles' | 'game' | 'node' | 'stopping' | 'version'>

/** The routes that say how the emulator is. They need no token, and no page of another site can call them. Spec 6.6. */
export function healthRoutes(context: HealthContext): readonly MountedEndpoint[] {
  const answers = { health: healthOf, live: liveOf, ready: readyOf }
  return Object.entries(answers).map(([name, answer]) => ({
    method: 'GET',
    path: `${CONTROL_PATH}/${name}`,
    acceptsOtherSites: noOtherSite,
    endpoint: () => answer(context),
  }))
}

/**
 * `GET /health`: 200 if the game is ready, else 503 with the state. `data` is the data directory, which
 * distinguishes two projects with the same game id; `game` is that id. While the game waits for its design, `problems`
 * lists what is wrong with the files, whose names are relative to their directory. Spec 6.6.
 */
function healthOf({ game, version, designFiles, node }: HealthContext): Answer {
  const { state, settings } = game
  const answer: HealthAnswer = {
    status: state,
    name: 'gamify',
    version,
    data: settings.data?.directory,
    game: settings.game.id,
    node: node && shownNode(node()),
  }
  if (state === 'waiting') return jsonAnswer(503, { ...answer, problems: problemsOf(designFiles()) })
  return jsonAnswer(state === 'ready' ? 200 : 503, answer)
}

/** `GET /live`: 200 as long as the process answers calls, whatever the state of the game. Spec 6.6. */
function liveOf(): Answer {
  const answer: ControlAnswer<'GET /_gamify/live'> = { status: 'live' }
  return jsonAnswer(200, answer)
}

/** `GET /ready`: 200 if the game can answer plays, else 503 with the reason. Spec 6.6. */
function readyOf({ game, stopping }: HealthContext): Answer {
  const status = stopping.aborted ? 'stopping' : game.state
  const answer: ReadyAnswer = { status, message: readyMessages[status](game) }
  return jsonAnswer(status === 'ready' ? 200 : 503, answer)
}

/** What a node says of itself while another one writes the game. `data` and `game` are as in `GET /health`. */
export interface FollowerContext {
  readonly version: string
  readonly data: string
  readonly game: string
  readonly node: () => NodeFacts
}

/**
 * Answers the routes about the process itself for a node that does not write the game; undefined for all other paths. It is
 * ready if it knows the writer, whom it gives all changes. Spec 9.
 */
export function followerHealth(path: string, { version, data, game, node }: FollowerContext): Answer | undefined {
  if (path === `${CONTROL_PATH}/live`) return liveOf()
  const isHealth = path === `${CONTROL_PATH}/health`
  if (!isHealth && path !== `${CONTROL_PATH}/ready`) return undefined
  const facts = node()
  const status = facts.writer === undefined ? 'starting' : 'ready'
  const message = facts.writer
    ? `This node forwards changes to the writer at ${facts.writer}.`
    : 'No node is the writer at the moment. Calls wait for one.'
  const ready: ReadyAnswer = { status, message }
  const health: HealthAnswer = { status, name: 'gamify', version, data, game, node: shownNode(facts) }
  return jsonAnswer(status === 'ready' ? 200 : 503, isHealth ? health : ready)
}

const readyMessages: Readonly<Record<ReadyAnswer['status'], (game: ServedGame) => string>> = {
  ready: () => 'The game answers calls.',
  starting: () => 'The game is loading its state. Calls wait until it is loaded.',
  waiting: () => 'The game waits for a valid design. GET /_gamify/health lists the problems in the files.',
  storage_failed: (game) =>
    `${stoppedPart(game)} stopped after a failed write. See the log for the reason, and start gamify again.`,
  stopping: () => 'The emulator is stopping, and accepts no more connections.',
}

/** Returns what has stopped. If no runtime has, the versions of the design have. */
function stoppedPart(game: ServedGame): string {
  const stopped = (['staging', 'production'] as const).filter((name) => game.runtime(name).failed)
  if (stopped.length === 0) return 'The design'
  return stopped.length === 1 ? `The ${stopped[0]} runtime` : 'Both runtimes'
}

function problemsOf({ directory, problems }: DesignFilesState): HealthAnswer['problems'] {
  return problems.map(({ file, line, column, message }) => ({
    file: relative(directory ?? '', file) || '.',
    line,
    column,
    message,
  }))
}
