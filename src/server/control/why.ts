import * as z from 'zod'
import { isFault } from '../../game/kernel/fault.ts'
import { namedEntries, strictObject, playCount } from '../../game/kernel/schema.ts'
import { faultAnswer, jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import { bodyOf } from '../input.ts'
import type { RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint } from './control-endpoint.ts'

/** `GET /why/:event_id` and `POST /why-not`: what led to an event, or stands in the way of a play or rule. Spec 6.6. */
export function whyRoutes(context: RowContext): readonly MountedEndpoint[] {
  return [
    {
      method: 'GET',
      path: `${CONTROL_PATH}/why/:event_id`,
      endpoint: controlEndpoint(context, async ({ params }, runtime) => {
        const why = await runtime.why(params['event_id'] ?? '')
        return isFault(why) ? faultAnswer(why) : jsonAnswer(200, why)
      }),
    },
    {
      method: 'POST',
      path: `${CONTROL_PATH}/why-not`,
      endpoint: controlEndpoint(context, async (call, runtime) => {
        const text = await call.body()
        if (typeof text !== 'string') return faultAnswer(text)
        const body = bodyOf(askedSchema, text)
        if ('fault' in body) return faultAnswer(body)
        const found = await runtime.whyNot(body.value as z.output<typeof asked>)
        return isFault(found) ? faultAnswer(found) : jsonAnswer(200, found)
      }),
    },
  ]
}

const asked = strictObject({
  player_id: z.string(),
  action: z.string().optional(),
  rule: z.string().optional(),
  process: z.string().optional(),
  trigger: z.string().optional(),
  count: playCount.optional(),
  variables: namedEntries.optional(),
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
const askedSchema = () => asked
