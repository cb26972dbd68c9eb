import assert from 'node:assert/strict'
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { ReadableStream } from 'node:stream/web'
import { H3, HTTPResponse } from 'h3'
import type { H3Event } from 'h3'
import { fault } from '../game/kernel/fault.ts'
import type { Method } from '../game/kernel/route.ts'
import type { Answer } from './answer.ts'
import { CORS_HEADER, faultAnswer, hasLength, isStream } from './answer.ts'
import type { Call, Endpoint, MountedEndpoint } from './call.ts'
import { preflightAnswer } from './cors.ts'
import { nodeCall } from './node-call.ts'

/** All endpoints behind h3, with an answer for the paths and methods that there are not. Spec 5.2. */
export function createApp(endpoints: readonly MountedEndpoint[], wrap: (endpoint: Endpoint) => Endpoint): H3 {
  const app = new H3({ silent: true, allowMalformedURL: true })
  const mount = (method: Method | 'HEAD' | '', path: string, endpoint: Endpoint): void => {
    const wrapped = wrap(endpoint)
    app.on(method, path, async (event) => toResponse(await wrapped(callOf(event))))
  }
  for (const { method, path, endpoint } of endpoints) {
    mount(method, path, endpoint)
    if (method === 'GET') mount('HEAD', path, endpoint)
  }
  for (const [path, methods] of methodsByPath(endpoints)) mount('', path, otherMethod(methods))
  mount(
    '',
    '/**',
    orPreflight(() => faultAnswer(fault('route_not_found'))),
  )
  return app
}

function methodsByPath(endpoints: readonly MountedEndpoint[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>()
  for (const { method, path } of endpoints) {
    const known = methods.get(path) ?? []
    known.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
    methods.set(path, known)
  }
  return methods
}

function otherMethod(methods: readonly string[]): Endpoint {
  const allow = methods.join(', ')
  return orPreflight(({ method }) => faultAnswer(fault('method_not_allowed', { method, allow }), { allow }))
}

const orPreflight =
  (endpoint: (call: Call) => Answer): Endpoint =>
  (call) =>
    call.method === 'OPTIONS' ? preflightAnswer(call) : endpoint(call)

/** Every call comes over a socket, from a server that speaks HTTP 1 only. */
function callOf({ url: { pathname: path, search }, context, runtime }: H3Event): Call {
  const node = runtime?.node
  assert(node?.res, 'a call has come without a socket')
  return nodeCall(node.req as IncomingMessage, node.res as ServerResponse, {
    path,
    search: search.slice(1),
    params: context.params ?? {},
  })
}

function toResponse(answer: Answer): HTTPResponse {
  const { status, type, body, headers } = answer
  const init = {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: { [CORS_HEADER[0]]: CORS_HEADER[1], 'content-type': type, ...headers },
  }
  if (isStream(body)) return new HTTPResponse(byteStream(body), init)
  if (!hasLength(answer)) return new HTTPResponse(null, init)
  // Named here because the answer to HEAD has no body to tell it from.
  return new HTTPResponse(body, {
    ...init,
    headers: { ...init.headers, 'content-length': String(Buffer.byteLength(body)) },
  })
}

/** Texts as bytes, made when the caller is ready for them. The empty chunk before them lets the headers out at once. */
function byteStream(texts: AsyncIterable<string>): ReadableStream {
  return ReadableStream.from(
    (async function* () {
      yield new Uint8Array()
      for await (const text of texts) yield Buffer.from(text)
    })(),
  )
}
