import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { bodyMethods, type Method } from '../game/kernel/route.ts'

/** The newest call on a connection, and the answer to the call before it if that had not gone out when this one came. */
interface Newest {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly before: ServerResponse | undefined
}

const newest = new WeakMap<Duplex, Newest>()

/** Records a call, for `answersGone`. Answers go out in the order of the calls, so the last two are enough. */
export function recordCall(req: IncomingMessage, res: ServerResponse): void {
  const before = newest.get(req.socket)?.res
  if (before === res) return
  newest.set(req.socket, { req, res, before: before?.closed ? undefined : before })
}

/**
 * Resolves when all calls that arrived whole over a connection are answered, or when the connection is closed. The result
 * tells whether one more answer can be sent. It cannot if a call that did not arrive whole is already answered, or if it is
 * carried out without its body.
 */
export async function answersGone(socket: Duplex): Promise<boolean> {
  const { req, res, before } = newest.get(socket) ?? {}
  if (!req || !res) return true
  const isUnderWay = res.headersSent || ignoresBody(req)
  const last = req.complete || isUnderWay ? res : before
  if (last && !last.closed) await new Promise((resolve) => last.once('close', resolve))
  return req.complete || !isUnderWay
}

/** Whether a call ignores its body, so that it began with its head. Spec 5.1. */
const ignoresBody = ({ method }: IncomingMessage): boolean => !bodyMethods.has(method as Method)

/** Calls `then` when the newest call on a connection has been answered, if it is still to be. */
export function onceAnswered(socket: Duplex, then: () => void): void {
  const { res } = newest.get(socket) ?? {}
  if (res?.closed === false) res.once('close', then)
}

/** Returns whether the newest call on a connection was answered before it arrived whole. Nobody waits for the rest of it. */
export function isAnsweredBefore(socket: Duplex): boolean {
  const { req, res } = newest.get(socket) ?? {}
  return req?.complete === false && res?.closed === true
}
