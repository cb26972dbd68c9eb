import { createHash } from 'node:crypto'
import { knownClients, stagingClient, type ApiClient } from '../src/auth/clients.ts'
import { openEmulator, type Emulator } from '../src/emulator/emulator.ts'
import { examineData } from '../src/emulator/examination.ts'
import { compileDesign, type Design } from '../src/game/design/design.ts'
import type { RuntimeName } from '../src/game/game-state.ts'
import { routes } from '../src/game/routes.ts'
import type { Defect } from '../src/server/defect.ts'
import { createFetch } from '../src/server/fetch.ts'
import { createHandler } from '../src/server/handler.ts'
import type { Survival } from '../test/support/simulated-disk.ts'
import { SimulatedFileSystem } from '../test/support/simulated-fs.ts'
import { simulatedDesign } from './design.ts'
import { textOf, wholeStateOf, type WholeState } from './whole-state.ts'

/** Where the game answers to `fetch`; no socket is opened. */
const ADDRESS = 'http://gamify.localhost'

const DATA = 'data'

/** When a simulated machine's clock begins: a Sunday at noon, UTC. */
export const START_MS = Date.UTC(2030, 0, 6, 12)

export const runtimeNames: readonly RuntimeName[] = ['staging', 'production']

/** A client that may read alone. */
export const readingClient: ApiClient = {
  client_id: 'reader',
  client_secret: 'secret of the reader',
  runtime: 'staging',
  type: 'client',
  scopes: ['runtime:r', 'admin:r', 'design:r'],
}

/** How a world is kept. */
export interface WorldSettings {
  readonly seed: number
  /** How long history is kept, in ms of game time. */
  readonly keepMs: number
  /** Entries between two snapshots. */
  readonly snapshotEntries: number
}

/** What came back over the wire. */
export interface WireAnswer {
  readonly status: number
  readonly text: string
}

/** Small, so that some close within the time that history is kept: only those can be dropped. */
const SEGMENT_BYTES = 1 << 15

/**
 * A game on simulated files and a simulated machine: it can be stopped, crashed and started again, and goes by a clock
 * that only the simulation moves.
 */
export class World {
  /** The machine's clock. */
  nowMs = START_MS
  files: SimulatedFileSystem
  emulator: Emulator
  /** What was told to stand in somebody's way, and stopped nothing. */
  readonly warnings: string[] = []
  /** What was answered with a 500. */
  readonly defects: Defect[] = []
  readonly #settings: WorldSettings
  #fetch: (request: Request) => Promise<Response>
  readonly #tokens = new Map<string, string>()
  /** How often it was started: each time by another process. */
  #starts = 0

  private constructor(settings: WorldSettings, files: SimulatedFileSystem) {
    this.#settings = settings
    this.files = files
    this.emulator = undefined as never
    this.#fetch = undefined as never
  }

  static async open(settings: WorldSettings): Promise<World> {
    const world = new World(settings, new SimulatedFileSystem(settings.seed))
    await world.#start(designOf())
    return world
  }

  runtime(name: RuntimeName): ReturnType<Emulator['runtime']> {
    return this.emulator.runtime(name)
  }

  /** Sends a request with the token of a client. Rejects where the call is cut off. */
  async send(method: string, path: string, options: SendOptions = {}): Promise<WireAnswer> {
    const {
      client = stagingClient.client_id,
      token = await this.token(client),
      body,
      raw,
      type = 'application/json',
      file,
    } = options
    const headers = new Headers(token === '' ? {} : { authorization: `Bearer ${token}` })
    if (body !== undefined || raw !== undefined) headers.set('content-type', type)
    const text = raw ?? (body === undefined ? null : JSON.stringify(body))
    const request = new Request(`${ADDRESS}${path}`, { method, headers, body: file ? formOf(file) : text })
    const response = await this.#fetch(request)
    return { status: response.status, text: await response.text() }
  }

