/** The delay before the first repetition. Each later one is twice as long. */
const FIRST_DELAY_MS = 250

const MAX_DELAY_MS = 5_000

/**
 * Waits before a call is repeated: longer after each failure, and a random part of that, so that many clients do not come
 * back at the same moment. Rejects with the reason of `signal` when that is aborted.
 */
export function backOff(failures: number, signal: AbortSignal | undefined): Promise<void> {
  const ms = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2)
  let timer: ReturnType<typeof setTimeout> | undefined
  const time = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return unlessAborted(() => time, signal).finally(() => clearTimeout(timer))
}

/**
 * Begins work and settles like it, or rejects with the reason of `signal` as soon as that is aborted. Begins nothing if it
 * is aborted already.
 */
export async function unlessAborted<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work()
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
