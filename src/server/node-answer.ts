import type { ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'
import { CORS_HEADER, isStream, lengthOf } from './answer.ts'

/** Sends an answer over HTTP: a whole one with the head before it, a stream as fast as the caller reads. Rejects where that breaks. */
export async function sendAnswer(res: ServerResponse, answer: Answer): Promise<void> {
  if (answer.sent) return
  const { status, type, body, headers } = answer
  const head: (string | number)[] = [...CORS_HEADER, 'content-type', type]
  const length = lengthOf(answer)
  if (length !== undefined) head.push('content-length', length)
  if (headers) head.push(...Object.entries(headers).flat())
  res.writeHead(status, head)
  // The answer to HEAD is over, and a stream of it may have no end.
  if (res.req.method === 'HEAD') res.end()
  else if (isStream(body)) await sendPieces(res, body)
  // A text of as many bytes as letters is ASCII: Node writes that faster where it need not look for more.
  else if (body.length === length) res.end(body, 'latin1')
  else res.end(body)
}

/** Ends a call without the rest of its answer: by a reset, for in HTTP 1.0 the mere end of a connection ends an answer well. */
export function cutOff(res: ServerResponse): void {
  res.socket?.resetAndDestroy()
}

/**
 * Ends as soon as the caller is gone. The head goes before the pieces, the first of which may be long in coming. They go
 * as bytes: a response counts these to say that it is full, but its socket the letters of a text, and so may never tell
 * that it has room again.
 */
async function sendPieces(res: ServerResponse, pieces: AsyncIterable<string | Buffer>): Promise<void> {
  res.flushHeaders()
  for await (const piece of pieces) {
    if (res.destroyed) return
    if (!res.write(typeof piece === 'string' ? Buffer.from(piece) : piece)) await takenOrGone(res)
  }
  res.end()
}

/** Resolves when the caller has taken what was written, or has gone away. */
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