  /** A token of a client, the same as long as it is good. */
  async token(client: string): Promise<string> {
    const known = this.#tokens.get(client)
    if (known !== undefined) return known
    const found = this.emulator.settings.clients.find(({ client_id: id }) => id === client)
    if (!found) throw new Error(`there is no client ${client}`)
    const { client_id, client_secret } = found
    const body = { client_id, client_secret, grant_type: 'client_credentials' }
    const { text } = await this.send('POST', '/auth/token', { token: '', body })
    const { access_token: token } = JSON.parse(text) as { access_token: string }
    this.#tokens.set(client, token)
    return token
  }

  /** Forgets the token of a client, which another one takes the place of; gives it. */
  dropToken(client: string): string {
    const token = this.#tokens.get(client) ?? ''
    this.#tokens.delete(client)
    return token
  }

  /** Lets everything come about that goes on in the background, so that nothing hangs on the machine's speed. */
  async settle(): Promise<void> {
    for (let quiet = 0, before = -1; quiet < 3; quiet = this.files.operations === before ? quiet + 1 : 0) {
      before = this.files.operations
      await new Promise(setImmediate)
    }
  }

  /** Stops the machine as it is, and starts the game again from what is left on the disk. */
  async crash(survival: Survival): Promise<void> {
    const left = this.files.crash(survival)
    // What is under way there fails, and its files are gone for it.
    await this.emulator.stop().catch(() => {})
    this.files = left
    await this.#start()
  }

  /** Ends the program in good order, and starts it again; `between` looks at what it has left. */
  async restart(between: () => Promise<void>): Promise<void> {
    await this.emulator.stop()
    await between()
    await this.#start()
  }

  async stop(): Promise<void> {
    await this.emulator.stop()
  }

  /** What the files of a game that does not run are found to suffer from, in words. */
  async problems(): Promise<readonly string[]> {
    const { findings } = await examineData(this.files, DATA, undefined)
    return findings.filter(({ level }) => level === 'problem').map(({ about, message }) => `${about}: ${message}`)
  }

  /** All that a runtime is now. */
  state(name: RuntimeName): Promise<WholeState> {
    return wholeStateOf(this.runtime(name), this.emulator.whole(name))
  }

  /** Stands for all that both runtimes are. */
  async hash(): Promise<string> {
    const hash = createHash('sha256')
    for (const name of runtimeNames) hash.update(textOf(await this.state(name)))
    return hash.digest('hex')
  }

  async #start(design?: Design): Promise<void> {
    this.#starts += 1
    const pid = this.#starts
    const { keepMs, snapshotEntries } = this.#settings
    const warn = (message: string): void => void this.warnings.push(message)
    this.emulator = await openEmulator({
      game: {
        id: 'simulated',
        title: 'Simulated',
        description: '',
        type: 'game',
        listed: false,
        access: 'PROTECTED',
        timezone: 'UTC',
        image: 'default-game',
      },
      clients: knownClients([readingClient]),
      program: 'simulation',
      design,
      randomSeed: `seed ${this.#settings.seed}`,
      keepMs,
      machineNow: () => this.nowMs,
      warn,
      data: {
        files: this.files,
        directory: DATA,
        processes: { pid, host: 'here', startOf: async (asked) => (asked === pid ? 'today' : undefined) },
        limits: { segmentBytes: SEGMENT_BYTES, checkpointEntries: snapshotEntries },
      },
    })
    await this.emulator.ready
    const options = { emulator: this.emulator, routes, version: 'simulation', checkAnswers: true }
    const handler = createHandler(
      { ...options, onDefect: (defect) => this.defects.push(defect) },
      { host: new URL(ADDRESS).hostname, secure: false, stopping: new AbortController().signal },
    )
    this.#fetch = createFetch(handler).fetch
  }
}

/** What a request is sent with. */
export interface SendOptions {
  readonly client?: string
  /** Another token than the client's; the empty one is none. */
  readonly token?: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, in the place of JSON. */
  readonly raw?: string
  /** What it is sent as, where that is not JSON. */
  readonly type?: string
  /** Sent as a form. */
  readonly file?: Buffer | undefined
}

function formOf(file: Buffer): FormData {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'image.png')
  return form
}

function designOf(): Design {
  const compiled = compileDesign(simulatedDesign)
  if (!('source' in compiled)) throw new Error(`the design of the simulation is broken: ${JSON.stringify(compiled)}`)
  return compiled
}
