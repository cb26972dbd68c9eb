import type { ApiClient } from '../auth/clients.ts'
import type { FaultCode } from '../game/kernel/fault.ts'
import type { Endpoint } from './call.ts'
import { withoutSecrets } from './query.ts'

/** One answered request, for logs; secrets are left out. `at` is the machine's time in ms, `ms` how long it took, for a stream until it began. */
export interface RequestRecord {
  readonly at: number
  readonly method: string
  /** With the query, as it came. */
  readonly path: string
  readonly status: number
  readonly ms: number
  /** Which runtime it was for; absent where no client was known. */
  readonly runtime?: ApiClient['runtime']
  /** The `error` code of the answer, where it is one. */
  readonly error?: FaultCode
}

/** The same endpoint, with every answer told to `onRequest`. */
export function logged(endpoint: Endpoint, onRequest: (record: RequestRecord) => void): Endpoint {
  return async (call) => {
    const at = Date.now()
    const start = performance.now()
    const answer = await endpoint(call)
    const { status, error } = answer
    const { runtime } = call
    const path = call.search === '' ? call.path : `${call.path}?${withoutSecrets(call.search)}`
    const record = { at, method: call.method, path, status, ms: performance.now() - start }
    onRequest({ ...record, ...(runtime === undefined ? {} : { runtime }), ...(error === undefined ? {} : { error }) })
    return answer
  }
}
