import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Longer than the pause between two bursts. */
export const KEEP_ALIVE_MS = 60_000

/** Has a bare server listen on a free port of this machine. */
export function listenOnFreePort(server: Server): Promise<number> {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}
