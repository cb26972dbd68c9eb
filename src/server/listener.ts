import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { toNodeHandler } from 'h3'
import { fault } from '../game/kernel/fault.ts'
import { CORS_HEADER, faultAnswer } from './answer.ts'
import { createApp } from './app.ts'
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
 * What Node's server calls for a request. Everything is mounted on h3; the rows of the API have a shorter way to the
 * same endpoint besides, which leaves out the web's request and response objects: they cost more than a play does.
 */
export function createListener(
  endpoints: { readonly rows: readonly MountedEndpoint[]; readonly others: readonly MountedEndpoint[] },
  gate: HostGate,
  wrap: (endpoint: Endpoint) => Endpoint,
): RequestListener {
  const throughH3 = toNodeHandler(createApp([...endpoints.rows, ...endpoints.others], wrap))
  const shortWay = new PathIndex<Endpoint>()
  for (const { method, path, endpoint } of endpoints.rows) shortWay.add(method, path, wrap(endpoint))

  return (req, res) => {
    const { method = '', url = '' } = req
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const search = mark < 0 ? '' : url.slice(mark + 1)
    const host = gate(req)
    if (host !== undefined) {
      const refused = wrap(() => faultAnswer(fault('forbidden_host', { host })))
      return void respond(refused, req, res, { path, search, params: {} })
    }
    const match = ODD_PATH.test(path) ? undefined : shortWay.find(method, path)
    if (match) return void respond(match.value, req, res, { path, search, params: match.params })
    return void throughH3(req, res)
  }
}

async function respond(endpoint: Endpoint, req: IncomingMessage, res: ServerResponse, target: Target): Promise<void> {
  const { status, type, body } = await endpoint(nodeCall(req, res, target))
  assert(typeof body === 'string', 'only endpoints behind h3 answer with streams')
  res.writeHead(status, [...CORS_HEADER, 'content-type', type, 'content-length', Buffer.byteLength(body)])
  res.end(body)
}
