import type * as z from 'zod'
import { type Api, type Method, type RouteFacts, bodyMethods } from '../game/kernel/route.ts'
import type { Lazy } from '../game/kernel/shown-as.ts'
import type { FaultCode } from '../game/kernel/fault.ts'

/** What a document tells of any call, whatever it answers. */
export interface DescribedCall extends RouteFacts {
  readonly api: Api
  readonly method: Method
  readonly path: string
  readonly params?: Lazy<z.ZodType>
  readonly query?: Lazy<z.ZodType>
  readonly body?: Lazy<z.ZodType>
  /** There where the row takes a form with an image. */
  readonly upload?: unknown
}

/** A route row, as far as a document tells of it. */
export interface DescribedRow extends DescribedCall {
  readonly out: 'image' | Lazy<z.ZodType>
}

/** `postRuntimeActionsActionIdPlay`: method and path in one word, so that it changes only with them. */
export function operationId({ method, path }: Pick<DescribedRow, 'method' | 'path'>): string {
  const words = path.split(/[/_:-]+/).filter((word) => word !== '')
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}

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
