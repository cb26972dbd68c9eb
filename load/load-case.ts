import type { Ledger } from './ledger.ts'
import type { Service } from './service.ts'

/** What a case is run with. */
export interface Stage {
  /** The service as it runs now; a case that ends it starts it again on the same data. */
  service: Service
  readonly ledger: Ledger
  /** Connections that a case may open at a time: as many as were asked for, or as the limit of open files leaves. */
  readonly connections: number
  /** How much is played while a case puts its load on the service. */
  readonly plays: number
  /** How long a stop may take, in ms. */
  readonly stopMs: number
  /** Starts the service again, on the data that it left. */
  readonly startAgain: () => Promise<Service>
}

/** One thing that a case looked at: what ought to be so, what was seen, and whether that is it. */
export interface Check {
  readonly what: string
  readonly seen: string
  readonly holds: boolean
}

/** One kind of load. */
export interface LoadCase {
  readonly name: string
  readonly title: string
  readonly run: (stage: Stage) => Promise<readonly Check[]>
}

/** That as many as expected were counted. */
export function counted(what: string, seen: number, expected: number): Check {
  return { what, seen: `${seen} of ${expected}`, holds: seen === expected }
}

/** What a connection may take by itself: Node's own share is about a tenth of it. */
export const CONNECTION_BYTES = 32 * 1024

/** What memory may grow by whatever the load: garbage of plays that is not collected yet. */
const BESIDE_BYTES = 64 * 2 ** 20

/** That memory grew by no more than what is held, in bytes, and a fixed part beside it. */
export function grewAtMost(what: string, bytes: number, heldBytes: number): Check {
  const mostBytes = heldBytes + BESIDE_BYTES
  const mebibytes = (amount: number): string => `${(amount / 2 ** 20).toFixed(1)} MiB`
  return {
    what: `${what} takes at most ${mebibytes(mostBytes)}`,
    seen: mebibytes(bytes),
    holds: bytes <= mostBytes,
  }
}
