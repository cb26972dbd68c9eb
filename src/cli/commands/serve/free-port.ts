import { createServer } from 'node:net'
import { MAX_PORT } from '../../../interface/addresses.ts'

/** How many ports are tried. */
const ATTEMPTS = 50

/** The first port after one that nobody uses; undefined where there is none near. */
export async function freePortAfter(host: string, port: number): Promise<number | undefined> {
  for (let next = port + 1; next <= Math.min(port + ATTEMPTS, MAX_PORT); next += 1) {
    if (await isFree(host, next)) return next
  }
  return undefined
}

/** Whether nobody listens on a port, and this account may. */
export function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
