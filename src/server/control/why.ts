import * as z from 'zod'
import { isFault } from '../../game/kernel/fault.ts'
import { namedEntries, strictObject, playCount } from '../../game/kernel/schema.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { controlRoute, listOf, readBody, readRoute } from './control-endpoint.ts'
import { historyPositionIn } from './query-field.ts'

/**
 * `GET /actions?player_id=`, `GET /why/:event_id` and `POST /why-not`: the actions of the design and whether a player can
 * play each now, what led to an event, and what prevents a play or a rule, now or at a moment of the history. Spec 6.6.
 */
export function whyRoutes(context: ServerContext): readonly MountedEndpoint[] {
  return [
    readRoute(context, 'GET /_gamify/actions', async ({ runtime, query }) => {
      const actions = await runtime.actions(query['player_id'])
      return isFault(actions) ? actions : listOf(actions)
    }),
    controlRoute(context, 'GET /_gamify/why/:event_id', ({ call, runtime }) =>
      runtime.why(call.params['event_id'] ?? ''),
    ),
    controlRoute(context, 'POST /_gamify/why-not', async ({ call, runtime }) => {
      const body = await readBody(call, () => whyNotBody)
      if ('fault' in body) return body
      const { at, ...asked } = body.value
      if (at === undefined) return runtime.whyNot(asked)
      const to = historyPositionIn('at', at)
      return isFault(to) ? to : runtime.past(to, (past) => past.whyNot(asked))
    }),
  ]
}

const whyNotBody = strictObject({
  player_id: z.string(),
  action: z.string().optional(),
  rule: z.string().optional(),
  process: z.string().optional(),
  trigger: z.string().optional(),
  count: playCount.optional(),
  variables: namedEntries.optional(),
  /** The moment to ask about. */
  at: z.string().optional(),
})
  .refine(({ action, rule, process }) => [action, rule, process].filter((part) => part !== undefined).length === 1, {
    path: ['action'],
    error: "expected one of 'action', 'rule' and 'process'",
  })
  .refine(({ process, trigger }) => (process === undefined) === (trigger === undefined), {
    path: ['trigger'],
    error: "expected 'process' and 'trigger' together",
  })
  .refine(({ action, count }) => count === undefined || action !== undefined, {
    path: ['count'],
    error: 'only actions can have a count',
  })
  .refine(({ process, variables }) => process === undefined || variables === undefined, {
    path: ['variables'],
    error: 'triggers have no variables',
  })
