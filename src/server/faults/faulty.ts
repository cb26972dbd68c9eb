import type { Auth } from '../../auth/auth.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServedGame } from '../served-game.ts'
import type { FaultRules } from './fault-rules.ts'

/** What fault rules are looked at with. */
export interface FaultContext {
  readonly game: ServedGame
  readonly auth: Auth
  readonly rules: FaultRules
  /** Aborted when the server stops, which nobody is made to wait for. */
  readonly stopping: AbortSignal
}

/** An endpoint whose calls go by the fault rules first. Spec 6.6. */
export function faulty(mounted: MountedEndpoint, context: FaultContext): MountedEndpoint {
  const { rules } = context
  const { endpoint } = mounted
  return {
    ...mounted,
    endpoint: (call) => (rules.all.length === 0 ? endpoint(call) : struck(mounted, call, context)),
  }
}

/** Most games never have a rule. */
const struck: typeof import('./struck.ts').struck = async (...given) => (await import('./struck.ts')).struck(...given)
