import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { bodyMethods, type Method } from '../game/kernel/route.ts'

/** The newest call on a connection, and the answer to the one before it where that had not gone out when it came. */
interface Newest {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly before: ServerResponse | undefined
}

const newest = new WeakMap<Duplex, Newest>()

/** Takes down a call, for `answersGone`. Answers go out in the order of the calls, so the last two are all to know. */
export function takeDown(req: IncomingMessage, res: ServerResponse): void {
  const before = newest.get(req.socket)?.res
  newest.set(req.socket, { req, res, before: before?.closed ? undefined : before })
}

/**
 * Resolves when all calls that came whole over a connection have had their answers, or it is gone; with whether there is
 * a place for one more: not where a call that did not come whole has been answered already, or does what it is for
 * without a look at its body.
 */
export async function answersGone(socket: Duplex): Promise<boolean> {
  const { req, res, before } = newest.get(socket) ?? {}
  if (!req || !res) return true
  const isUnderWay = res.headersSent || ignoresBody(req)
  const last = req.complete || isUnderWay ? res : before
  if (last && !last.closed) await new Promise((resolve) => last.once('close', resolve))
  return req.complete || !isUnderWay
}

/** Whether what comes as a body is nothing to the call: it has begun when its head was there. Spec 5.1. */
const ignoresBody = ({ method }: IncomingMessage): boolean => !bodyMethods.has(method as Method)

/** Whether the newest call on a connection has had its answer before it came whole: nobody waits for the rest of it. */
export function isAnsweredBefore(socket: Duplex): boolean {
  const { req, res } = newest.get(socket) ?? {}
  return req?.complete === false && res?.closed === true
}
