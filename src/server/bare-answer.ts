import { ServerResponse } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer } from './answer.ts'
import { sendAnswer } from './node-answer.ts'

/**
 * Answers a call whose bare connection Node has given away, and ends the connection. Where a call before it is still to be
 * answered there is no place for an answer: the connection is cut off.
 */
export function answerBare(req: IncomingMessage, socket: Socket, answer: Answer): void {
  const res = new ServerResponse(req)
  try {
    res.assignSocket(socket)
  } catch {
    return void socket.destroy()
  }
  // What goes on coming in is thrown away, so that the answer is not lost in a reset.
  socket.resume()
  res.on('finish', () => socket.destroySoon())
  void sendAnswer(res, { ...answer, headers: { ...answer.headers, connection: 'close' } })
}
