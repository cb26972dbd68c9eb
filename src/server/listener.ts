import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { fault } from '../game/kernel/fault.ts'
import { faultAnswer } from './answer.ts'
import type { Endpoint, MountedEndpoint } from './call.ts'
import { endpointIndex, type PathEndpoints } from './endpoint-index.ts'
import type { HostGate } from './host-gate.ts'
import { cutOff, sendAnswer } from './node-answer.ts'
import type { Target } from './node-call.ts'
import { nodeCall } from './node-call.ts'
import type { PathIndex } from './path-index.ts'
import { takeDown } from './under-way.ts'

/**
 * A path that only h3 reads rightly: with escapes other than of slashes, dot segments, or characters that belong in no
 * path. All others read the same here and there.
 */
const ODD_PATH = /[^\w\-./~!$&'()*+,;=:@%]|%(?!2f)|\/\./i

/**
 * What Node's server calls for a request. h3 serves every path. Most calls have a shorter way besides,
 * without the web's request and response objects, which cost more than a play does; and h3 itself is loaded
 * when a call first needs it. Bodies that are still on their way when `stopping` is aborted are not waited for.
 */
export function createListener(
  endpoints: readonly MountedEndpoint[],
  foreignHost: HostGate,
  wrap: (endpoint: Endpoint) => Endpoint,
  stopping: AbortSignal,
): RequestListener {
  const paths = endpointIndex(endpoints, wrap)
  let throughH3: Promise<RequestListener> | undefined

  /** Never rejects: what fails here is the telling of a failure, or the rest of an answer; the caller can but be cut off. */
  const respond = async (endpoint: Endpoint, req: IncomingMessage, res: ServerResponse, target: Target) => {
    try {
      await sendAnswer(res, await endpoint(nodeCall(req, res, target, stopping)))
    } catch {
      cutOff(res)
    }
  }
  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    const { method = '', url = '' } = req
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const search = mark < 0 ? '' : url.slice(mark + 1)
    const host = foreignHost(req)
    if (host !== undefined) {
      const refused = wrap(() => faultAnswer(fault('forbidden_host', { host })))
      return void respond(refused, req, res, { path, search, params: {} })
    }
    const match = ODD_PATH.test(path) ? undefined : paths.find(path)
    const endpoint = match?.value.get(method)
    if (match && endpoint) return void respond(endpoint, req, res, { path, search, params: match.params })
    throughH3 ??= loadH3(paths, wrap, stopping)
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

async function loadH3(
  paths: PathIndex<PathEndpoints>,
  wrap: (endpoint: Endpoint) => Endpoint,
  stopping: AbortSignal,
): Promise<RequestListener> {
  const { createApp } = await import('./app.ts')
  const { toNodeHandler } = await import('h3')
  return toNodeHandler(createApp(paths, wrap, stopping))
}
