import { UnreachableError } from './service-error.ts'
/** The delay before the next attempt to connect. */
const RETRY_MS = 1_000

/** Reports changes of a connection. */
export interface ConnectionEvents {
  /** The connection was lost; attempts continue until it is back. */
  readonly lost: () => void
  /** The connection is back. */
  readonly found: () => void
}

/**
 * Calls `connect` again and again until `signal` is aborted. `connect` runs as long as the connection lasts, and calls
 * `reached` when it has reached the service. A lost connection is retried; a first connection that fails is an error.
 */
export async function stayConnected(
  connect: (reached: () => void) => Promise<void>,
  { lost, found }: ConnectionEvents,
  signal: AbortSignal,
): Promise<void> {
  let isConnected = true
  let wasConnected = false
  const reached = (): void => {
    if (!isConnected) found()
    isConnected = true
    wasConnected = true
  }
  while (!signal.aborted) {
    try {
      await connect(reached)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof UnreachableError) || !wasConnected) throw error
      if (isConnected) lost()
      isConnected = false
    }
    await pause(RETRY_MS, signal)
  }
}

/** Resolves after `ms`, or as soon as `signal` is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
