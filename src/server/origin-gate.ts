import { hasCredentials } from '../auth/credentials.ts'
import type { Fault } from '../game/kernel/fault.ts'
import { fault } from '../game/kernel/fault.ts'
import { faultAnswer } from './answer.ts'
import type { Call, Endpoint } from './call.ts'
import { credentialsIn } from './credentials-in.ts'
import { isLoopback } from './loopback.ts'

/** Refuses a call that a page of another site makes; programs send no origin and pass. Spec 6.3 `forbidden_origin`. */
export function foreignOrigin(call: Call): Fault | undefined {
  const origin = call.header('origin')
  if (origin === undefined) return undefined
  const isOurs = URL.canParse(origin) && isLoopback(new URL(origin).hostname)
  return isOurs ? undefined : fault('forbidden_origin', { origin })
}

/**
 * Whether a page makes the call that came from the very address which the call is for. That is one of this machine's: the
 * host gate has let it pass.
 */
export function isOfOwnPage(call: Call, scheme: 'http' | 'https'): boolean {
  const own = `${scheme}://${call.header('host')}`
  return URL.canParse(own) && new URL(own).origin === call.header('origin')
}

/** The same endpoint, for no page of another site: any page may read our answers. Spec 6.3 `forbidden_origin`. */
export function closedToOtherSites(endpoint: Endpoint): Endpoint {
  return (call) => {
    const foreign = foreignOrigin(call)
    return foreign ? faultAnswer(foreign) : endpoint(call)
  }
}

/**
 * The same endpoint for a game that takes calls without a token: not from a page of another site, which any browser on
 * this machine could be made to open. Such a page needs a token, as it does everywhere: `carriesToken` tells
 * whether a call has one. Spec 6.3 `--no-auth`.
 */
export function openToOurPages(endpoint: Endpoint, carriesToken = carriesCredentials): Endpoint {
  const closed = closedToOtherSites(endpoint)
  return (call) => (carriesToken(call) ? endpoint(call) : closed(call))
}

/** Whether a call carries what opens any route, good or not. */
export const carriesCredentials = (call: Call): boolean => hasCredentials(credentialsIn(call))
