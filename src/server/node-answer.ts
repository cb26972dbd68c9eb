import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type Answer, CORS_HEADER, isStream, lengthOf } from './answer.ts'

/** Sends an answer over HTTP: a complete body together with the head, a stream as fast as the caller reads. Rejects if the stream fails. */
export async function sendAnswer(res: ServerResponse, answer: Answer): Promise<void> {
  if (answer.sent) return
  const { status, type, body, headers } = answer
  const head: (string | number)[] = [...CORS_HEADER, 'content-type', type]
  const length = lengthOf(answer)
  if (length !== undefined) head.push('content-length', length)
  if (headers) head.push(...Object.entries(headers).flat())
  res.writeHead(status, head)
  // An answer to HEAD ends here, because its stream may be endless.
  if (res.req.method === 'HEAD') res.end()
  else if (isStream(body)) await sendPieces(res, body)
  // A text with as many bytes as characters is ASCII, which Node writes faster as latin1.
  else if (body.length === length) res.end(body, 'latin1')
  else res.end(body)
}

/** Ends a call without the rest of its answer, by a reset. In HTTP 1.0, the end of the connection would be a valid end of the answer. */
export function cutOff(res: ServerResponse): void {
  res.socket?.resetAndDestroy()
}

/**
 * Ends when the caller goes away. The head goes before the pieces, because the first piece may take long. The pieces go as
 * bytes: a response counts bytes to report that it is full, but its socket counts the characters of a text, and so may
 * never report that it has room again.
 */
async function sendPieces(res: ServerResponse, pieces: AsyncIterable<string | Buffer>): Promise<void> {
  res.flushHeaders()
  for await (const piece of pieces) {
    if (res.destroyed) return
    if (!res.write(typeof piece === 'string' ? Buffer.from(piece) : piece)) await takenOrGone(res)
  }
  res.end()
}

/** Resolves when the caller has read what was written, or has gone away. */
function takenOrGone(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      res.off('drain', done)
      res.off('close', done)
      resolve()
    }
    res.on('drain', done)
    res.on('close', done)
  })
}

/**
 * Answers a call whose bare connection Node has handed over, and ends the connection. If an earlier call on it is still to
 * be answered, no answer can be sent, and the connection is closed at once.
 */
export function answerBare(req: IncomingMessage, socket: Socket, answer: Answer): void {
  const res = new ServerResponse(req)
  try {
    res.assignSocket(socket)
  } catch {
    return void socket.destroy()
  }
  // Incoming data is discarded, so that the answer is not lost in a reset.
  socket.resume()
  res.on('finish', () => socket.destroySoon())
  void sendAnswer(res, { ...answer, headers: { ...answer.headers, connection: 'close' } })
}
