import type { IncomingMessage } from 'node:http'
import { turns, type Turns } from '../async/turns.ts'
import { MAX_BODY_BYTES, type ReadBytes } from './body-text.ts'

/** A body of which its head says that it is no longer is read at once. */
const SHORT_BYTES = 64 * 1024

/** So many longer ones of a server are read at a time; the others wait unread at their senders. */
const MAX_LONG = 64

/** The turns of each server, by the signal of its stop. */
const turnsOf = new WeakMap<AbortSignal, Turns>()

/** Reads a body, in its turn where it may be long: many that never come whole are not to fill the memory together. */
export function inTurnIfLong(read: ReadBytes, req: IncomingMessage, stopping: AbortSignal): ReadBytes {
  return mayBeLong(req) ? (limits) => inTurn(stopping)(() => read(limits)) : read
}

/** One that is announced too large is refused before any of it is read, so it needs no turn. */
function mayBeLong({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (encoding !== undefined) return true
  return length !== undefined && Number(length) > SHORT_BYTES && Number(length) <= MAX_BODY_BYTES
}

function inTurn(stopping: AbortSignal): Turns {
  const known = turnsOf.get(stopping) ?? turns(MAX_LONG)
  turnsOf.set(stopping, known)
  return known
}
