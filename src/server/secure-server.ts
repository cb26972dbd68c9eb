import type { RequestListener, ServerOptions } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { Socket } from 'node:net'
import { fault } from '../game/kernel/fault.ts'
import type { Identity } from '../secure/identity.ts'
import { refuseConnection } from './client-error.ts'

/** How long a caller can take to send its first byte, and then to complete the TLS handshake. */
const HANDSHAKE_MS = 10_000

/** The first byte of a TLS handshake. No plain HTTP request begins with it. */
const TLS_HANDSHAKE = 0x16

/** Creates a server for https. Callers of plain HTTP get an error. Silent connections end when `stopping` aborts. */
export function createSecureServer(
  options: ServerOptions,
  identity: Identity,
  listener: RequestListener,
  stopping: AbortSignal,
): Server {
  // As on Node's plain server, a caller that has sent everything can end its side, and is still answered.
  const halfOpen = { allowHalfOpen: true }
  const server = createServer({ ...options, ...halfOpen, ...identity, handshakeTimeout: HANDSHAKE_MS }, listener)
  const [acceptTls, ...others] = server.listeners('connection')
  if (acceptTls === undefined || others.length > 0) throw new Error('this Node meets connections in another way')
  server.removeAllListeners('connection')
  const silent = new Set<Socket>()
  stopping.addEventListener('abort', () => {
    for (const socket of silent) socket.destroy()
  })
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    onFirstByte(socket, (byte) => {
      silent.delete(socket)
      if (byte === TLS_HANDSHAKE) acceptTls.call(server, socket)
      else if (byte !== undefined) refusePlain(socket)
    })
  })
  return server
}

const onlyHttps = fault('invalid_request', {
  message: 'This address serves HTTPS only: use https:// instead of http://',
})

function refusePlain(socket: Socket): void {
  refuseConnection(socket, onlyHttps)
  // Incoming data is discarded, so that the answer is not lost in a reset.
  socket.resume()
}

/** Reads the first byte, and leaves it in the stream. It is undefined if the connection ends without one. */
function onFirstByte(socket: Socket, onByte: (byte: number | undefined) => void): void {
  const close = (): void => void socket.destroy()
  const read = (): void => {
    const first = socket.read(1) as Buffer | null
    // No data has arrived yet, or none will.
    if (first === null) return
    socket.off('readable', read).off('timeout', close).off('end', close).off('close', onClose)
    socket.setTimeout(0)
    socket.unshift(first)
    onByte(first[0])
  }
  const onClose = (): void => onByte(undefined)
  socket.setTimeout(HANDSHAKE_MS)
  socket.on('readable', read).on('timeout', close).on('end', close).on('error', close).on('close', onClose)
}
