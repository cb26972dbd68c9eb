import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Fault, fault } from '../game/kernel/fault.ts'
import { CORS_HEADER, faultAnswer } from './answer.ts'
import { answersGone } from './newest-call.ts'

/** The maximum size of the request line and the headers together. An id of 10 kB fits, percent-encoded too. */
export const MAX_HEADER_BYTES = 64 * 1024

/** How long after its end a caller can leave a connection open before it is cut off. */
const LINGER_MS = 2_000

/** The connections on which something arrived that is not a request. Nothing after that is a request either. */
const broken = new WeakSet<Duplex>()

/**
 * Answers data that is not an HTTP request, or that does not become one in time, after the requests before it are
 * answered, and closes the connection. For the `clientError` event of a server.
 */
export async function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
  if (broken.has(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  broken.add(socket)
  const canAnswer = await answersGone(socket)
  if (!canAnswer || !socket.writable) return void socket.destroy()
  refuseConnection(socket, faultOf(error.code ?? ''))
}

/** Answers a caller that does not use HTTP as far as that is possible, and closes the connection. */
export function refuseConnection(socket: Duplex, refused: Fault): void {
  const { status, type, body } = faultAnswer(refused)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    CORS_HEADER.join(': '),
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  const cut = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(cut))
}

function faultOf(code: string): Fault {
  return fault('invalid_request', { message: messages[code] ?? `Not a valid HTTP request (${code})` })
}

const messages: Readonly<Record<string, string>> = {
  HPE_INVALID_EOF_STATE: 'The request was cut off',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time',
  HPE_HEADER_OVERFLOW: `The request's address and headers are longer than ${MAX_HEADER_BYTES} bytes`,
}
