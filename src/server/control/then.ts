import { fault, isFault } from '../../game/kernel/fault.ts'
import { faultAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { endpointIndex, type PathEndpoints, type PathIndex } from '../path-index.ts'
import { controlEndpoint } from './control-endpoint.ts'
import { historyPositionIn } from './query-field.ts'

/**
 * `GET /then/:asked_path?at=<entry or time>`: what the route at that path would have answered after an entry of the history, or at a time.
 * `endpoints` are all others; those that only read the game can be asked. Spec 6.6.
 */
export function thenRoute(context: ServerContext, endpoints: readonly MountedEndpoint[]): MountedEndpoint {
  let reads: PathIndex<PathEndpoints> | undefined
  return controlEndpoint(context, 'GET /_gamify/then/:asked_path', async ({ call, query, runtime }) => {
    const path = `/${call.params['asked_path'] ?? ''}`
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
    if (isFault(to)) return faultAnswer(to)
    const asked = { ...call, path, params: match.params, query: rest }
    const answer = await runtime.past(to, (past) => endpoint({ ...asked, past }))
    return isFault(answer) ? faultAnswer(answer) : answer
  })
}
