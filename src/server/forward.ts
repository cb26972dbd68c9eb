import { Agent, request, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { fault } from '../game/kernel/fault.ts'
import { faultAnswer, type Answer } from './answer.ts'
import { hostGate } from './gates.ts'
import { answerBare, sendAnswer } from './node-answer.ts'
import { splitAddress } from './node-call.ts'
import type { Front, FrontListeners } from './server.ts'

/** How long a call waits for a node that can take it, in ms. */
const PATIENCE_MS = 8_000

/** How often a call that waits looks for that node, in ms. */
const LOOK_MS = 20

/** How long a node that another one has replaced, and that is not heard any more, can take to answer the calls that it has, in ms. */
const REPLACED_MS = 1_000

/** The header of a call that another node has forwarded, with how many have. */
const FORWARDED = 'x-gamify-forwarded'

/** How many nodes forward a call. A node that was the writer a moment ago forwards what others have forwarded to it. */
const MAX_HOPS = 3

const hopsOf = (req: IncomingMessage): number => Math.max(0, Number(req.headers[FORWARDED]) || 0)

/** Headers of one connection, which are not passed on. */
const OF_CONNECTION = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'upgrade']

/** What forwards the calls of a node. */
export interface Forwarding {
  /** The host that this node listens on, and further names of this machine. */
  readonly hosts: readonly string[]
  /** The address of the node that takes the calls; undefined while there is none, or if it is this node. */
  readonly writerUrl: () => string | undefined
  /** Whether another node than the one at an address answers the calls, and that one is not heard any more. */
  readonly isReplaced: (url: string) => boolean
  /** Gives a call to those who serve this node now. See `Front.passOn`. */
  readonly passOn: Front['passOn']
  /** Answers the calls that are about this node alone. */
  readonly own: (path: string) => Answer | undefined
}

/** What gets the calls of a node while another one is the writer. */
export interface ForwardingListeners extends FrontListeners {
  /** Lets a listener get all requests from now on, which forwards what it does not answer itself; undefined for none. */
  readBy(reader: RequestListener | undefined): void
  /** Forwards a request. */
  readonly forward: RequestListener
  close(): void
}

/**
 * Forwards all calls to the node that is the writer, but those about this node. A call waits a while for a writer. Once it
 * was passed on, and its answer does not come, a call that changes something is broken off, because nobody knows what became
 * of it.
 */
export function forwardCalls({ hosts, writerUrl, isReplaced, passOn, own }: Forwarding): ForwardingListeners {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const foreignHost = hostGate(hosts)

  async function forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { path } = splitAddress(req.url ?? '')
    const host = foreignHost(req)
    if (host !== undefined) return void sendAnswer(res, faultAnswer(fault('forbidden_host', { host })))
    const mine = req.method === 'GET' || req.method === 'HEAD' ? own(path) : undefined
    if (mine) return void sendAnswer(res, mine)
    const untilMs = performance.now() + PATIENCE_MS
    while (!res.destroyed) {
      if (passOn(listeners, req, res)) return
      const url = writerUrl()
      if (url !== undefined && (await forwardTo(url, req, res)) === 'done') return
      if (performance.now() > untilMs) return void sendAnswer(res, unavailable())
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }

  /** Forwards a call. Resolves with `refused` if the other node got nothing of it, so that it can be tried again. */
  function forwardTo(url: string, req: IncomingMessage, res: ServerResponse): Promise<'done' | 'refused'> {
    const hops = hopsOf(req)
    if (hops >= MAX_HOPS) {
      void sendAnswer(res, unavailable())
      return Promise.resolve('done')
    }
    return new Promise((resolve) => {
      const to = new URL(url)
      const headers = { ...headersOf(req), host: to.host, [FORWARDED]: `${hops + 1}` }
      const onward = request(to, { method: req.method, path: req.url, headers, agent })
      let isConnected = false
      const drop = (): void => void onward.destroy()
      res.once('close', drop)
      // A frozen node keeps its connections open. Its calls get no answer, or one that does not count.
      let replacedMs: number | undefined
      const watching = setInterval(() => {
        replacedMs = isReplaced(url) ? (replacedMs ?? performance.now()) : undefined
        if (replacedMs !== undefined && performance.now() - replacedMs > REPLACED_MS) drop()
      }, REPLACED_MS / 4)
      const end = (how: 'done' | 'refused'): void => {
        clearInterval(watching)
        res.off('close', drop)
        resolve(how)
      }
      onward.on('socket', (socket) => {
        const begin = (): void => {
          isConnected = true
          req.pipe(onward)
        }
        if (socket.connecting) socket.once('connect', begin)
        else begin()
      })
      onward.on('response', (answer) => {
        const kept = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
          OF_CONNECTION.includes(name) ? [] : [[name, values] as const],
        )
        for (const [name, values] of kept) if (values) res.setHeader(name, values)
        res.writeHead(answer.statusCode ?? 502)
        answer.pipe(res)
        answer.on('error', () => res.destroy())
        res.once('close', () => answer.destroy())
        end('done')
      })
      onward.on('error', () => {
        req.unpipe(onward)
        if (!isConnected || (!res.headersSent && isRepeatable(req) && req.complete)) return end('refused')
        res.destroy()
        end('done')
      })
    })
  }

  const upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy())
    const url = foreignHost(req) === undefined ? writerUrl() : undefined
    const hops = hopsOf(req)
    if (url === undefined || hops >= MAX_HOPS) return answerBare(req, socket as Socket, unavailable())
    const to = new URL(url)
    const headers = { ...req.headers, host: to.host, [FORWARDED]: `${hops + 1}` }
    const onward = request(to, { method: req.method, path: req.url, headers })
    onward.on('upgrade', (answer, other, rest) => {
      const lines = answer.rawHeaders.flatMap((name, i) =>
        i % 2 === 0 ? [`${name}: ${answer.rawHeaders[i + 1]}`] : [],
      )
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      if (rest.length > 0) socket.write(rest)
      if (head.length > 0) other.write(head)
      other.on('error', () => socket.destroy())
      other.pipe(socket).pipe(other)
      socket.once('close', () => other.destroy())
    })
    onward.on('response', (answer) => {
      answer.resume()
      answerBare(req, socket as Socket, unavailable())
    })
    onward.on('error', () => socket.destroy())
    onward.end()
  }

  let reader: RequestListener | undefined
  const onward: RequestListener = (req, res) => void forward(req, res).catch(() => res.destroy())
  const listeners: ForwardingListeners = {
    request: (req, res) => (reader ?? onward)(req, res),
    upgrade,
    readBy: (next) => void (reader = next),
    forward: onward,
    close: () => agent.destroy(),
  }
  return listeners
}

const unavailable = (): Answer => faultAnswer(fault('temporary_failure'))

const isRepeatable = ({ method = '' }: IncomingMessage): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)

function headersOf(req: IncomingMessage): Record<string, string[]> {
  const all = Object.entries(req.headersDistinct).filter(([name]) => !OF_CONNECTION.includes(name))
  return Object.fromEntries(all.map(([name, values = []]) => [name, values]))
}
