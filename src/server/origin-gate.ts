import type { Fault } from '../game/kernel/fault.ts'
import { fault } from '../game/kernel/fault.ts'
import type { Call } from './call.ts'
import { isLoopback } from './loopback.ts'

/** Refuses a call that a page of another site makes; programs send no origin and pass. Spec 6.3 `forbidden_origin`. */
export function foreignOrigin(call: Call): Fault | undefined {
  const origin = call.header('origin')
  if (origin === undefined) return undefined
  const isOurs = URL.canParse(origin) && isLoopback(new URL(origin).hostname)
  return isOurs ? undefined : fault('forbidden_origin', { origin })
}
