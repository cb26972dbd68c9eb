import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { fault } from '../game/kernel/fault.ts'
import { faultAnswer } from './answer.ts'
import type { Handler } from './handler.ts'
import { recordCall } from './newest-call.ts'
import { answerCall, splitAddress } from './node-call.ts'
import { isOdd } from './path-index.ts'

/**
 * Creates the request listener of Node's server. `otherwise` gets the calls that no endpoint answers; without it, they are
 * refused. h3 can serve every path, but its request and response objects cost more
 * than a play, so most calls take a shorter way. h3 is loaded when a call first needs it. Bodies that still arrive when the server stops are not waited for.
 */
export function createListener(handler: Handler, otherwise?: RequestListener): RequestListener {
  const { paths, foreignHost, wrap, bodiesUntil } = handler
  let throughH3: Promise<RequestListener> | undefined

  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    const { method = '', url = '' } = req
    const { path, search } = splitAddress(url)
    const host = foreignHost(req)
    if (host !== undefined) {
      const refused = wrap(() => faultAnswer(fault('forbidden_host', { host })))
      return void answerCall(refused, req, res, { path, search, params: {} }, bodiesUntil)
    }
    const match = isOdd(path) ? undefined : paths.find(path)
    const endpoint = match?.value.get(method)
    if (match && endpoint)
      return void answerCall(endpoint, req, res, { path, search, params: match.params }, bodiesUntil)
    if (otherwise) return otherwise(req, res)
    throughH3 ??= loadH3(handler)
    throughH3
      .then((listener) => listener(req, res))
      .catch((error: unknown) => {
        const failed = wrap(() => Promise.reject(error))
        return answerCall(failed, req, res, { path, search, params: {} }, bodiesUntil)
      })
  }
  // A pipelined request gets the socket when the request before it is answered. Then it is its turn.
  return (req, res) => {
    recordCall(req, res)
    // The server supports no other protocol, so this call is a normal one. Node may lose what follows it, though.
    if (req.headers.upgrade !== undefined) res.shouldKeepAlive = false
    if (res.socket) serve(req, res)
    else res.once('socket', () => serve(req, res))
  }
}

async function loadH3(handler: Handler): Promise<RequestListener> {
  const { createApp, overNode } = await import('./app.ts')
  const { toNodeHandler } = await import('h3')
  return toNodeHandler(createApp(handler, overNode(handler.bodiesUntil)))
}
