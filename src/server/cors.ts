import type { Answer } from './answer.ts'
import { faultAnswer } from './answer.ts'
import type { Call } from './call.ts'
import { CONTROL_PATH } from './control/control-endpoint.ts'
import { foreignOrigin } from './origin-gate.ts'

/** The methods that the service's routes have. */
export const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** How long a browser may rely on the answer to a preflight. */
const MAX_AGE_S = 600

/** The answer to OPTIONS on any path: what pages of other origins may send. Control routes let no foreign page in. */
export function preflightAnswer(call: Call): Answer {
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
