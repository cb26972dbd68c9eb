import { Agent, request as requestPlainly, type IncomingMessage, type RequestOptions } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextRound } from 'node:timers/promises'
import { Unsent, type Wire, type WireRequest } from './wire.ts'

/** How long a service may be silent before its answer begins, and between the pieces of the answer. */
const MAX_SILENCE_MS = 30_000

/** The same for a body that is sent in pieces, because the service may need long to process it. */
const MAX_WORK_MS = 10 * 60_000

/** The options of a wire. */
export interface WireOptions {
  /** The certificate (PEM) of an authority to trust over https, in addition to those that Node trusts. */
  readonly authority?: string | undefined
  readonly maxSilenceMs?: number
}

/**
 * Creates a wire over Node's own HTTP client, which loads several times faster than any other: a command makes only a
 * few calls. Connections are kept until the wire is closed, which ends calls that nobody waits for any more.
 */
export function nodeWire({ authority, maxSilenceMs = MAX_SILENCE_MS }: WireOptions = {}): Wire {
  const plain = new Agent({ keepAlive: true })
  let secure: Promise<Connections> | undefined
  const connectionsTo = (url: string): Connections | Promise<Connections> =>
    url.startsWith('https:')
      ? (secure ??= secureConnections(authority))
      : { agent: plain, request: requestPlainly, connected: 'connect' }
  const start = async (request: WireRequest, silenceMs: number, signal?: AbortSignal): Promise<IncomingMessage> => {
    // After two rounds of the event loop, Node has noticed whether a service closed a connection with its last answer.
    const [connections] = await Promise.all([connectionsTo(request.url), nextRound().then(() => nextRound())])
    const { answer, wasClosed } = send(request, connections, silenceMs, signal)
    try {
      return await answer
    } catch (error) {
      // Only a read can be repeated, because nobody knows whether the service carried out another call.
      if (request.method !== 'GET' || !wasClosed(error)) throw error
      return start(request, silenceMs, signal)
    }
  }
  return {
    async send(request, signal) {
      const silenceMs = isInPieces(request.body) ? MAX_WORK_MS : maxSilenceMs
      const answer = await start(request, silenceMs, signal)
      const bytes = await received(answer, signal)
      const status = answer.statusCode ?? 0
      const isImage = answer.headers['content-type']?.startsWith('image/') ?? false
      return isImage ? { status, text: '', image: new Uint8Array(bytes) } : { status, text: bytes.toString() }
    },
    async open(request, signal) {
      const answer = await start(request, maxSilenceMs, signal)
      // An answer that is followed may be silent for hours.
      if (request.isFollowed) answer.socket.setTimeout(0)
      return { status: answer.statusCode ?? 0, pieces: piecesOf(answer, signal) }
    },
    async close() {
      plain.destroy()
      ;(await secure)?.agent.destroy()
    },
  }
}

/** How to reach services of one protocol. */
interface Connections {
  readonly agent: Agent
  readonly request: typeof requestPlainly
  /** The event of a socket that can carry a request. */
  readonly connected: 'connect' | 'secureConnect'
}

async function secureConnections(authority: string | undefined): Promise<Connections> {
  const [{ Agent, request }, { getCACertificates }] = await Promise.all([import('node:https'), import('node:tls')])
  const trusted = authority === undefined ? {} : { ca: [...getCACertificates(), authority] }
  return { agent: new Agent({ keepAlive: true, ...trusted }), request, connected: 'secureConnect' }
}

/** Errors of a connection that the other side has closed. */
const CLOSED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE'])

/** A request on its way. */
interface Sent {
  /** Resolves when the answer begins. */
  readonly answer: Promise<IncomingMessage>
  /** Whether it failed because the service had closed an idle connection that it then went over. */
  readonly wasClosed: (error: unknown) => boolean
}

/** Sends a request. */
function send(
  { url, method, headers, body, maxConnectMs }: WireRequest,
  { agent, request, connected }: Connections,
  silenceMs: number,
  signal: AbortSignal | undefined,
): Sent {
  // A body in one piece needs its length: Node writes none for the methods that seldom have a body.
  const length = body === undefined || isInPieces(body) ? {} : { 'content-length': Buffer.byteLength(body) }
  const options: RequestOptions = { agent, method, headers: { ...headers, ...length }, timeout: silenceMs }
  const sent = request(url, signal ? { ...options, signal } : options)
  let isConnected = false
  sent.once('socket', (socket) => {
    isConnected = sent.reusedSocket
    if (isConnected) return
    const overdue = (): void => void sent.destroy(new Error(`no connection within ${(maxConnectMs ?? 0) / 1000} s`))
    const timer = maxConnectMs === undefined ? undefined : setTimeout(overdue, maxConnectMs)
    socket.once('close', () => clearTimeout(timer))
    socket.once(connected, () => {
      clearTimeout(timer)
      isConnected = true
    })
  })
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    let begun: IncomingMessage | undefined
    sent.once('response', (message) => resolve((begun = message)))
    // Once the answer has begun, only its own end has an error that its reader gets.
    sent.once('timeout', () => (begun ?? sent).destroy(new Error(`no data for ${silenceMs / 1000} s`)))
    sent.on('error', (error) => {
      const reason = reasonOf(error, signal)
      reject(isConnected ? reason : new Unsent(reason))
    })
    sent.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('it answered with another protocol'))
    })
    // The error of a body that cannot be made is the reason for which its request fails.
    if (isInPieces(body)) pipeline(Readable.from(body), sent).catch(reject)
    else sent.end(body)
  })
  const wasClosed = (error: unknown): boolean =>
    sent.reusedSocket && error instanceof Error && 'code' in error && CLOSED.has(error.code)
  return { answer, wasClosed }
}

function isInPieces(body: WireRequest['body']): body is AsyncIterable<string | Uint8Array> {
  return typeof body === 'object' && Symbol.asyncIterator in body
}

/** Receives the whole body of an answer. */
async function received(answer: IncomingMessage, signal: AbortSignal | undefined): Promise<Buffer> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of answer) pieces.push(piece as Buffer)
  } catch (error) {
    throw reasonOf(error, signal)
  }
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
}

async function* piecesOf(answer: IncomingMessage, signal: AbortSignal): AsyncGenerator<string, void> {
  try {
    yield* answer.setEncoding('utf8')
  } catch (error) {
    throw reasonOf(error, signal)
  }
}

/** Returns the reason of an abort, which Node's error only wraps. */
function reasonOf(error: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? signal.reason : error
}
