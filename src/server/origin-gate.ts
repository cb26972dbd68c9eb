import { accessTokenIn } from '../auth/credentials.ts'
import type { Fault } from '../game/kernel/fault.ts'
import { fault } from '../game/kernel/fault.ts'
import { faultAnswer } from './answer.ts'
import type { Call, Endpoint } from './call.ts'
import { isLoopback } from './loopback.ts'
import { parseFields } from './query.ts'

/** Refuses a call that a page of another site makes; programs send no origin and pass. Spec 6.3 `forbidden_origin`. */
export function foreignOrigin(call: Call): Fault | undefined {
  const origin = call.header('origin')
  if (origin === undefined) return undefined
  const isOurs = URL.canParse(origin) && isLoopback(new URL(origin).hostname)
  return isOurs ? undefined : fault('forbidden_origin', { origin })
}

/**
 * The same endpoint for a game that takes calls without a token: not from a page of another site, which any browser on
 * this machine could be made to open. Such a page needs a token, as it does everywhere. Spec 6.3 `--no-auth`.
 */
export function openToOurPages(endpoint: Endpoint): Endpoint {
  return (call) => {
    const foreign = foreignOrigin(call)
    if (!foreign) return endpoint(call)
    const token = accessTokenIn({ query: parseFields(call.search), authorization: call.header('authorization') })
    return token === undefined ? faultAnswer(foreign) : endpoint(call)
  }
}
