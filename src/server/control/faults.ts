import type { ApiClient } from '../../auth/clients.ts'
import { fault, invalid, isFault } from '../../game/kernel/fault.ts'
import type { ShownFaultRule } from '../../interface/control-answers.ts'
import { jsonAnswer, faultAnswer, type Answer } from '../answer.ts'
import type { Call, MountedEndpoint } from '../call.ts'
import { possiblePaths } from '../faults/called-paths.ts'
import type { FaultRule, FaultRules } from '../faults/fault-rules.ts'
import { covers, type RoutePattern } from '../../interface/route-pattern.ts'
import { bodyOf } from '../input.ts'
import type { RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint, type ControlHandler } from './control-endpoint.ts'

/** `GET`, `POST` and `DELETE /faults`, `DELETE /faults/:id`: faults on demand, for calls of the routes that are `open` to them. Spec 6.6. */
export function faultRoutes(
  context: RowContext,
  rules: FaultRules,
  open: readonly MountedEndpoint[],
): readonly MountedEndpoint[] {
  const path = `${CONTROL_PATH}/faults`
  const route = (method: MountedEndpoint['method'], at: string, handler: ControlHandler): MountedEndpoint => ({
    method,
    path: at,
    endpoint: controlEndpoint(context, handler),
  })
  return [
    route('GET', path, (_call, _runtime, _fields, { runtime }) => listAnswer(rules.of(runtime))),
    route('POST', path, (call, _runtime, _fields, client) => addRule(call, client, rules, open)),
    route('DELETE', path, (_call, _runtime, _fields, { runtime }) => listAnswer(rules.remove(runtime))),
    route('DELETE', `${path}/:fault_id`, ({ params }, _runtime, _fields, { runtime }) => {
      const id = params['fault_id'] ?? ''
      const [gone] = rules.remove(runtime, id)
      return gone ? jsonAnswer(200, shown(gone)) : faultAnswer(fault('fault_not_found', { id }))
    }),
  ]
}

async function addRule(
  call: Call,
  { runtime }: ApiClient,
  rules: FaultRules,
  open: readonly MountedEndpoint[],
): Promise<Answer> {
  const text = await call.body()
  if (typeof text !== 'string') return faultAnswer(text)
  const { ruleSchema } = await import('../faults/rule.ts')
  const read = bodyOf(ruleSchema, text)
  if ('fault' in read) return faultAnswer(read)
  const body = read.value as FaultRule['body']
  if (!open.some((mounted) => isWithin(body.route, mounted))) return faultAnswer(noSuchRoute)
  const rule = rules.add(runtime, body)
  return isFault(rule) ? faultAnswer(rule) : jsonAnswer(200, shown(rule))
}

const isWithin = (pattern: RoutePattern, { method, path }: MountedEndpoint): boolean =>
  possiblePaths(path).some((parts) => covers(pattern, method, parts))

const noSuchRoute = invalid([
  { path: 'route', message: 'no route of the service matches; fault rules never apply to /_gamify' },
])

const listAnswer = (rules: readonly FaultRule[]): Answer =>
  jsonAnswer(200, { data: rules.map(shown), total: rules.length })

function shown({ id, body, hits }: FaultRule): ShownFaultRule {
  return { id, ...body, route: body.route.text, hits }
}
