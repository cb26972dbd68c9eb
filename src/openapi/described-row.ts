import type * as z from 'zod'
import type { FaultCode } from '../game/kernel/fault.ts'
import { type Api, type Method, type RouteFacts, bodyMethods } from '../game/kernel/route.ts'
import type { Lazy } from '../game/kernel/shown-as.ts'

/** A call as a document describes it, whatever it answers. */
export interface DescribedCall extends RouteFacts {
  readonly api: Api
  readonly method: Method
  readonly path: string
  readonly params?: Lazy<z.ZodType>
  readonly query?: Lazy<z.ZodType>
  readonly body?: Lazy<z.ZodType>
  /** Set if the row takes a form with an image. */
  readonly upload?: unknown
}

/** A route row as a document describes it. */
export interface DescribedRow extends DescribedCall {
  readonly out: 'image' | Lazy<z.ZodType>
}

/**
 * Returns an operation id such as `postRuntimeActionsActionIdPlay`. It consists of method and path, so it changes only
 * with them.
 */
export function operationId({ method, path }: Pick<DescribedRow, 'method' | 'path'>): string {
  const words = path.split(/[/_:-]+/).filter((word) => word !== '')
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}

/** The errors of every route: of tokens, scopes and callers, and of the emulator itself. Spec 5.2, 6.3. */
const faultsOfAllCalls = [
  'invalid_access_token',
  'access_denied',
  'forbidden_host',
  'forbidden_origin',
  'internal_error',
  'not_ready',
  'storage_failed',
] as const satisfies readonly FaultCode[]

/** The errors of the player that a call acts as. Spec 5.1. */
const faultsOfPlayers = ['invalid_player', 'player_not_found'] as const satisfies readonly FaultCode[]

/** The errors of a body, even if the route needs none. Spec 5.2. */
const faultsOfBodies = ['payload_too_large', 'invalid_json'] as const satisfies readonly FaultCode[]

/** The errors of a call that can carry an idempotency key. Spec 5.7. */
const faultsOfKeys = ['invalid_request', 'idempotency_key_reused'] as const satisfies readonly FaultCode[]

/** Returns every error that a call can answer: its own, and those that all calls of its type have. */
export function faultsOf(row: DescribedCall): ReadonlySet<FaultCode> {
  const { method, caller, params, body, upload, faults } = row
  return new Set<FaultCode>([
    ...faultsOfAllCalls,
    ...(caller === 'player' ? faultsOfPlayers : []),
    ...(method === 'GET' ? [] : faultsOfKeys),
    ...(bodyMethods.has(method) && upload === undefined ? faultsOfBodies : []),
    ...(params || body ? (['validation_exception'] as const) : []),
    ...faults,
  ])
}
