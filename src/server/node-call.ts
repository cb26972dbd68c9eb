import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'
import { bodyText, type ReadBytes, MAX_BODY_BYTES } from './body-text.ts'
import type { Call, Endpoint } from './call.ts'
import { readBytes } from './incoming-bytes.ts'
import { streamBytes } from './incoming-stream.ts'
import { cutOff, sendAnswer } from './node-answer.ts'
import { withUpload } from './upload.ts'
import { turns, type Turns } from '../async/turns.ts'

/** Where a call leads: its path and query, still encoded, and the parts of the path that the route names. */
export interface Target {
  readonly path: string
  readonly search: string
  readonly params: Readonly<Record<string, string>>
}

/** The address of a request, taken apart where its query begins. */
export function splitAddress(url: string): Pick<Target, 'path' | 'search'> {
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, search: '' } : { path: url.slice(0, mark), search: url.slice(mark + 1) }
}

/**
 * Answers a call over HTTP, to a server that stops when `stopping` is aborted. Never rejects: what fails here is the report
 * of a failure, or the rest of an answer, so that the caller can only be cut off.
 */
export async function answerCall(
  endpoint: Endpoint,
  req: IncomingMessage,
  res: ServerResponse,
  target: Target,
  stopping: AbortSignal,
): Promise<void> {
  try {
    await sendAnswer(res, await endpoint(nodeCall(req, res, target, stopping)))
  } catch {
    cutOff(res)
  }
}

/** A call that came over HTTP, to a server that stops when `stopping` is aborted. */
export function nodeCall(req: IncomingMessage, res: ServerResponse, target: Target, stopping: AbortSignal): Call {
  const read: ReadBytes = (limits) => readBytes(req, res, limits)
  return {
    method: req.method ?? '',
    path: target.path,
    search: target.search,
    params: target.params,
    header: (name) => {
      const value = req.headers[name]
      return typeof value === 'string' ? value : undefined
    },
    body: () => bodyText(inTurnIfLong(read, req, stopping), stopping),
    stream: () => streamBytes(req, res, stopping),
    upload: (uploads, use) => withUpload(uploads, { read, type: req.headers['content-type'] }, use),
    handOver: (respond) => handedOver(req, res, respond),
    cutOff: () => cutOff(res),
    signal: () => goingOf(req, res),
  }
}

/** What another than us answers, when it is over. */
async function handedOver(
  req: IncomingMessage,
  res: ServerResponse,
  respond: (req: IncomingMessage, res: ServerResponse) => void,
): Promise<Answer> {
  if (!res.closed) {
    const over = new Promise((resolve) => res.once('close', resolve))
    respond(req, res)
    await over
  }
  return { status: res.statusCode, type: '', body: '', sent: true }
}

/** Who goes away ends its side first, and may never be heard of again: an answer without an end would wait for ever. */
function goingOf({ socket }: IncomingMessage, res: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const abort = (): void => {
    socket.off('end', abort)
    controller.abort()
  }
  if (res.closed || socket.readableEnded) abort()
  else {
    res.once('close', abort)
    socket.once('end', abort)
  }
  return controller.signal
}

/** A body of which its head says that it is no longer is read at once. */
const SHORT_BYTES = 64 * 1024

/** So many longer ones of a server are read at a time; the others wait unread at their senders. */
const MAX_LONG = 64

/** The turns of each server, by the signal of its stop. */
const turnsOf = new WeakMap<AbortSignal, Turns>()

/** Reads a body, in its turn where it may be long: many that never come whole are not to fill the memory together. */
function inTurnIfLong(read: ReadBytes, req: IncomingMessage, stopping: AbortSignal): ReadBytes {
  return mayBeLong(req) ? (limits) => inTurn(stopping)(() => read(limits)) : read
}

/** One that is announced too large is refused before any of it is read, so it needs no turn. */
function mayBeLong({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (encoding !== undefined) return true
  return length !== undefined && Number(length) > SHORT_BYTES && Number(length) <= MAX_BODY_BYTES
}

function inTurn(stopping: AbortSignal): Turns {
  const known = turnsOf.get(stopping) ?? turns(MAX_LONG)
  turnsOf.set(stopping, known)
  return known
}
