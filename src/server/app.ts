import { H3, fromNodeHandler, type H3Event, type NodeHandler } from 'h3'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fault } from '../game/kernel/fault.ts'
import { type Answer, ALLOWED_METHODS, faultAnswer } from './answer.ts'
import type { Call, Endpoint } from './call.ts'
import { CONTROL_PATH } from './control/control-endpoint.ts'
import { foreignOrigin } from './gates.ts'
import type { Handler } from './handler.ts'
import { answerCall, type Target } from './node-call.ts'
import type { PathEndpoints } from './path-index.ts'

/** Lets an endpoint answer a request of h3. */
export type Respond = (event: H3Event, endpoint: Endpoint, params: Call['params']) => unknown

/** Creates the h3 application, which serves all paths and answers unknown paths and methods. Spec 5.2. */
export function createApp({ paths, wrap, atRoot }: Pick<Handler, 'paths' | 'wrap' | 'atRoot'>, respond: Respond): H3 {
  const app = new H3({ silent: true, allowMalformedURL: true })
  const noRoute = wrap(orPreflight((call) => atRoot?.(call) ?? faultAnswer(fault('route_not_found'))))
  app.on('', '/**', (event) => {
    const match = paths.find(event.url.pathname)
    const endpoint = match ? (endpointFor(event.req.method, match.value) ?? wrap(otherMethod(match.value))) : noRoute
    return respond(event, endpoint, match?.params ?? {})
  })
  return app
}

/** HEAD uses the endpoint of GET. */
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

/** Answers calls over a socket of an HTTP/1 server. The answers go out as those of the short way do. */
export function overNode(stopping: AbortSignal): Respond {
  return (event, endpoint, params) => {
    const answer: NodeHandler = (req, res) =>
      answerCall(endpoint, req as IncomingMessage, res as ServerResponse, targetOf(event.url, params), stopping)
    return fromNodeHandler(answer)(event)
  }
}

/** Returns the target of a call. */
export function targetOf({ pathname: path, search }: H3Event['url'], params: Call['params']): Target {
  return { path, search: search.slice(1), params }
}

/** How long a browser can rely on the answer to a preflight. */
const MAX_AGE_S = 600

/** Answers OPTIONS on any path with what pages of other origins can send. Control routes accept no page of another site. */
function preflightAnswer(call: Call): Answer {
  const foreign = call.path.startsWith(`${CONTROL_PATH}/`) ? foreignOrigin(call) : undefined
  if (foreign) return faultAnswer(foreign)
  return {
    status: 204,
    type: 'text/plain',
    body: '',
    headers: {
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': call.header('access-control-request-headers') ?? 'authorization, content-type',
      'access-control-max-age': String(MAX_AGE_S),
    },
  }
}
