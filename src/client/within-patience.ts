import type { Client } from './client.ts'
import { OverdueError } from './overdue-error.ts'

/** The same client, each of whose calls rejects with OverdueError where its answer has not come, to its end, in so long. */
export function withinPatience(client: Client, patienceMs: number): Client {
  const limited = async <T>(given: AbortSignal | undefined, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new OverdueError(patienceMs)), patienceMs)
    try {
      return await call(given ? AbortSignal.any([given, limit.signal]) : limit.signal)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    ...client,
    request: (method, path, parts = {}) =>
      limited(parts.signal, (signal) => client.request(method, path, { ...parts, signal })),
    call: (name, input) => limited(input.signal, (signal) => client.call(name, { ...input, signal })),
  }
}
