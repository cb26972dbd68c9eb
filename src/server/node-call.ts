import type { IncomingMessage, ServerResponse } from 'node:http'
import { turns, type Turns } from '../async/turns.ts'
import type { Answer } from './answer.ts'
import { sentIn, type Call, type Endpoint } from './call.ts'
import { BODY_LIMITS, bodyText, readBytes, type ReadBytes } from './incoming-bytes.ts'
import { streamBytes } from './incoming-stream.ts'
import { cutOff, sendAnswer } from './node-answer.ts'
import { parseFields } from './query.ts'
import { withUpload } from './upload.ts'

/** The target of a call: its path and query, still encoded, and the parts of the path that the route names. */
export interface Target {
  readonly path: string
  readonly search: string
  readonly params: Readonly<Record<string, string>>
}

/** Splits the address of a request at its query. */
export function splitAddress(url: string): Pick<Target, 'path' | 'search'> {
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, search: '' } : { path: url.slice(0, mark), search: url.slice(mark + 1) }
}

/**
 * Answers a call over HTTP to a server that stops when `stopping` aborts. Never rejects: only the report of a failure or
 * the rest of an answer can fail here, and then the connection is closed at once.
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

/** Creates the call of an HTTP request to a server that stops when `stopping` aborts. */
export function nodeCall(req: IncomingMessage, res: ServerResponse, target: Target, stopping: AbortSignal): Call {
  const call: Call = {
    method: req.method ?? '',
    path: target.path,
    search: target.search,
    // A field that an object begins with costs less than one that it gets later.
    sent: undefined,
    caller: undefined,
    entry: undefined,
    params: target.params,
    // A getter in an object literal costs more than reading the fields, which nearly all calls need.
    query: parseFields(target.search),
    authorization: req.headers.authorization,
    header: (name) => {
      const value = req.headers[name]
      return typeof value === 'string' ? value : undefined
    },
    body: async () => {
      const read = () => readBytes(req, res, { ...BODY_LIMITS, stopping })
      return sentIn(call, bodyText(await (mayBeLong(req) ? inTurn(stopping)(read) : read())))
    },
    stream: () => streamBytes(req, res, stopping),
    upload: (uploads, use) => {
      const read: ReadBytes = (limits) => readBytes(req, res, limits)
      return withUpload(uploads, { read, type: req.headers['content-type'] }, use)
    },
    handOver: (respond) => handOver(req, res, respond),
    cutOff: () => cutOff(res),
    signal: () => signalOfEnd(req, res),
  }
  return call
}

/** Lets `respond` answer, and resolves when its answer is over. */
async function handOver(
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

/** A caller that goes away first ends its side, and may never be heard of again. An endless answer would wait forever. */
function signalOfEnd({ socket }: IncomingMessage, res: ServerResponse): AbortSignal {
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

/** A body whose announced length is at most this is read at once. */
const SHORT_BYTES = 64 * 1024

/** The number of longer bodies that a server reads at a time. The others wait unread at their senders. */
const MAX_LONG = 64

/** The turns of each server, by the signal that stops it. */
const turnsOf = new WeakMap<AbortSignal, Turns>()

/**
 * Returns whether a body has to wait for its turn, so that many unfinished ones do not fill the memory. A body that is
 * announced too large is refused before any of it is read, so it needs no turn.
 */
function mayBeLong({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (encoding !== undefined) return true
  return length !== undefined && Number(length) > SHORT_BYTES && Number(length) <= BODY_LIMITS.maxBytes
}

function inTurn(stopping: AbortSignal): Turns {
  const known = turnsOf.get(stopping) ?? turns(MAX_LONG)
  turnsOf.set(stopping, known)
  return known
}
