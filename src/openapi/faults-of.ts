import type { FaultCode } from '../game/kernel/fault.ts'
import { bodyMethods } from '../game/kernel/route.ts'
import type { DescribedCall } from './described-row.ts'

/** What every route may answer: of tokens and scopes, of who calls from where, and where the emulator itself fails. Spec 5.2, 6.3. */
const ofAll = [
  'invalid_access_token',
  'access_denied',
  'forbidden_host',
  'forbidden_origin',
  'internal_error',
  'not_ready',
  'storage_failed',
] as const satisfies readonly FaultCode[]

/** Of whom a call acts as. Spec 5.1. */
const ofPlayers = ['invalid_player', 'player_not_found'] as const satisfies readonly FaultCode[]

/** Of what is sent, wanted or not. Spec 5.2. */
const ofBodies = ['payload_too_large', 'invalid_json'] as const satisfies readonly FaultCode[]

/** Every error that a call may answer: its own, and those of its sort. */
export function faultsOf(row: DescribedCall): ReadonlySet<FaultCode> {
  const { method, caller, params, body, upload, faults } = row
  return new Set<FaultCode>([
    ...ofAll,
    ...(caller === 'player' ? ofPlayers : []),
    ...(bodyMethods.has(method) && upload === undefined ? ofBodies : []),
    ...(params || body ? (['validation_exception'] as const) : []),
    ...faults,
  ])
}
