import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { fault, type Fault } from '../../game/kernel/fault.ts'
import { STREAM_PATHS } from '../../interface/addresses.ts'
import { faultAnswer, type Answer } from '../answer.ts'
import type { Call, MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { splitAddress } from '../node-call.ts'
import { once } from '../once.ts'
import { PathIndex } from '../path-index.ts'
import type { Fields } from '../query.ts'
import { admit } from './admission.ts'
import type { Engine } from './engine.ts'
import type { HeldStreams, OpenStreams, StreamSlots } from './open-streams.ts'
import type { Admit } from './session.ts'

const streamPaths = new PathIndex<true>()
for (const path of STREAM_PATHS) streamPaths.at(path, () => true)

/** Returns whether a request asks for a WebSocket for a stream. Every other request for an upgrade is a normal call. */
export function isStreamUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  const { path } = splitAddress(url)
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && streamPaths.find(path) !== undefined
}

type StreamsContext = Pick<ServerContext, 'auth' | 'faultFor' | 'game' | 'stopping'> & HeldStreams

/** The streams of a server over Engine.IO. */
export class Streams {
  readonly #open: OpenStreams
  readonly #slots: StreamSlots
  readonly #stopping: AbortSignal
  readonly #admit: Admit
  readonly #loaded = once(() => this.#load())

  constructor(context: StreamsContext) {
    const { open, slots, stopping, faultFor } = context
    this.#open = open
    this.#slots = slots
    this.#stopping = stopping
    this.#admit = async (answer) => {
      try {
        return await admit(context, answer)
      } catch (error) {
        return faultFor(error, { method: 'GET', path: STREAM_PATHS[0] })
      }
    }
  }

  /** The endpoints for polling. */
  endpoints(): readonly MountedEndpoint[] {
    const endpoint = (call: Call): Promise<Answer> => this.#poll(call)
    return STREAM_PATHS.flatMap((path) => [
      { method: 'GET', path, endpoint },
      { method: 'POST', path, endpoint },
    ])
  }

  /** Hands the bare connection of a request to the engine. A stopping server closes it. */
  async upgrade(call: Call, req: IncomingMessage, socket: Socket, head: Buffer): Promise<Answer> {
    const engine = await this.#loaded()
    const full = this.#fullFor(call.query)
    if (full) return faultAnswer(full)
    socket.once('close', this.#open.add({ end: () => socket.destroySoon(), cut: () => socket.destroy() }))
    engine.upgrade(req, socket, head, call.query)
    return socket.writable ? upgraded : closed
  }

  async #poll(call: Call): Promise<Answer> {
    const { query } = call
    if (call.method === 'HEAD' || query['transport'] !== 'polling') return faultAnswer(notPolling)
    const engine = await this.#loaded()
    const full = this.#fullFor(query)
    if (full) return faultAnswer(full)
    if (this.#stopping.aborted) {
      call.cutOff()
      return closed
    }
    return call.handOver((req, res) => engine.poll(req, res, query))
  }

  /** Returns a fault if there is no slot for the stream that a request would open. A request of an open stream needs none. */
  #fullFor({ sid }: Fields): Fault | undefined {
    return sid === undefined ? this.#slots.fullForUnauthenticated() : undefined
  }

  async #load(): Promise<Engine> {
    const { createEngine } = await import('./engine.ts')
    const engine = createEngine(this.#admit, this.#slots)
    this.#open.add({ end: engine.close, cut: engine.close })
    return engine
  }
}

const notPolling = fault('invalid_request', {
  message: "This stream uses Engine.IO: add 'transport=polling' to the query, or upgrade to a WebSocket",
})

const upgraded: Answer = { status: 101, type: '', body: '', sent: true }

/** The answer for a connection that is closed without one. */
const closed: Answer = { status: 400, type: '', body: '', sent: true }
