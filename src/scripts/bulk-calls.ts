import type { Client } from '../client/client.ts'
import { control } from '../client/control.ts'
import { ServiceError } from '../client/service-error.ts'

/** A call of an operator route. */
export interface BulkCall {
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly body: object
}

/** Makes calls in their order. Returns the error of each rejected call, at the index of the call. */
export type MakeCalls = (calls: readonly BulkCall[]) => Promise<readonly (ServiceError | undefined)[]>

/** The statuses of a service that does not have `POST /_gamify/commands`, or not for this client. */
const UNAVAILABLE: ReadonlySet<number> = new Set([401, 403, 404, 405])

/**
 * Returns a function that sends many calls together, so that the service syncs only once. If the service does not
 * support that, it sends one call after another. Spec 6.6.
 */
export function bulkCalls(client: Client): MakeCalls {
  let isBulkAvailable = true
  return async (calls) => {
    if (calls.length === 0) return []
    if (isBulkAvailable)
      try {
        return await callInBulk(client, calls)
      } catch (error) {
        if (!(error instanceof ServiceError) || !UNAVAILABLE.has(error.status)) throw error
        isBulkAvailable = false
      }
    return callEach(client, calls)
  }
}

/** The most calls that are sent together. */
export const MAX_CALLS = 1000

async function callInBulk(client: Client, calls: readonly BulkCall[]): Promise<readonly (ServiceError | undefined)[]> {
  const lines = calls.map(({ method, path, body }) => JSON.stringify({ request: `${method} ${path}`, body }))
  const { body } = await control(client, 'POST /_gamify/commands', {
    stream: {
      type: 'application/x-ndjson',
      pieces: async function* () {
        yield `${lines.join('\n')}\n`
      },
    },
  })
  const refusals: (ServiceError | undefined)[] = calls.map(() => undefined)
  for (const { line, ...fault } of body.failed)
    refusals[line - 1] = new ServiceError({ status: 400, text: JSON.stringify(fault) })
  return refusals
}

async function callEach(client: Client, calls: readonly BulkCall[]): Promise<readonly (ServiceError | undefined)[]> {
  const refusals: (ServiceError | undefined)[] = []
  for (const { method, path, body } of calls) {
    try {
      await client.request(method, path, { body })
      refusals.push(undefined)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      refusals.push(error)
    }
  }
  return refusals
}
