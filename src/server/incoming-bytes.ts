import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '../game/kernel/fault.ts'
import { fault } from '../game/kernel/fault.ts'

/** What comes in after a refused body is thrown away for so long; a caller that goes on then is cut off. */
const DISCARD_MS = 2_000

/** How much of a body is taken, and how long it may be on its way: for ever, unless told. */
export interface BodyLimits {
  readonly maxBytes: number
  readonly maxMs?: number
  /** Aborted when no more of it is waited for, since the server stops. */
  readonly stopping?: AbortSignal
}

/**
 * The bytes of a request's body, counted while they arrive: no more than `maxBytes` are ever held. The answer to a fault
 * may be sent at once, whatever is still on its way.
 */
export function readBytes(req: IncomingMessage, res: ServerResponse, limits: BodyLimits): Promise<Fault | Buffer> {
  // It went away while it waited for its turn: nothing more will be heard of it.
  if (req.destroyed) return Promise.resolve(cutOff)
  const refused = refusedBeforeReading(req, res, limits)
  return refused ? Promise.resolve(refused) : collect(req, res, limits)
}

/** Why a body is refused before it is read; else who waits to be asked for it is. */
export function refusedBeforeReading(req: IncomingMessage, res: ServerResponse, limits: BodyLimits): Fault | undefined {
  const waits = req.headers.expect !== undefined
  const refused = limits.stopping?.aborted ? stopped(res) : refusedByHead(req, limits)
  if (refused) {
    if (!waits) discardRest(req)
    return refused
  }
  if (waits) res.writeContinue()
  return undefined
}

/** Why a body is refused before it is read. */
export function refusedByHead({ headers }: Pick<IncomingMessage, 'headers'>, limits: BodyLimits): Fault | undefined {
  if (Number(headers['content-length'] ?? 0) > limits.maxBytes) return tooLarge(limits)
  const encoding = headers['content-encoding']?.trim() ?? ''
  if (encoding === '' || encoding.toLowerCase() === 'identity') return undefined
  const message = `The request body is encoded as ${encoding}; send it without a Content-Encoding`
  return fault('invalid_request', { message })
}

/** What a body is that breaks off. */
export const cutOff = fault('invalid_request', { message: 'The request body was cut off' })
/** What a body is that has more bytes than it may. */
export const tooLarge = ({ maxBytes }: BodyLimits): Fault => fault('payload_too_large', { limit: maxBytes })
/** What a body is that takes longer than it may. */
export const tooSlow = (maxMs: number): Fault =>
  fault('invalid_request', { message: `The request body did not arrive within ${maxMs / 1000} seconds` })

/** Whoever goes on sending is cut off behind the answer. */
export function stopped(res: ServerResponse): Fault {
  res.shouldKeepAlive = false
  return notWaitedFor
}

/** What a body is that has not come whole when the server stops. */
export const notWaitedFor = fault('storage_failed', {
  problem: 'The emulator is stopping and does not wait for the request body',
})

/** What ends the bodies that are on their way to a server, by the signal of its stop. */
const endings = new WeakMap<AbortSignal, Set<() => void>>()

/** One listener for all bodies: measured, each of its own costs a play microseconds when many are under way. */
function arrivingUntil(stopping: AbortSignal): Set<() => void> {
  const known = endings.get(stopping)
  if (known) return known
  const arriving = new Set<() => void>()
  endings.set(stopping, arriving)
  stopping.addEventListener('abort', () => {
    for (const end of arriving) end()
  })
  return arriving
}

function collect(req: IncomingMessage, res: ServerResponse, limits: BodyLimits): Promise<Fault | Buffer> {
  return new Promise((resolve) => {
    const { maxMs } = limits
    const arriving = limits.stopping && arrivingUntil(limits.stopping)
    const chunks: Buffer[] = []
    let size = 0
    let deadline: NodeJS.Timeout | undefined
    let isSettled = false
    const settle = (outcome: Fault | Buffer): void => {
      isSettled = true
      clearTimeout(deadline)
      arriving?.delete(onStop)
      req.off('data', onData)
      chunks.length = 0
      resolve(outcome)
    }
    const refuse = (why: Fault): void => {
      discardRest(req)
      settle(why)
    }
    const onStop = (): void => refuse(stopped(res))
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      if (size > limits.maxBytes) refuse(tooLarge(limits))
      else chunks.push(chunk)
    }
    arriving?.add(onStop)
    req.on('data', onData)
    req.on('end', () => {
      const [first] = chunks
      settle(first && chunks.length === 1 ? first : Buffer.concat(chunks))
    })
    req.on('error', () => settle(cutOff))
    if (maxMs === undefined) return
    // Most come whole with their heads, and have been handed over when this turn is over, though Node calls them complete only
    // after it: a timer for each would cost more than reading them.
    queueMicrotask(() => {
      const isWhole = req.complete || size === Number(req.headers['content-length'])
      if (!isSettled && !isWhole) deadline = setTimeout(() => refuse(tooSlow(maxMs)), maxMs)
    })
  })
}

/** Reads on without keeping anything, so that the caller gets to see the answer, but not for ever. */
export function discardRest(req: IncomingMessage): void {
  req.resume()
  const cut = setTimeout(() => req.socket.destroy(), DISCARD_MS)
  req.on('close', () => clearTimeout(cut))
}
