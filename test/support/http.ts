import { Pool } from 'undici'
import { type ApiClient, knownClients } from '../../src/auth/clients.ts'
import { type Emulator, openEmulator } from '../../src/emulator/emulator.ts'
import type { EmulatorSettings } from '../../src/emulator/settings.ts'
import { compileDesign, type Design } from '../../src/game/design/design.ts'
import type { DesignSource } from '../../src/game/design/source.ts'
import { isRecord } from '../../src/game/kernel/json-value.ts'
import { routes } from '../../src/game/routes.ts'
import type { Defect } from '../../src/server/defect.ts'
import { startServer, type ServerOptions } from '../../src/server/server.ts'
import { makePlace, type StorageName } from './storages.ts'

/** When the games of tests begin, and where their clocks stand still: a Sunday at noon, UTC. */
export const START_MS = Date.UTC(2030, 0, 6, 12)

const LOGOUT_PATH = '/v2/logout'

/** What a call carries beside method and path. */
export interface Ask {
  /** The client that calls, with a token it got for its credentials; null for none. The staging client unless told. */
  readonly client?: string | null
  /** The player to act as. */
  readonly as?: string
  readonly query?: Readonly<Record<string, string | number>>
  /** More of the query, as it stands in the address. */
  readonly search?: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is. */
  readonly raw?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** What came back; `body` is the JSON of it, undefined where it is none. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  readonly bytes: Buffer
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads an answer as the documents say it is
  readonly body: any
}

/** A game in this process, served over HTTP. */
export interface TestGame {
  readonly url: string
  readonly emulator: Emulator
  /** Errors that answers were made of; `request` rejects with them, so that only a test of such needs to look here. */
  readonly defects: Defect[]
  /** Calls a path, percent-encoded as it is to be sent. Rejects where the answer is a 500, or lacks what every answer has. */
  readonly request: (method: string, path: string, ask?: Ask) => Promise<Reply>
  /** A token of a client. */
  readonly token: (client: string) => Promise<string>
  readonly stop: () => Promise<void>
}

/** What a test game is made of, where not the usual. */
export interface TestGameOptions extends Partial<Omit<EmulatorSettings, 'design' | 'clients'>> {
  readonly design: DesignSource
  readonly clients?: readonly ApiClient[]
  /** Where `data` does not tell: in memory unless told. */
  readonly storage?: StorageName
}

const compiled = new WeakMap<DesignSource, Design>()

/** A design ready for play. It is compiled once, however many games of a file begin with it; throws where it is broken. */
function compiledOnce(source: DesignSource): Design {
  const known = compiled.get(source)
  if (known) return known
  const design = compileDesign(source)
  if (!('source' in design)) throw new Error(`the design of a test is broken: ${JSON.stringify(design)}`)
  compiled.set(source, design)
  return design
}

/** Opens a game, in memory unless `data` tells another place, without waiting until it is loaded. */
export async function openGame({
  design,
  clients = [],
  ...settings
}: Omit<TestGameOptions, 'storage'>): Promise<Emulator> {
  return openEmulator({
    game: {
      id: 'contract',
      title: 'Contract',
      description: 'A game for tests',
      type: 'native',
      listed: false,
      access: 'PUBLIC',
      timezone: 'UTC',
      image: 'default-game',
    },
    clients: knownClients(clients),
    program: 'test',
    data: undefined,
    design: compiledOnce(design),
    now: START_MS,
    freeze: true,
    machineNow: () => START_MS,
    ...settings,
  })
}

/** Opens a game, in memory unless told, and serves it, every answer held against its row's schema. */
export async function serveGame(options: TestGameOptions, server?: Partial<ServerOptions>): Promise<TestGame> {
  const { storage = 'in memory', ...rest } = options
  const { data, remove } = await makePlace(storage)
  const emulator = await openGame({ data, ...rest })
  await emulator.ready
  const game = await serve(emulator, server)
  return {
    ...game,
    stop: async () => {
      await game.stop()
      await remove()
    },
  }
}

