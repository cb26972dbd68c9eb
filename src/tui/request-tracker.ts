import type { Client } from '../client/client.ts'

/** The maximum time between a request and its report. A later report counts as the request of another client. */
const MAX_DELAY_MS = 10_000

/** Recognizes the requests of the inspector, so that the log can omit them. */
export interface RequestTracker {
  /** The client whose requests are tracked. */
  readonly client: Client
  /** Whether a reported request was sent by the client. Each request that was sent matches once. */
  match(method: string, path: string): boolean
}

/** Wraps a client and remembers the requests that it sends. */
export function trackRequests(client: Client, now: () => number): RequestTracker {
  const sent = new Map<string, number[]>()
  const remember = (method: string, path: string, params: Readonly<Record<string, string>> = {}): void => {
    const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const key = `${method} ${filled}`
    const since = now() - MAX_DELAY_MS
    sent.set(key, [...(sent.get(key) ?? []).filter((at) => at >= since), now()])
    for (const [oldest, times] of sent) if ((times.at(-1) ?? 0) < since) sent.delete(oldest)
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
      lines: (path, query, signal, body) => {
        remember(body === undefined ? 'GET' : 'POST', path)
        return client.lines(path, query, signal, body)
      },
    },
    match(method, path) {
      const key = `${method} ${decodePath(path.replace(/\?.*$/s, ''))}`
      const times = sent.get(key)
      if (times === undefined) return false
      times.shift()
      if (times.length === 0) sent.delete(key)
      return true
    },
  }
}

/** Returns the path unchanged if it is not a valid encoding. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
