import { createServer } from 'node:http'
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { createAuth } from '../auth/auth.ts'
import { addressOf } from '../game/kernel/address.ts'
import { MAX_HEADER_BYTES, answerClientError } from './client-error.ts'
import type { Endpoint, MountedEndpoint } from './call.ts'
import { clockRoutes } from './control/clock.ts'
import { designRoute, type DesignFilesState } from './control/design.ts'
import { healthRoute } from './control/health.ts'
import { journalRoute } from './control/journal.ts'
import { leaderboardRoutes } from './control/leaderboards.ts'
import type { Defect } from './defect.ts'
import { createGuard } from './defect.ts'
import { refuseExpectation } from './expectation.ts'
import { hostGate } from './host-gate.ts'
import { createListener } from './listener.ts'
import { listen } from './listening.ts'
import { openToOurPages } from './origin-gate.ts'
import type { RequestRecord } from './request-log.ts'
import { logged } from './request-log.ts'
import type { Row } from './row.ts'
import type { RowContext } from './row-endpoint.ts'
import { rowEndpoint } from './row-endpoint.ts'
import type { ServedGame } from './served-game.ts'
import { tokenEndpoint } from './token-endpoint.ts'
import { refuseTunnel } from './tunnel.ts'
import { isAnsweredBefore } from './under-way.ts'
import { openUploads } from './upload.ts'

/** A server that is listening. */
export interface Server {
  /** Where to call it, without a final slash. */
  readonly url: string
  readonly host: string
  readonly port: number
  /** Stops accepting, lets what is under way be answered, and resolves when every connection is closed. */
  readonly stop: () => Promise<void>
}

export interface ServerOptions {
  readonly emulator: ServedGame
  readonly routes: readonly Row[]
  readonly host: string
  /** 0 for a free one. */
  readonly port: number
  /** The program's, as health tells it. */
  readonly version: string
  /** Further names of this machine. Spec 6.3 `--allow-host`. */
  readonly allowedHosts?: readonly string[]
  /** Spec 6.3 `--no-auth`. */
  readonly noAuth?: boolean
  /** Fails every answer that its row's output schema does not describe to the last field. For tests. */
  readonly checkAnswers?: boolean
  readonly onRequest?: (record: RequestRecord) => void
  /** What is known of the files of the design, where there are any. */
  readonly designFiles?: () => DesignFilesState
  /** Told of what became a 500, which has to be told somewhere. */
  readonly onDefect: (defect: Defect) => void
}

/** An idle connection is kept so long: longer than clients keep theirs, so that none is closed under a request. */
const KEEP_ALIVE_MS = 65_000

/** What is under way when the server stops may take so long. */
const GRACE_MS = 3_000

/** How often connections that nobody needs any more are looked for while the server stops. */
const SWEEP_MS = 20

/** Serves a game over HTTP. Rejects with a `ListenError` where the address is not to be had. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { host, onRequest, onDefect } = options
  const stopping = new AbortController()
  const guarded = createGuard(options.emulator, onDefect)
  const wrap = (endpoint: Endpoint): Endpoint => {
    const safe = guarded(endpoint)
    return onRequest ? logged(safe, onRequest) : safe
  }
  const listener = createListener(
    endpointsOf(options, stopping.signal),
    hostGate([host, ...(options.allowedHosts ?? [])]),
    wrap,
    stopping.signal,
  )
  // A Host that is missing is refused by the gate, in the service's own words.
  const http = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false },
    listener,
  )
  // Who waits for 100 Continue can be refused before; Node closes the connection then.
  http.on('checkContinue', listener)
  http.on('checkExpectation', refuseExpectation)
  http.on('clientError', (error, socket) => void answerClientError(error, socket))
  // Who has sent all it has to say may end its side, and is answered all the same. Node has no option for it.
  Object.assign(http, { httpAllowHalfOpen: true })
  http.on('connect', refuseTunnel)
  const connections = new Set<Socket>()
  http.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const port = await listen(http, host, options.port)
  let stopped: Promise<void> | undefined
  return { url: addressOf(host, port), host, port, stop: () => (stopped ??= close(http, connections, stopping)) }
}

function endpointsOf(options: ServerOptions, stopping: AbortSignal): readonly MountedEndpoint[] {
  const { emulator: game, routes, version, noAuth, checkAnswers = false, designFiles = () => noFiles } = options
  const auth = createAuth({ clients: game.settings.clients, secret: game.secret, noAuth })
  const context: RowContext = { game, auth, checkAnswers, uploads: openUploads(stopping) }
  const mounted = (row: Row): MountedEndpoint => {
    const endpoint = rowEndpoint(row, context)
    return {
      method: row.method,
      path: `/${row.api}${row.path}`,
      endpoint: noAuth ? openToOurPages(endpoint) : endpoint,
    }
  }
  return [
    ...routes.map(mounted),
    tokenEndpoint(auth),
    healthRoute(game, version),
    ...clockRoutes(context),
    journalRoute(context, stopping),
    designRoute(context, designFiles),
    ...leaderboardRoutes(context, routes),
  ]
}

const noFiles: DesignFilesState = { directory: null, loaded: [], problems: [] }

async function close(http: HttpServer, connections: ReadonlySet<Socket>, stopping: AbortController): Promise<void> {
  const closed = new Promise((resolve) => http.close(resolve))
  stopping.abort()
  const sweep = setInterval(() => {
    http.closeIdleConnections()
    for (const socket of connections) if (isAnsweredBefore(socket)) socket.destroySoon()
  }, SWEEP_MS)
  const cut = setTimeout(() => http.closeAllConnections(), GRACE_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
