import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Server, type Socket } from 'engine.io'
import { isFault } from '../../game/kernel/fault.ts'
import { CORS_HEADER } from '../answer.ts'
import type { Fields } from '../query.ts'
import { StreamSession, type Admit, type Line } from './session.ts'
import type { StreamSlots } from './stream-slots.ts'

/** The longest message of a client, and the largest body of a poll, in bytes: an answer to the challenge is far shorter. */
const MAX_MESSAGE_BYTES = 4096

/** Speaks Engine.IO with the clients of streams. Loaded with the first of them. */
export interface Engine {
  /** Answers a poll. */
  readonly poll: (req: IncomingMessage, res: ServerResponse, fields: Fields) => void
  /** Answers who wants to have a WebSocket, over the bare connection. */
  readonly upgrade: (req: IncomingMessage, socket: Duplex, head: Buffer, fields: Fields) => void
  /** Closes all streams. */
  readonly close: () => void
}

/** Engine.IO in the protocols 3 and 4, by WebSocket and by polling, with a place for each stream. Spec 5.4. */
export function createEngine(admit: Admit, places: StreamSlots): Engine {
  const engine = new Server({
    allowEIO3: true,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    httpCompression: false,
  })
  const sockets = new Map<string, Socket>()
  engine.on('connection', (socket: Socket) => {
    const { sid } = socket.transport
    // Its request would stay in memory as long as the stream does.
    Object.assign(socket, { request: undefined })
    sockets.set(sid, socket)
    places.takeAsStranger(socket)
    const session = new StreamSession(lineOf(socket), async (answer) => {
      const found = await admit(answer)
      if (!isFault(found)) places.admitted(socket)
      return found
    })
    socket.on('message', (message: unknown) => session.receive(message))
    socket.on('close', () => {
      sockets.delete(sid)
      closeAtOnce(socket.transport)
      places.leave(socket)
      session.end()
    })
  })
  return {
    poll: (req, res, fields) => {
      res.setHeader(...CORS_HEADER)
      res.once('finish', () => {
        // The engine would only refuse what was too large, and go on.
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
 * Ends a polling transport that is already closing. The engine waits 30 s for one more poll then, by a timer that keeps the
 * process alive, and closing it again does nothing. It does so even if its session has ended and answers no poll any more.
 */
function closeAtOnce(transport: object): void {
  const { shouldClose } = transport as { readonly shouldClose?: (() => void) | null }
  shouldClose?.()
}

/** The engine would read the address again, by rules of its own. */
const withQuery = (req: IncomingMessage, fields: Fields): IncomingMessage => Object.assign(req, { _query: fields })

function lineOf(socket: Socket): Line {
  return {
    send: (message, taken) => void socket.send(message, undefined, taken),
    finish: () => socket.close(),
    cut: () => {
      // A WebSocket would wait for the other side to close too, which who reads nothing does not.
      const { socket: webSocket } = socket.transport as { readonly socket?: { readonly terminate: () => void } }
      socket.close(true)
      webSocket?.terminate()
    },
  }
}
