import type { IncomingMessage, ServerResponse } from 'node:http'
import { H3, fromNodeHandler } from 'h3'
import type { H3Event, NodeHandler } from 'h3'
import { fault } from '../game/kernel/fault.ts'
import type { Answer } from './answer.ts'
import { faultAnswer } from './answer.ts'
import type { Call, Endpoint } from './call.ts'
import { preflightAnswer } from './cors.ts'
import type { PathEndpoints } from './endpoint-index.ts'
import type { Handler } from './handler.ts'
import { answerCall, type Target } from './node-call.ts'

/** Has an endpoint answer what h3 was asked. */
export type Respond = (event: H3Event, endpoint: Endpoint, params: Call['params']) => unknown

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

/** For calls over a socket, from a server that speaks HTTP 1 only. Their answers go out as those of the short way do. */
export function overNode(stopping: AbortSignal): Respond {
  return (event, endpoint, params) => {
    const answer: NodeHandler = (req, res) =>
      answerCall(endpoint, req as IncomingMessage, res as ServerResponse, targetOf(event.url, params), stopping)
    return fromNodeHandler(answer)(event)
  }
}

/** Where a call leads. */
export function targetOf({ pathname: path, search }: H3Event['url'], params: Call['params']): Target {
  return { path, search: search.slice(1), params }
}
