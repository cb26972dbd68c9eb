import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  type Server as HttpServer,
} from 'node:http'
import type { Socket, AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { fault } from '../game/kernel/fault.ts'
import { addressOf } from '../interface/addresses.ts'
import type { Identity } from '../secure/identity.ts'
import { ALLOWED_METHODS, faultAnswer } from './answer.ts'
import { MAX_HEADER_BYTES, answerClientError } from './client-error.ts'
import type { ForwardingListeners } from './forward.ts'
import { createHandler, type Handler, type HandlerOptions } from './handler.ts'
import { createListener } from './listener.ts'
import { isAnsweredBefore, onceAnswered } from './newest-call.ts'
import { sendAnswer, answerBare } from './node-answer.ts'
import { isStreamUpgrade } from './stream/streams.ts'

/** A server that is listening. */
export interface Server {
  /** The address, without a final slash. */
  readonly url: string
  readonly host: string
  readonly port: number
  /** Answers the calls that do not go through the server. */
  readonly handler: Handler
  /** Uses another certificate for new connections, if the server uses https. */
  readonly showIdentity: (renewed: Identity) => void
  /** Accepts no more connections, lets running calls be answered, and resolves when every connection is closed. */
  readonly stop: () => Promise<void>
}

export interface ServerOptions extends HandlerOptions {
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
  /** Makes the server use https with this certificate. Spec 6.3 `--https`. */
  readonly identity?: Identity | undefined
  /** An address that is already listened on, instead of `host` and `port`. It stays open when the server stops. */
  readonly front?: Front | undefined
  /** What gets the calls of the front while another node is the writer. This server then answers some of them. */
  readonly forwarding?: ForwardingListeners | undefined
}

/** How long an idle connection is kept. Clients keep theirs for less, so that none is closed under a request. */
const KEEP_ALIVE_MS = 65_000

/** How long the head of a request can take to arrive. */
const HEADERS_MS = 60_000

/** How long running calls can take when the server stops. */
const GRACE_MS = 3_000

/** How often a stopping server looks for connections that nobody needs any more. */
const SWEEP_MS = 20

/** How long bodies that are arriving at a front are waited for when those who serve it change. */
const ARRIVING_MS = 2_000

/** The options of Node's server. The host gate refuses a missing Host header with the service's own error. */
const node = {
  maxHeaderSize: MAX_HEADER_BYTES,
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: HEADERS_MS,
  // A streamed body can take long to arrive. The time for other bodies is limited where they are read.
  requestTimeout: 0,
  requireHostHeader: false,
  shouldUpgradeCallback: isStreamUpgrade,
}

/** Serves a game over HTTP, or over https if there is an identity. Rejects with a `ListenError` if the address is not available. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { host, identity, front, forwarding } = options
  const stopping = new AbortController()
  const arriving = front ? new AbortController() : stopping
  const reach = { host, secure: identity !== undefined, stopping: stopping.signal, bodiesUntil: arriving.signal }
  const handler = createHandler(options, reach)
  const listener = createListener(handler)
  const upgrade = handler.streams.upgrade(handler.foreignHost, handler.wrap)
  if (front && forwarding) {
    forwarding.readBy(createListener(handler, forwarding.forward))
    const stop = async (): Promise<void> => {
      forwarding.readBy(undefined)
      stopping.abort()
      setTimeout(() => arriving.abort(), ARRIVING_MS).unref()
    }
    return { url: front.url, host, port: front.port, handler, showIdentity: () => {}, stop: onceOnly(stop) }
  }
  if (front) {
    const replaced = front.serve({ request: listener, upgrade })
    const stop = async (): Promise<void> => {
      stopping.abort()
      const cut = setTimeout(() => arriving.abort(), ARRIVING_MS)
      await replaced()
      clearTimeout(cut)
    }
    return { url: front.url, host, port: front.port, handler, showIdentity: () => {}, stop: onceOnly(stop) }
  }
  const secure = identity && (await loadSecure()).createSecureServer(node, identity, listener, stopping.signal)
  const http = secure ?? createServer(node, listener)
  takeEvents(http, listener, upgrade)
  const connections = new Set<Socket>()
  const takeConnection = (socket: Socket): void => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  }
  http.on('connection', takeConnection)
  // Over https, requests arrive on a connection within another one.
  secure?.on('secureConnection', takeConnection)
  const port = await listen(http, host, options.port)
  return {
    url: addressOf(host, port, secure ? 'https' : 'http'),
    host,
    port,
    handler,
    showIdentity: (renewed) => secure?.setSecureContext(renewed),
    stop: onceOnly(() => close(http, connections, stopping)),
  }
}

function onceOnly(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined
  return () => (stopped ??= stop())
}

/** Handles what Node's server reports besides normal calls. */
function takeEvents(http: HttpServer, listener: RequestListener, upgrade: UpgradeListener): void {
  // A caller that waits for `100 Continue` can be refused before. Node closes the connection then.
  http.on('checkContinue', listener)
  http.on('checkExpectation', refuseExpectation)
  http.on('clientError', (error, socket) => void answerClientError(error, socket))
  // A caller that has sent everything can end its side, and is still answered. Node does not have an option for this.
  Object.assign(http, { httpAllowHalfOpen: true })
  http.on('connect', refuseTunnel)
  http.on('upgrade', upgrade)
}

type UpgradeListener = (req: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Who gets the calls of a front. */
export interface FrontListeners {
  readonly request: RequestListener
  readonly upgrade: UpgradeListener
}

/** An address that stays open while other listeners get its calls. */
export interface Front {
  readonly url: string
  readonly port: number
  /** Lets these listeners get all calls from now on. The result resolves when the calls that they have are answered, or after a while. */
  serve(listeners: FrontListeners): () => Promise<void>
  /** Lets others get the calls that a guard does not allow; undefined for always those who serve. */
  guardedBy(guard: FrontGuard | undefined): void
  /** Gives a call that these listeners have to those who serve now. Returns false if they still do so themselves. */
  passOn(from: FrontListeners, req: IncomingMessage, res: ServerResponse): boolean
  close(): Promise<void>
}

/** What gets the calls of a front that those who serve it may not answer now. */
export interface FrontGuard {
  readonly allows: (req: IncomingMessage) => boolean
  readonly otherwise: FrontListeners
}

/** Listens on an address. Calls wait until someone serves them. Rejects with a `ListenError` if it is not available. */
export async function openFront(host: string, port: number): Promise<Front> {
  let guard: FrontGuard | undefined
  const waiting: (() => void)[] = []
  let current: FrontListeners | undefined
  let running = new Set<Promise<unknown>>()
  const request: RequestListener = (req, res) => {
    const to = guard?.allows(req) === false ? guard.otherwise : current
    if (!to) return void waiting.push(() => request(req, res))
    const { promise, resolve } = Promise.withResolvers<void>()
    running.add(promise)
    const calls = running
    res.once('close', () => {
      calls.delete(promise)
      resolve()
    })
    to.request(req, res)
  }
  const upgrade: UpgradeListener = (req, socket, head) => {
    const to = guard?.allows(req) === false ? guard.otherwise : current
    if (to) to.upgrade(req, socket, head)
    else waiting.push(() => upgrade(req, socket, head))
  }
  const http = createServer(node, request)
  takeEvents(http, request, upgrade)
  const connections = new Set<Socket>()
  http.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const bound = await listen(http, host, port)
  return {
    url: addressOf(host, bound, 'http'),
    port: bound,
    serve(listeners) {
      current = listeners
      const own = new Set<Promise<unknown>>()
      running = own
      for (const call of waiting.splice(0)) call()
      return async () => {
        await Promise.race([Promise.all(own), new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref())])
      }
    },
    guardedBy: (by) => void (guard = by),
    passOn(from, req, res) {
      if (current === from || guard?.allows(req) === false) return false
      request(req, res)
      return true
    },
    close: () => close(http, connections, new AbortController()),
  }
}

/** Loads https on demand, because most servers do not use it. */
const loadSecure = () => import('./secure-server.ts')

async function close(http: HttpServer, connections: ReadonlySet<Socket>, stopping: AbortController): Promise<void> {
  const closed = new Promise((resolve) => http.close(resolve))
  // A caller that has its answer finds the connection closed before it sends another request.
  for (const socket of connections) onceAnswered(socket, () => socket.destroySoon())
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
 * Answers a call with an expectation other than `100-continue` before it has sent its body. Node's own answer would have
 * neither a body nor the header that lets pages read it. The connection ends, because that body may follow.
 */
function refuseExpectation(req: IncomingMessage, res: ServerResponse): void {
  const message = `The expectation '${req.headers.expect}' cannot be met; gamify supports 100-continue only`
  void sendAnswer(res, faultAnswer(fault('invalid_request', { message }), { connection: 'close' }))
}

/**
 * Answers CONNECT, which no path has, with 405 and ends the connection. Node hands over the bare connection, so nothing else
 * handles its errors. If an earlier request is still to be answered, no answer can be sent.
 */
function refuseTunnel(req: IncomingMessage, connection: Duplex): void {
  const refused = fault('method_not_allowed', { method: 'CONNECT', allow: ALLOWED_METHODS })
  connection.on('error', () => connection.destroy())
  answerBare(req, connection as Socket, faultAnswer(refused, { allow: ALLOWED_METHODS }))
}

/** Thrown if the server cannot listen on the address. `code` is the system's error, such as `EADDRINUSE`. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly code: string
  readonly host: string
  readonly port: number

  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    super(`Cannot listen on ${host}:${port}: ${cause.message}`, { cause })
    this.code = cause.code ?? ''
    this.host = host
    this.port = port
  }
}

/** Listens, and returns the port, which is a free one if 0 was requested. */
export function listen(http: HttpServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (cause: Error): void => reject(new ListenError(host, port, cause))
    http.once('error', onError)
    http.listen(port, host, () => {
      http.off('error', onError)
      resolve((http.address() as AddressInfo).port)
    })
  })
}
