import type { IncomingMessage, ServerResponse } from 'node:http'
import { fault } from '../game/kernel/fault.ts'
import { faultAnswer } from './answer.ts'
import { sendAnswer } from './node-answer.ts'

/**
 * Answers who expects something else than to be told to go on, before it has sent its body: Node's own answer would have
 * neither a body nor the header that lets pages read it. The connection ends, for what follows may be that body.
 */
export function refuseExpectation(req: IncomingMessage, res: ServerResponse): void {
  const message = `The expectation '${req.headers.expect}' cannot be met; gamify supports 100-continue only`
  void sendAnswer(res, faultAnswer(fault('invalid_request', { message }), { connection: 'close' }))
}
