import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { fault } from '../../game/kernel/fault.ts'
import { faultAnswer } from '../answer.ts'
import { answerBare } from '../bare-answer.ts'
import type { Endpoint } from '../call.ts'
import type { HostGate } from '../host-gate.ts'
import { nodeCall, splitAddress } from '../node-call.ts'
import { answersGone } from '../newest-call.ts'
import type { Streams } from './streams.ts'

/** What a server calls for those who want a WebSocket; `wrap` is for what goes for every endpoint. */
export function upgradeListener(
  streams: Streams,
  foreignHost: HostGate,
  wrap: (endpoint: Endpoint) => Endpoint,
  stopping: AbortSignal,
): (req: IncomingMessage, connection: Duplex, head: Buffer) => void {
  const upgrade = async (req: IncomingMessage, socket: Socket, head: Buffer): Promise<void> => {
    if (!(await answersGone(socket)) || socket.destroyed) return void socket.destroy()
    const target = { ...splitAddress(req.url ?? ''), params: {} }
    const call = nodeCall(req, new ServerResponse(req), target, stopping)
    const host = foreignHost(req)
    const endpoint = wrap(() =>
      host === undefined ? streams.upgrade(call, req, socket, head) : faultAnswer(fault('forbidden_host', { host })),
    )
    const answer = await endpoint(call)
    if (!answer.sent) answerBare(req, socket, answer)
  }
  return (req, connection, head) => {
    // Nobody else looks after it any more.
    connection.on('error', () => connection.destroy())
    void upgrade(req, connection as Socket, head)
  }
}
