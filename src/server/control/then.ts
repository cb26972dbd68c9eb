import { fault, isFault } from '../../game/kernel/fault.ts'
import { faultAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { endpointIndex, type PathEndpoints, type PathIndex } from '../path-index.ts'
import { controlEndpoint } from './control-endpoint.ts'
import { historyPositionIn } from './query-field.ts'

/**
 * `GET /then/:path?at=<entry or time>`: what `GET /:path` would have answered after an entry of the history, or at a time.
 * `endpoints` are all others; those that only read the game can be asked. Spec 6.6.
 */
export function thenRoute(context: ServerContext, endpoints: readonly MountedEndpoint[]): MountedEndpoint {
  let reads: PathIndex<PathEndpoints> | undefined
  return controlEndpoint(context, 'GET /_gamify/then/:path', async ({ call, query, runtime }) => {
    const path = `/${call.params['path'] ?? ''}`
    reads ??= endpointIndex(
      endpoints.filter(({ isRead }) => isRead),
      (endpoint) => endpoint,
    )
    const match = reads.find(path)
    const endpoint = match?.value.get('GET')
    if (!match || !endpoint)
      return faultAnswer(fault('route_not_found', { message: `'GET ${path}' cannot be asked for what was then` }))
    const { at, ...rest } = query
    if (at === undefined)
      return faultAnswer(fault('invalid_request', { message: "The 'at' parameter is missing: an entry or a time" }))
    const to = historyPositionIn('at', at)
    const past = isFault(to) ? to : await runtime.past(to)
    return isFault(past) ? faultAnswer(past) : endpoint({ ...call, path, params: match.params, query: rest, past })
  })
}
