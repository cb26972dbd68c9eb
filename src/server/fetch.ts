import { fault } from '../game/kernel/fault.ts'
import { faultAnswer } from './answer.ts'
import type { Endpoint } from './call.ts'
import type { Handler } from './handler.ts'
import type { Target } from './node-call.ts'
import { once } from './once.ts'
import { isOdd } from './path-index.ts'
import { WebExchange } from './web-exchange.ts'

/** Calls a game without a socket. */
export interface DirectFetch {
  /**
   * Answers a request as the server would. Redirects are returned. Rejects if there is no answer, because the request
   * is aborted, the call is cut off, or the game has stopped.
   */
  readonly fetch: (request: Request) => Promise<Response>
  /** Resolves when every request has its answer. */
  readonly answered: () => Promise<void>
}

/**
 * Creates a fetch that calls a handler with the web's requests and responses. Its callers count as callers on this
 * machine.
 */
export function createFetch(handler: Handler): DirectFetch {
  const { paths, foreignHost, wrap, bodiesUntil: stopping } = handler
  const underWay = new Set<Promise<unknown>>()
  const throughH3 = once(() => loadH3(handler))

  const answer = async (request: Request, exchange: WebExchange): Promise<Response> => {
    const { pathname: path, search, host } = new URL(request.url)
    const respond = async (endpoint: Endpoint, target: Target): Promise<Response> =>
      exchange.response(await endpoint(exchange.call(target)))
    const target = { path, search: search.slice(1), params: {} }
    const headers = { host: request.headers.get('host') ?? host }
    const foreign = foreignHost({ headers, rawHeaders: [], url: request.url })
    if (foreign !== undefined)
      return respond(
        wrap(() => faultAnswer(fault('forbidden_host', { host: foreign }))),
        target,
      )
    const match = isOdd(path) ? undefined : paths.find(path)
    const endpoint = match?.value.get(request.method)
    if (match && endpoint) return respond(endpoint, { ...target, params: match.params })
    return (await throughH3())(request, respond)
  }
  return {
    fetch: async (request) => {
      request.signal.throwIfAborted()
      if (stopping.aborted) throw new TypeError('fetch failed', { cause: new Error('The game has stopped') })
      const exchange = new WebExchange(request, stopping)
      const answered = Promise.race([answer(request, exchange), exchange.broken])
      underWay.add(answered)
      return answered.finally(() => underWay.delete(answered))
    },
    answered: async () => void (await Promise.allSettled(underWay)),
  }
}

/** Loads h3 for paths that only h3 reads correctly, and for unknown methods and paths. */
async function loadH3(handler: Handler) {
  const { createApp, targetOf } = await import('./app.ts')
  return async (
    request: Request,
    respond: (endpoint: Endpoint, target: Target) => Promise<Response>,
  ): Promise<Response> => {
    const app = createApp(handler, ({ url }, endpoint, params) => respond(endpoint, targetOf(url, params)))
    return app.fetch(request)
  }
}
