import type { IncomingMessage, ServerResponse } from 'node:http'
import { fault } from '../game/kernel/fault.ts'
import { CORS_HEADER, faultAnswer } from './answer.ts'

/**
 * Answers who expects something else than to be told to go on, before it has sent its body: Node's own answer would have
 * neither a body nor the header that lets pages read it. The connection ends, for what follows may be that body.
 */
export function refuseExpectation(req: IncomingMessage, res: ServerResponse): void {
  const message = `The expectation '${req.headers.expect}' cannot be met; only 100-continue can`
  const { status, type, body } = faultAnswer(fault('invalid_request', { message }))
  const head = ['content-type', type, 'content-length', Buffer.byteLength(body), 'connection', 'close']
  res.writeHead(status, [...CORS_HEADER, ...head])
  res.end(body)
}
