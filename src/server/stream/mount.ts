import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { fault } from '../../game/kernel/fault.ts'
import { faultAnswer } from '../answer.ts'
import type { MountedEndpoint, Wrapper } from '../call.ts'
import type { ServerContext } from '../context.ts'
import type { HostGate } from '../gates.ts'
import { answersGone } from '../newest-call.ts'
import { answerBare } from '../node-answer.ts'
import { nodeCall, splitAddress } from '../node-call.ts'
import { eventsEndpoint } from './events-endpoint.ts'
import { OpenStreams, StreamSlots } from './open-streams.ts'
import { Streams } from './streams.ts'

/** The endpoints of streams, and the listener for WebSockets. */
export interface MountedStreams {
  readonly endpoints: readonly MountedEndpoint[]
  /** Creates the listener for the server's `upgrade` event. `wrap` adds what applies to every endpoint. */
  readonly upgrade: (
    foreignHost: HostGate,
    wrap: Wrapper,
  ) => (req: IncomingMessage, connection: Duplex, head: Buffer) => void
}

/** Creates the streams of notifications of a server: over Engine.IO, and as Server-Sent Events. Spec 5.4. */
export function mountStreams(context: ServerContext): MountedStreams {
  const { stopping } = context
  const held = { open: new OpenStreams(stopping), slots: new StreamSlots() }
  const streams = new Streams({ ...context, ...held })
  return {
    endpoints: [...streams.endpoints(), eventsEndpoint({ ...context, ...held })],
    upgrade: (foreignHost, wrap) => upgradeListener(streams, foreignHost, wrap, stopping),
  }
}

/** Creates the listener for requests of a WebSocket. */
function upgradeListener(
  streams: Streams,
  foreignHost: HostGate,
  wrap: Wrapper,
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
    // Node does not handle the errors of a connection that it hands over.
    connection.on('error', () => connection.destroy())
    void upgrade(req, connection as Socket, head)
  }
}
