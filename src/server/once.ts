/** The same work, done when first asked for and once for all who ask; what failed is tried again for who asks next. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let going: Promise<T> | undefined
  return () =>
    (going ??= work().catch((error: unknown) => {
      going = undefined
      throw error
    }))
}
