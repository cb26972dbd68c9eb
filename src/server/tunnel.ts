import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { fault } from '../game/kernel/fault.ts'
import { faultAnswer } from './answer.ts'
import { answerBare } from './bare-answer.ts'
import { ALLOWED_METHODS } from './cors.ts'

/**
 * Answers CONNECT, a method that stands on no path: 405, and the connection ends. Node gives the bare connection, which
 * nobody else looks after any more. Behind a request that is still to be answered there is no place for an answer.
 */
export function refuseTunnel(req: IncomingMessage, connection: Duplex): void {
  const refused = fault('method_not_allowed', { method: 'CONNECT', allow: ALLOWED_METHODS })
  connection.on('error', () => connection.destroy())
  answerBare(req, connection as Socket, faultAnswer(refused, { allow: ALLOWED_METHODS }))
}
