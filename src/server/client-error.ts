import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Fault } from '../game/kernel/fault.ts'
import { fault } from '../game/kernel/fault.ts'
import { CORS_HEADER, faultAnswer } from './answer.ts'

/** The request line and the headers together may have so many bytes: an id of 10 kB fits, percent-encoded too. */
export const MAX_HEADER_BYTES = 64 * 1024

/** Answers what is no HTTP request, or does not become one in time, and closes the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, type, body } = faultAnswer(faultOf(error.code ?? ''))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    CORS_HEADER.join(': '),
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function faultOf(code: string): Fault {
  return fault('invalid_request', { message: messages[code] ?? `This is no HTTP request (${code})` })
}

const messages: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request was not complete in time',
  HPE_HEADER_OVERFLOW: `The request's address and headers are longer than ${MAX_HEADER_BYTES} bytes`,
}
