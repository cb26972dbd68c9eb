import { stayConnected, type ConnectionEvents } from '../../client/stay-connected.ts'

/** How long to wait before a service that refused is asked again, in ms. It may be one that was started again. */
const RETRY_MS = 1_000

/** Reports changes of a connection, and what the service says against it. */
interface FollowEvents extends ConnectionEvents {
  /** The service refused the connection, or was not there at first. Returns whether to try again. */
  readonly failed: (error: unknown) => boolean
}

/**
 * Keeps a connection while the page is visible, because a browser has few of them for all of its tabs. `connect` runs as
 * long as it lasts, and calls `reached` when it has reached the service. Returns a function that ends it.
 */
export function followWhileVisible(
  connect: (reached: () => void, signal: AbortSignal) => Promise<void>,
  { lost, found, failed }: FollowEvents,
): () => void {
  let ending: AbortController | undefined
  const attempt = async (signal: AbortSignal): Promise<void> => {
    for (let isWanted = true; isWanted && !signal.aborted;) {
      try {
        await stayConnected((reached) => connect(reached, signal), { lost, found }, signal)
      } catch (error) {
        if (signal.aborted) return
        isWanted = failed(error)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }
  const begin = (): void => {
    ending?.abort()
    if (document.visibilityState === 'hidden') return
    const { signal } = (ending = new AbortController())
    void attempt(signal)
  }
  begin()
  document.addEventListener('visibilitychange', begin)
  return () => {
    document.removeEventListener('visibilitychange', begin)
    ending?.abort()
  }
}
