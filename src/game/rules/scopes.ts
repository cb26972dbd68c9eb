import { z } from 'zod'
import type { Scope } from '../actions/events.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import { listOf, strictObject } from '../kernel/schema.ts'

/** Scopes that one play may name. */
const MAX_SCOPES = 100

/** `scopes` of a play: the custom boards that it counts on, and for whom. Spec 4.11. */
export const scopesBody = listOf(
  strictObject({ id: z.string().min(1).max(256), entity_id: z.string().min(1).max(256) }),
  MAX_SCOPES,
)

/** A scope id, behind the id of a board and a slash where it names one. */
const scopeId = /^([A-Za-z][A-Za-z0-9_-]{0,63}\/)?[A-Za-z0-9_-]{1,64}$/

/** The fault of the first scope whose id is none. Spec 4.11, 4.15. */
export function scopesFault(scopes: readonly Scope[]): Fault | undefined {
  const bad = scopes.find(({ id }) => !scopeId.test(id))
  return (
    bad &&
    fault('invalid_request', { message: `'${bad.id}' is no scope id: expected up to 64 letters, digits, _ or -` })
  )
}
