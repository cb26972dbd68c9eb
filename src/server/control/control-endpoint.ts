import type { ApiClient } from '../../auth/clients.ts'
import { isFault } from '../../game/kernel/fault.ts'
import type { Answer } from '../answer.ts'
import { faultAnswer } from '../answer.ts'
import type { Call, Endpoint } from '../call.ts'
import { closedToOtherSites } from '../origin-gate.ts'
import type { Fields } from '../query.ts'
import { parseFields } from '../query.ts'
import type { RowContext } from '../row-endpoint.ts'
import { notAllowed } from '../row-endpoint.ts'
import { runtimeOf } from '../runtime-choice.ts'
import type { ServedRuntime } from '../served-game.ts'

/** The path under which the control routes stand. */
export const CONTROL_PATH = '/_gamify'

/** What a control route does once the caller is known; `fields` is the query, `client` whose token it is. */
export type ControlHandler = (
  call: Call,
  runtime: ServedRuntime,
  fields: Fields,
  client: ApiClient,
) => Answer | Promise<Answer>

/** An endpoint on the runtime of the token's client, for tokens with scope `debug` and no foreign page. Spec 6.3, 6.6. */
export function controlEndpoint({ game, auth }: RowContext, handler: ControlHandler): Endpoint {
  return closedToOtherSites(async (call) => {
    if (game.state === 'starting') await game.ready
    const fields = parseFields(call.search)
    const grant = auth.authenticate({ query: fields, authorization: call.header('authorization') })
    if (isFault(grant)) return faultAnswer(grant)
    call.runtime = grant.client.runtime
    if (!grant.permissions.has('debug')) return faultAnswer(notAllowed)
    const runtime = runtimeOf(game, grant)
    return isFault(runtime) ? faultAnswer(runtime) : handler(call, runtime, fields, grant.client)
  })
}
