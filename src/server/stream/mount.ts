import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Endpoint, MountedEndpoint } from '../call.ts'
import type { DefectLogger } from '../defect.ts'
import type { HostGate } from '../host-gate.ts'
import type { StreamContext } from './admission.ts'
import { eventsEndpoint } from './events-endpoint.ts'
import { OpenStreams } from './open-streams.ts'
import { StreamSlots } from './stream-slots.ts'
import { Streams } from './streams.ts'
import type { Socket } from 'node:net'
import { fault } from '../../game/kernel/fault.ts'
import { faultAnswer } from '../answer.ts'
import { answerBare } from '../bare-answer.ts'
import { nodeCall, splitAddress } from '../node-call.ts'
import { answersGone } from '../newest-call.ts'

/** What streams need of their server. */
export interface StreamMount extends StreamContext {
  /** Spec 6.3 `--no-auth`. */
  readonly noAuth: boolean | undefined
  readonly faultFor: DefectLogger
  /** Aborted when the server stops, which ends all streams. */
  readonly stopping: AbortSignal
}

/** What makes a server offer streams. */
export interface MountedStreams {
  readonly endpoints: readonly MountedEndpoint[]
  /** For the server's `upgrade`; `wrap` is for what goes for every endpoint. */
  readonly upgrade: (
    foreignHost: HostGate,
    wrap: (endpoint: Endpoint) => Endpoint,
  ) => (req: IncomingMessage, connection: Duplex, head: Buffer) => void
}

/** The streams of notifications of a server: over Engine.IO, and as Server-Sent Events. Spec 5.4. */
export function mountStreams({ noAuth, faultFor, stopping, ...context }: StreamMount): MountedStreams {
  const open = new OpenStreams(stopping)
  const places = new StreamSlots()
  const streams = new Streams({ ...context, open, places, stopping, faultFor })
  return {
    endpoints: [...streams.endpoints(), eventsEndpoint({ ...context, open, places, noAuth })],
    upgrade: (foreignHost, wrap) => upgradeListener(streams, foreignHost, wrap, stopping),
  }
}

/** What a server calls for those who want a WebSocket; `wrap` is for what goes for every endpoint. */
function upgradeListener(
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
