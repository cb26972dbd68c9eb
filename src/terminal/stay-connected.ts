import { UnreachableError } from '../client/unreachable-error.ts'
/** How long until a service that is not there is tried again. */
const RETRY_MS = 1_000

/** What is told of a connection that is kept up. */
export interface ConnectionEvents {
  /** The service has gone; it is tried again until it is back. */
  readonly lost: () => void
  /** It is there again. */
  readonly found: () => void
}

/**
 * Does something that goes on for as long as the service does, again and again until `signal` is aborted. `connect` says
 * when it has reached the service. One that goes is waited for; one that is not there at first is an error.
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

/** Resolves after a while, or as soon as `signal` is aborted. */
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
