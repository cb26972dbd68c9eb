import { Server, type Socket } from 'engine.io'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { isFault } from '../../game/kernel/fault.ts'
import { CORS_HEADER } from '../answer.ts'
import type { Fields } from '../query.ts'
import type { StreamSlots } from './open-streams.ts'
import { StreamSession, type Admit, type Line } from './session.ts'

/** The longest message of a client and the largest body of a poll, in bytes. An answer to the challenge is far shorter. */
const MAX_MESSAGE_BYTES = 4096

/** Handles Engine.IO with the clients of streams. It is loaded for the first client. */
export interface Engine {
  /** Answers a poll. */
  readonly poll: (req: IncomingMessage, res: ServerResponse, fields: Fields) => void
  /** Answers a request for a WebSocket, over the bare connection. */
  readonly upgrade: (req: IncomingMessage, socket: Duplex, head: Buffer, fields: Fields) => void
  /** Closes all streams. */
  readonly close: () => void
}

/** Creates an engine for the protocols 3 and 4, by WebSocket and by polling, with a slot for each stream. Spec 5.4. */
export function createEngine(admit: Admit, slots: StreamSlots): Engine {
  const engine = new Server({
    allowEIO3: true,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    httpCompression: false,
  })
  const sockets = new Map<string, Socket>()
  engine.on('connection', (socket: Socket) => {
    const { sid } = socket.transport
    // The request would stay in memory as long as the stream.
    Object.assign(socket, { request: undefined })
    sockets.set(sid, socket)
    slots.takeUnauthenticated(socket)
    const session = new StreamSession(lineOf(socket), async (answer) => {
      const found = await admit(answer)
      if (!isFault(found)) slots.authenticated(socket)
      return found
    })
    socket.on('message', (message: unknown) => session.receive(message))
    socket.on('close', () => {
      sockets.delete(sid)
      closeAtOnce(socket.transport)
      slots.leave(socket)
      session.end()
    })
  })
  return {
    poll: (req, res, fields) => {
      res.setHeader(...CORS_HEADER)
      res.once('finish', () => {
        // The engine would only refuse a body that is too large, and continue.
        if (res.statusCode === 413) sockets.get(fields['sid'] ?? '')?.close(true)
      })
      engine.handleRequest(withQuery(req, fields), res)
    },
    upgrade: (req, socket, head, fields) => engine.handleUpgrade(withQuery(req, fields), socket, head),
    close: () => {
      void engine.close()
      for (const { transport } of sockets.values()) closeAtOnce(transport)
    },
  }
}

/**
 * Ends a polling transport that is already closing. The engine waits 30 s for one more poll then, with a timer that keeps
 * the process alive, and closing it again does nothing. It waits even if its session has ended and answers no poll.
 */
function closeAtOnce(transport: object): void {
  const { shouldClose } = transport as { readonly shouldClose?: (() => void) | null }
  shouldClose?.()
}

/** Sets the parsed query, because the engine would parse the address by its own rules. */
const withQuery = (req: IncomingMessage, fields: Fields): IncomingMessage => Object.assign(req, { _query: fields })

function lineOf(socket: Socket): Line {
  return {
    send: (message, taken) => void socket.send(message, undefined, taken),
    finish: () => socket.close(),
    cut: () => {
      // A WebSocket would wait for the other side to close too, and a client that reads nothing does not.
      const { socket: webSocket } = socket.transport as { readonly socket?: { readonly terminate: () => void } }
      socket.close(true)
      webSocket?.terminate()
    },
  }
}
