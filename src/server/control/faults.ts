import { fault, invalid, isFault } from '../../game/kernel/fault.ts'
import type { ShownFaultRule } from '../../interface/control-answers.ts'
import { covers, type RoutePattern } from '../../interface/route-pattern.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { possiblePaths } from '../faults/called-paths.ts'
import type { FaultRule } from '../faults/fault-rules.ts'
import { controlRoute, listOf, readBody } from './control-endpoint.ts'

/**
 * `GET`, `POST` and `DELETE /faults`, `DELETE /faults/:fault_id`: the rules that make calls of the `service` routes fail.
 * Spec 6.6.
 */
export function faultRoutes(context: ServerContext, service: readonly MountedEndpoint[]): readonly MountedEndpoint[] {
  const { faultRules: rules } = context
  return [
    controlRoute(context, 'GET /_gamify/faults', ({ client }) => listOf(rules.of(client.runtime).map(shown))),
    controlRoute(context, 'POST /_gamify/faults', async ({ call, client }) => {
      const { ruleSchema } = await import('../faults/rule.ts')
      const read = await readBody(call, ruleSchema)
      if ('fault' in read) return read
      const body = read.value
      if (!service.some((mounted) => isWithin(body.route, mounted))) return noSuchRoute
      const rule = rules.add(client.runtime, body)
      return isFault(rule) ? rule : shown(rule)
    }),
    controlRoute(context, 'DELETE /_gamify/faults', ({ client }) => listOf(rules.remove(client.runtime).map(shown))),
    controlRoute(context, 'DELETE /_gamify/faults/:fault_id', ({ call, client }) => {
      const id = call.params['fault_id'] ?? ''
      const [removed] = rules.remove(client.runtime, id)
      return removed ? shown(removed) : fault('fault_not_found', { id })
    }),
  ]
}

const isWithin = (pattern: RoutePattern, { method, path }: MountedEndpoint): boolean =>
  possiblePaths(path).some((parts) => covers(pattern, method, parts))

const noSuchRoute = invalid([
  { path: 'route', message: 'no route of the service matches; fault rules never apply to /_gamify' },
])

function shown({ id, body, hits }: FaultRule): ShownFaultRule {
  return { id, ...body, route: body.route.text, hits }
}
