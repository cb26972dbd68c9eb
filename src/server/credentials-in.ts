import type { CallParts } from '../auth/credentials.ts'
import type { Call } from './call.ts'
import { parseFields } from './query.ts'

/** The parts of a call that can carry credentials. Spec 5.1. */
export function credentialsIn(call: Call): CallParts {
  return { query: parseFields(call.search), authorization: call.header('authorization') }
}
