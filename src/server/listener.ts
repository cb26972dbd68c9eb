import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { fault } from '../game/kernel/fault.ts'
import { faultAnswer } from './answer.ts'
import type { Endpoint } from './call.ts'
import type { Handler } from './handler.ts'
import type { Target } from './node-call.ts'
import { answerCall, splitAddress } from './node-call.ts'
import { isOdd } from './odd-path.ts'
import { takeDown } from './newest-call.ts'

/**
 * What Node's server calls for a request. h3 serves every path. Most calls have a shorter way besides,
 * without the web's request and response objects, which cost more than a play does; and h3 itself is loaded
 * when a call first needs it. Bodies that are still on their way when `stopping` is aborted are not waited for.
 */
export function createListener(handler: Handler): RequestListener {
  const { paths, foreignHost, wrap, stopping } = handler
  let throughH3: Promise<RequestListener> | undefined

  const respond = (endpoint: Endpoint, req: IncomingMessage, res: ServerResponse, target: Target): Promise<void> =>
    answerCall(endpoint, req, res, target, stopping)
  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    const { method = '', url = '' } = req
    const { path, search } = splitAddress(url)
    const host = foreignHost(req)
    if (host !== undefined) {
      const refused = wrap(() => faultAnswer(fault('forbidden_host', { host })))
      return void respond(refused, req, res, { path, search, params: {} })
    }
    const match = isOdd(path) ? undefined : paths.find(path)
    const endpoint = match?.value.get(method)
    if (match && endpoint) return void respond(endpoint, req, res, { path, search, params: match.params })
    throughH3 ??= loadH3(handler)
    throughH3
      .then((listener) => listener(req, res))
      .catch((error: unknown) => {
        const failed = wrap(() => Promise.reject(error))
        return respond(failed, req, res, { path, search, params: {} })
      })
  }
  // A request sent behind another one on its connection gets the socket when that is answered: then it is its turn.
  return (req, res) => {
    takeDown(req, res)
    // Nobody here speaks another protocol, so the call is one like any other; Node may lose what follows it, though.
    if (req.headers.upgrade !== undefined) res.shouldKeepAlive = false
    if (res.socket) serve(req, res)
    else res.once('socket', () => serve(req, res))
  }
}

async function loadH3(handler: Handler): Promise<RequestListener> {
  const { createApp, overNode } = await import('./app.ts')
  const { toNodeHandler } = await import('h3')
  return toNodeHandler(createApp(handler, overNode(handler.stopping)))
}
