import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { fault } from '../game/kernel/fault.ts'
import { CORS_HEADER, faultAnswer } from './answer.ts'
import type { Endpoint, MountedEndpoint } from './call.ts'
import type { HostGate } from './host-gate.ts'
import type { Target } from './node-call.ts'
import { nodeCall } from './node-call.ts'
import { PathIndex } from './path-index.ts'

/**
 * A path that only h3 reads rightly: with escapes, dot segments, or characters that belong in no path. All others
 * read the same here and there.
 */
const ODD_PATH = /[^\w\-./~!$&'()*+,;=:@]|\/\./

/**
 * What Node's server calls for a request. h3 serves every path. Endpoints that answer with one text have a shorter way
 * besides, without the web's request and response objects, which cost more than a play does; and h3 itself is loaded
 * when a call first needs it.
 */
export function createListener(
  endpoints: readonly MountedEndpoint[],
  foreignHost: HostGate,
  wrap: (endpoint: Endpoint) => Endpoint,
): RequestListener {
  const shortWays = shortWaysTo(endpoints, wrap)
  let throughH3: Promise<RequestListener> | undefined

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
    const match = ODD_PATH.test(path) ? undefined : shortWays.get(method)?.find(path)
    if (match) return void respond(match.value, req, res, { path, search, params: match.params })
    throughH3 ??= loadH3(endpoints, wrap)
    throughH3
      .then((listener) => listener(req, res))
      .catch((error: unknown) => {
        const failed = wrap(() => Promise.reject(error))
        return respond(failed, req, res, { path, search, params: {} })
      })
  }
  // A request sent behind another one on its connection gets the socket when that is answered: then it is its turn.
  return (req, res) => void (res.socket ? serve(req, res) : res.once('socket', () => serve(req, res)))
}

function shortWaysTo(endpoints: readonly MountedEndpoint[], wrap: (endpoint: Endpoint) => Endpoint) {
  const shortWays = new Map<string, PathIndex<Endpoint>>()
  for (const { method, path, endpoint, streams } of endpoints) {
    if (streams) continue
    const paths = shortWays.get(method) ?? new PathIndex()
    shortWays.set(method, paths)
    paths.add(path, wrap(endpoint))
  }
  return shortWays
}

async function loadH3(
  endpoints: readonly MountedEndpoint[],
  wrap: (endpoint: Endpoint) => Endpoint,
): Promise<RequestListener> {
  const { createApp } = await import('./app.ts')
  const { toNodeHandler } = await import('h3')
  return toNodeHandler(createApp(endpoints, wrap))
}

/** Never rejects: what fails here is the telling of a failure, and nothing is left but to cut the caller off. */
async function respond(endpoint: Endpoint, req: IncomingMessage, res: ServerResponse, target: Target): Promise<void> {
  try {
    const { status, type, body, headers } = await endpoint(nodeCall(req, res, target))
    assert(typeof body === 'string', 'an endpoint that streams has no short way')
    const head = [...CORS_HEADER, 'content-type', type, 'content-length', Buffer.byteLength(body)]
    if (headers) head.push(...Object.entries(headers).flat())
    res.writeHead(status, head)
    res.end(body)
  } catch {
    res.destroy()
  }
}
