import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Fault, isFault, fault } from '../game/kernel/fault.ts'
import { notJson } from './json-body.ts'

/** How long the rest of a refused body is discarded. A caller that still sends then is cut off. */
const DISCARD_MS = 2_000

/** The limits of a body. */
export interface BodyLimits {
  readonly maxBytes: number
  /** How long the body can take to arrive. By default there is no limit. */
  readonly maxMs?: number
  /** Aborted when the server stops and no more of the body is waited for. */
  readonly stopping?: AbortSignal
}

/**
 * Reads the bytes of a request's body. They are counted while they arrive, so that no more than `maxBytes` are held. The
 * answer to a fault can be sent at once, whatever is still to arrive.
 */
export function readBytes(req: IncomingMessage, res: ServerResponse, limits: BodyLimits): Promise<Fault | Buffer> {
  // The caller went away while the request waited for its turn. No more events will come.
  if (req.destroyed) return Promise.resolve(cutOff)
  const refused = refusedBeforeReading(req, res, limits)
  return refused ? Promise.resolve(refused) : collect(req, res, limits)
}

/** Returns why a body is refused before it is read. If it is not, a caller that waits for `100 Continue` gets it. */
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

/** Returns why the headers make a body unacceptable. */
export function refusedByHead({ headers }: Pick<IncomingMessage, 'headers'>, limits: BodyLimits): Fault | undefined {
  if (Number(headers['content-length'] ?? 0) > limits.maxBytes) return tooLarge(limits)
  const encoding = headers['content-encoding']?.trim() ?? ''
  if (encoding === '' || encoding.toLowerCase() === 'identity') return undefined
  const message = `The request body is encoded as ${encoding}; send it without a Content-Encoding`
  return fault('invalid_request', { message })
}

/** The fault of a body that breaks off. */
export const cutOff = fault('invalid_request', { message: 'The request body was cut off' })
/** Returns the fault of a body with too many bytes. */
export const tooLarge = ({ maxBytes }: BodyLimits): Fault => fault('payload_too_large', { limit: maxBytes })
/** Returns the fault of a body that takes too long. */
export const tooSlow = (maxMs: number): Fault =>
  fault('invalid_request', { message: `The request body did not arrive within ${maxMs / 1000} seconds` })

/** Refuses a body because the server stops. A caller that still sends is cut off after the answer. */
export function stopped(res: ServerResponse): Fault {
  res.shouldKeepAlive = false
  return notWaitedFor
}

/** The fault of a body that has not arrived whole when the server stops. */
export const notWaitedFor = fault('storage_failed', {
  problem: 'The emulator is stopping and does not wait for the request body',
})

/** The functions that end the bodies that are arriving at a server, by the signal that stops the server. */
const endings = new WeakMap<AbortSignal, Set<() => void>>()

/** Uses one listener for all bodies: a listener for each costs a play microseconds when many are arriving. */
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
    // Most bodies arrive together with their heads, and are read when this turn ends, although Node calls them complete only
    // later. A timer for each would cost more than reading it.
    queueMicrotask(() => {
      const isWhole = req.complete || size === Number(req.headers['content-length'])
      if (!isSettled && !isWhole) deadline = setTimeout(() => refuse(tooSlow(maxMs)), maxMs)
    })
  })
}

/** Discards the rest of a body for a limited time, so that the caller gets to see the answer. */
export function discardRest(req: IncomingMessage): void {
  req.resume()
  const cut = setTimeout(() => req.socket.destroy(), DISCARD_MS)
  req.on('close', () => clearTimeout(cut))
}

/** The limits of a JSON or form body. Spec 5.2. */
export const BODY_LIMITS = { maxBytes: 1024 * 1024, maxMs: 300_000 } as const satisfies BodyLimits

/** Reads the bytes of a request's body within limits, or returns a fault. */
export type ReadBytes = (limits: BodyLimits) => Promise<Fault | Buffer>

/** Decodes the bytes of a JSON or form body. Returns a fault if they are not UTF-8. */
export function bodyText(bytes: Fault | Buffer): Fault | string {
  if (isFault(bytes)) return bytes
  return isUtf8(bytes) ? bytes.toString() : notJson('body', 'it is not UTF-8')
}
