/**
 * Runs the work on the first call, and returns the same promise to all callers. Failed work runs again on the next
 * call.
 */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let going: Promise<T> | undefined
  return () =>
    (going ??= work().catch((error: unknown) => {
      going = undefined
      throw error
    }))
}
