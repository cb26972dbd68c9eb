import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { fault, type Fault } from '../../game/kernel/fault.ts'
import { STREAM_PATHS } from '../../interface/addresses.ts'
import { faultAnswer, type Answer } from '../answer.ts'
import type { Call, MountedEndpoint } from '../call.ts'
import type { DefectLogger } from '../defect.ts'
import { once } from '../once.ts'
import { splitAddress } from '../node-call.ts'
import { PathIndex } from '../path-index.ts'
import { parseFields, type Fields } from '../query.ts'
import { admit, type StreamContext } from './admission.ts'
import type { Engine } from './engine.ts'
import type { OpenStreams } from './open-streams.ts'
import type { Admit } from './session.ts'
import type { StreamSlots } from './stream-slots.ts'

const streamPaths = new PathIndex<true>()
for (const path of STREAM_PATHS) streamPaths.at(path, () => true)

/** Whether a request wants a WebSocket for a stream: all others that would speak another protocol are calls like any. */
export function isStreamUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  const { path } = splitAddress(url)
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && streamPaths.find(path) !== undefined
}

/** What streams over Engine.IO are opened from, and what they are held by. */
export interface StreamsContext extends StreamContext {
  readonly open: OpenStreams
  readonly places: StreamSlots
  readonly stopping: AbortSignal
  readonly faultFor: DefectLogger
}

/** The streams of a server over Engine.IO. */
export class Streams {
  readonly #open: OpenStreams
  readonly #places: StreamSlots
  readonly #stopping: AbortSignal
  readonly #admit: Admit
  readonly #loaded = once(() => this.#load())

  constructor({ open, places, stopping, faultFor, ...context }: StreamsContext) {
    this.#open = open
    this.#places = places
    this.#stopping = stopping
    this.#admit = async (answer) => {
      try {
        return await admit(context, answer)
      } catch (error) {
        return faultFor(error, { method: 'GET', path: STREAM_PATHS[0] })
      }
    }
  }

  /** What answers those who poll. */
  endpoints(): readonly MountedEndpoint[] {
    const endpoint = (call: Call): Promise<Answer> => this.#poll(call)
    return STREAM_PATHS.flatMap((path) => [
      { method: 'GET', path, endpoint },
      { method: 'POST', path, endpoint },
    ])
  }

  /** Gives the bare connection of a request to the engine; a server that stops closes it. */
  async upgrade(call: Call, req: IncomingMessage, socket: Socket, head: Buffer): Promise<Answer> {
    const engine = await this.#loaded()
    const fields = parseFields(call.search)
    const full = this.#fullFor(fields)
    if (full) return faultAnswer(full)
    socket.once('close', this.#open.add({ end: () => socket.destroySoon(), cut: () => socket.destroy() }))
    engine.upgrade(req, socket, head, fields)
    return socket.writable ? upgraded : closed
  }

  async #poll(call: Call): Promise<Answer> {
    const fields = parseFields(call.search)
    if (call.method === 'HEAD' || fields['transport'] !== 'polling') return faultAnswer(notPolling)
    const engine = await this.#loaded()
    const full = this.#fullFor(fields)
    if (full) return faultAnswer(full)
    if (this.#stopping.aborted) {
      call.cutOff()
      return closed
    }
    return call.handOver((req, res) => engine.poll(req, res, fields))
  }

  /** Why a stream that a request would open has no place; undefined for a request of one that is open. */
  #fullFor({ sid }: Fields): Fault | undefined {
    return sid === undefined ? this.#places.fullForStrangers() : undefined
  }

  async #load(): Promise<Engine> {
    const { createEngine } = await import('./engine.ts')
    const engine = createEngine(this.#admit, this.#places)
    this.#open.add({ end: engine.close, cut: engine.close })
    return engine
  }
}

const notPolling = fault('invalid_request', {
  message: "This stream uses Engine.IO: add 'transport=polling' to the query, or upgrade to a WebSocket",
})

const upgraded: Answer = { status: 101, type: '', body: '', sent: true }

/** Of a connection that is closed without an answer. */
const closed: Answer = { status: 400, type: '', body: '', sent: true }
