import assert from 'node:assert/strict'
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { ReadableStream } from 'node:stream/web'
import { H3, HTTPResponse } from 'h3'
import type { H3Event } from 'h3'
import { fault } from '../game/kernel/fault.ts'
import type { Answer } from './answer.ts'
import { CORS_HEADER, faultAnswer, isStream, lengthOf } from './answer.ts'
import type { Call, Endpoint } from './call.ts'
import { preflightAnswer } from './cors.ts'
import type { PathEndpoints } from './endpoint-index.ts'
import type { Handler } from './handler.ts'
import { nodeCall, type Target } from './node-call.ts'

/** Has an endpoint answer what h3 was asked. */
export type Respond = (event: H3Event, endpoint: Endpoint, params: Call['params']) => Promise<HTTPResponse | Response>

/** All paths behind h3, with an answer for the paths and methods that there are not. Spec 5.2. */
export function createApp({ paths, wrap }: Pick<Handler, 'paths' | 'wrap'>, respond: Respond): H3 {
  const app = new H3({ silent: true, allowMalformedURL: true })
  const noRoute = wrap(orPreflight(() => faultAnswer(fault('route_not_found'))))
  app.on('', '/**', (event) => {
    const match = paths.find(event.url.pathname)
    const endpoint = match ? (endpointFor(event.req.method, match.value) ?? wrap(otherMethod(match.value))) : noRoute
    return respond(event, endpoint, match?.params ?? {})
  })
  return app
}

/** Who asks with HEAD is answered as with GET. */
function endpointFor(method: string, methods: PathEndpoints): Endpoint | undefined {
  return methods.get(method === 'HEAD' ? 'GET' : method)
}

function otherMethod(methods: PathEndpoints): Endpoint {
  const allow = [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  return orPreflight(({ method }) => faultAnswer(fault('method_not_allowed', { method, allow }), { allow }))
}

const orPreflight =
  (endpoint: (call: Call) => Answer): Endpoint =>
  (call) =>
    call.method === 'OPTIONS' ? preflightAnswer(call) : endpoint(call)

/** For calls over a socket, from a server that speaks HTTP 1 only. */
export function overNode(stopping: AbortSignal): Respond {
  return async ({ url, runtime }, endpoint, params) => {
    const node = runtime?.node
    assert(node?.res, 'a call arrived without a socket')
    const target = targetOf(url, params)
    const call = nodeCall(node.req as IncomingMessage, node.res as ServerResponse, target, stopping)
    return toResponse(await endpoint(call))
  }
}

/** Where a call leads. */
export function targetOf({ pathname: path, search }: H3Event['url'], params: Call['params']): Target {
  return { path, search: search.slice(1), params }
}

function toResponse(answer: Answer): HTTPResponse {
  const { status, type, body, headers } = answer
  const length = lengthOf(answer)
  // Named here because the answer to HEAD has no body to tell it from.
  const ofLength = length === undefined ? {} : { 'content-length': String(length) }
  const init = {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: { [CORS_HEADER[0]]: CORS_HEADER[1], 'content-type': type, ...headers, ...ofLength },
  }
  if (isStream(body)) return new HTTPResponse(byteStream(body), init)
  return new HTTPResponse(length === undefined ? null : body, init)
}

/** Pieces as bytes, made when the caller is ready for them. The empty chunk before them lets the headers out at once. */
function byteStream(pieces: AsyncIterable<string | Buffer>): ReadableStream {
  return ReadableStream.from(
    (async function* () {
      yield new Uint8Array()
      for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
    })(),
  )
}
