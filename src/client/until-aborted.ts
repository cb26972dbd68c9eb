import type { Client } from './client.ts'

/** The same client, whose calls reject with the reason of `signal` when that is aborted, whatever they wait for. */
export function untilAborted(client: Client, signal: AbortSignal): Client {
  return {
    ...client,
    request: (method, path, parts) => client.request(method, path, { ...parts, signal }),
    call: (name, input) => client.call(name, { ...input, signal }),
  }
}
