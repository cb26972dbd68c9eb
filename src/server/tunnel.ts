import { ServerResponse } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { fault } from '../game/kernel/fault.ts'
import { faultAnswer } from './answer.ts'
import { ALLOWED_METHODS } from './cors.ts'
import { sendAnswer } from './node-answer.ts'

/**
 * Answers CONNECT, a method that stands on no path: 405, and the connection ends. Node gives the bare connection, which
 * nobody else looks after any more. Behind a request that is still to be answered there is no place for an answer.
 */
export function refuseTunnel(req: IncomingMessage, connection: Duplex): void {
  const socket = connection as Socket
  socket.on('error', () => socket.destroy())
  const res = new ServerResponse(req)
  try {
    res.assignSocket(socket)
  } catch {
    return void socket.destroy()
  }
  // What goes on coming in is thrown away, so that the answer is not lost in a reset.
  socket.resume()
  res.on('finish', () => socket.destroySoon())
  const refused = fault('method_not_allowed', { method: 'CONNECT', allow: ALLOWED_METHODS })
  void sendAnswer(res, faultAnswer(refused, { allow: ALLOWED_METHODS, connection: 'close' }))
}
