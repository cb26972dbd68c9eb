import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { addressOf } from '../interface/addresses.ts'
import { MAX_HEADER_BYTES, answerClientError } from './client-error.ts'
import type { Identity } from '../secure/identity.ts'
import { createHandler, type Handler, type HandlerOptions } from './handler.ts'
import { createListener } from './listener.ts'
import { listen } from './listening.ts'
import { isStreamUpgrade } from './stream/streams.ts'
import { isAnsweredBefore } from './newest-call.ts'
import { fault } from '../game/kernel/fault.ts'
import { faultAnswer } from './answer.ts'
import { sendAnswer } from './node-answer.ts'
import type { Duplex } from 'node:stream'
import { answerBare } from './bare-answer.ts'
import { ALLOWED_METHODS } from './cors.ts'

/** A server that is listening. */
export interface Server {
  /** Where to call it, without a final slash. */
  readonly url: string
  readonly host: string
  readonly port: number
  /** What answers, for who calls without going through the server. */
  readonly handler: Handler
  /** Shows itself by another certificate to who connects from now on, where it speaks https. */
  readonly showIdentity: (renewed: Identity) => void
  /** Stops accepting, lets what is under way be answered, and resolves when every connection is closed. */
  readonly stop: () => Promise<void>
}

export interface ServerOptions extends HandlerOptions {
  readonly host: string
  /** 0 for a free one. */
  readonly port: number
  /** Speaks https, and shows itself by this. Spec 6.3 `--https`. */
  readonly identity?: Identity | undefined
}

/** An idle connection is kept so long: longer than clients keep theirs, so that none is closed under a request. */
const KEEP_ALIVE_MS = 65_000

/** The head of a request may be on its way so long. */
const HEADERS_MS = 60_000

/** What is under way when the server stops may take so long. */
const GRACE_MS = 3_000

/** How often connections that nobody needs any more are looked for while the server stops. */
const SWEEP_MS = 20

/** Serves a game over HTTP, or https where it has an identity. Rejects with a `ListenError` where the address is not to be had. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { host, identity } = options
  const stopping = new AbortController()
  const handler = createHandler(options, { host, secure: identity !== undefined, stopping: stopping.signal })
  const listener = createListener(handler)
  // A Host that is missing is refused by the gate, in the service's own words.
  const node = {
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: HEADERS_MS,
    // A body that is streamed may be on its way for long; how long others may, is looked at where they are read.
    requestTimeout: 0,
    requireHostHeader: false,
    shouldUpgradeCallback: isStreamUpgrade,
  }
  const secure = identity && (await loadSecure()).createSecureServer(node, identity, listener, stopping.signal)
  const http = secure ?? createServer(node, listener)
  // Who waits for 100 Continue can be refused before; Node closes the connection then.
  http.on('checkContinue', listener)
  http.on('checkExpectation', refuseExpectation)
  http.on('clientError', (error, socket) => void answerClientError(error, socket))
  // Who has sent all it has to say may end its side, and is answered all the same. Node has no option for it.
  Object.assign(http, { httpAllowHalfOpen: true })
  http.on('connect', refuseTunnel)
  http.on('upgrade', handler.streams.upgrade(handler.foreignHost, handler.wrap))
  const connections = new Set<Socket>()
  const takeConnection = (socket: Socket): void => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  }
  http.on('connection', takeConnection)
  // Over https, what requests come on is a connection within another one.
  secure?.on('secureConnection', takeConnection)
  const port = await listen(http, host, options.port)
  let stopped: Promise<void> | undefined
  return {
    url: addressOf(host, port, secure ? 'https' : 'http'),
    host,
    port,
    handler,
    showIdentity: (renewed) => secure?.setSecureContext(renewed),
    stop: () => (stopped ??= close(http, connections, stopping)),
  }
}

/** Most servers speak no https. */
const loadSecure = () => import('./secure-server.ts')

async function close(http: HttpServer, connections: ReadonlySet<Socket>, stopping: AbortController): Promise<void> {
  const closed = new Promise((resolve) => http.close(resolve))
  stopping.abort()
  const sweep = setInterval(() => {
    http.closeIdleConnections()
    for (const socket of connections) if (isAnsweredBefore(socket)) socket.destroySoon()
  }, SWEEP_MS)
  const cut = setTimeout(() => {
    for (const socket of connections) socket.destroy()
  }, GRACE_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

/**
 * Answers who expects something else than to be told to go on, before it has sent its body: Node's own answer would have
 * neither a body nor the header that lets pages read it. The connection ends, for what follows may be that body.
 */
function refuseExpectation(req: IncomingMessage, res: ServerResponse): void {
  const message = `The expectation '${req.headers.expect}' cannot be met; gamify supports 100-continue only`
  void sendAnswer(res, faultAnswer(fault('invalid_request', { message }), { connection: 'close' }))
}

/**
 * Answers CONNECT, a method that stands on no path: 405, and the connection ends. Node gives the bare connection, which
 * nobody else looks after any more. Behind a request that is still to be answered there is no place for an answer.
 */
function refuseTunnel(req: IncomingMessage, connection: Duplex): void {
  const refused = fault('method_not_allowed', { method: 'CONNECT', allow: ALLOWED_METHODS })
  connection.on('error', () => connection.destroy())
  answerBare(req, connection as Socket, faultAnswer(refused, { allow: ALLOWED_METHODS }))
}
