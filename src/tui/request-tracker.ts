import type { Client } from '../client/client.ts'

/** A request that is reported later than this is not matched with a call of ours. */
const MAX_LATE_MS = 10_000

/** Knows our own calls, so that the log of requests can leave them out. */
export interface RequestTracker {
  /** The same client, whose calls are ours. */
  readonly client: Client
  /** Whether a request, by method and path as the service tells them, is one of ours; each is so once. */
  take(method: string, path: string): boolean
}

/** Remembers the calls that go out through a client. */
export function trackRequests(client: Client, now: () => number): RequestTracker {
  const made = new Map<string, number[]>()
  const remember = (method: string, path: string, params: Readonly<Record<string, string>> = {}): void => {
    const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const key = `${method} ${filled}`
    const since = now() - MAX_LATE_MS
    made.set(key, [...(made.get(key) ?? []).filter((at) => at >= since), now()])
    for (const [oldest, times] of made) if ((times.at(-1) ?? 0) < since) made.delete(oldest)
  }
  return {
    client: {
      ...client,
      call: (name, input) => {
        const [method = '', path = ''] = name.split(' ')
        remember(method, path, 'params' in input ? input.params : {})
        return client.call(name, input)
      },
      request: (method, path, parts) => {
        remember(method, path, parts?.params)
        return client.request(method, path, parts)
      },
      lines: (path, query, signal) => {
        remember('GET', path)
        return client.lines(path, query, signal)
      },
    },
    take(method, path) {
      const key = `${method} ${decoded(path.replace(/\?.*$/s, ''))}`
      const times = made.get(key)
      if (times === undefined) return false
      times.shift()
      if (times.length === 0) made.delete(key)
      return true
    },
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