/** Serves an emulator that is there already. */
export async function serve(emulator: Emulator, options: Partial<ServerOptions> = {}): Promise<TestGame> {
  const defects: Defect[] = []
  const server = await startServer({
    emulator,
    routes,
    host: '127.0.0.1',
    port: 0,
    version: 'test',
    checkAnswers: true,
    onDefect: (defect) => defects.push(defect),
    ...options,
  })
  const pool = new Pool(server.url, { connections: 16, pipelining: 1 })
  const tokens = new Map<string, Promise<string>>()
  const token = (client: string): Promise<string> => {
    const known = tokens.get(client) ?? fetchToken(pool, emulator, client)
    tokens.set(client, known)
    return known
  }
  return {
    url: server.url,
    emulator,
    defects,
    token,
    request: async (method, path, ask = {}) => {
      const { client = 'gamify-staging', headers = {} } = ask
      const bearer = client === null ? {} : { authorization: `Bearer ${await token(client)}` }
      const content = ask.body === undefined ? {} : { 'content-type': 'application/json' }
      const reply = await send(pool, method, `${path}${searchOf(ask)}`, {
        headers: { ...bearer, ...content, ...headers },
        body: ask.raw ?? (ask.body === undefined ? null : JSON.stringify(ask.body)),
      })
      if (reply.status === 500) throw defectError(reply, defects)
      // Its token is good for nothing now.
      if (path === LOGOUT_PATH && client !== null) tokens.delete(client)
      assertUsual(`${method} ${path}`, reply)
      return reply
    },
    stop: async () => {
      await server.stop()
      await emulator.stop()
      await pool.destroy()
    },
  }
}

function defectError({ text }: Reply, defects: readonly Defect[]): Error {
  return new Error(text, { cause: defects.find(({ id }) => text.includes(id))?.error })
}

function searchOf({ as, query = {}, search }: Ask): string {
  const fields = { ...(as === undefined ? {} : { player_id: as }), ...query }
  const named = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const parts = search === undefined ? named : [...named, search]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

async function send(
  pool: Pool,
  method: string,
  path: string,
  rest: { headers: Record<string, string>; body: string | Uint8Array | null },
): Promise<Reply> {
  const { statusCode, headers, body } = await pool.request({ method: method as 'GET', path, ...rest })
  const bytes = Buffer.from(await body.bytes())
  const text = bytes.toString()
  const isJson = String(headers['content-type']).startsWith('application/json') && text !== ''
  return {
    status: statusCode,
    headers: headers as Record<string, string | undefined>,
    text,
    bytes,
    body: isJson ? (JSON.parse(text) as unknown) : undefined,
  }
}

async function fetchToken(pool: Pool, { settings }: Emulator, client: string): Promise<string> {
  const known = settings.clients.find(({ client_id }) => client_id === client)
  if (!known) throw new Error(`a test calls as the unknown client ${client}`)
  const { client_id, client_secret } = known
  const reply = await send(pool, 'POST', '/auth/token', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret, grant_type: 'client_credentials' }),
  })
  const { access_token } = reply.body as { access_token: string }
  return access_token
}

/** What holds of every answer: pages may read it, an error has the one shape, and no success looks like an error. Spec 5.1, 5.2. */
function assertUsual(call: string, { status, headers, text, body }: Reply): void {
  const expect = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(`${call} answered ${status} ${text.slice(0, 1000)}: ${what}`)
  }
  expect(headers['access-control-allow-origin'] === '*', 'no CORS header')
  if (status < 400) return expect(!isRecord(body) || !Object.hasOwn(body, 'error'), 'a success with an error in it')
  if (text === '') return
  expect(headers['content-type'] === 'application/json; charset=utf-8', 'an error that is no JSON')
  if (/^GET \/_gamify\/(health|ready)/.test(call)) return
  expect(isRecord(body) && typeof body.error === 'string', 'no error code')
  expect(
    isRecord(body) && typeof body.error_description === 'string' && body.error_description !== '',
    'no description',
  )
  const fields = isRecord(body) && body.error === 'validation_exception' ? 3 : 2
  expect(isRecord(body) && Object.keys(body).length === fields, 'fields too many or too few')
}
