/** Which results are remembered, and how many. */
interface Memory<T> {
  /** The maximum number of results. When it is reached, all of them are forgotten. */
  readonly max: number
  /** Which results to remember (default: all). */
  readonly keep?: (result: T, text: string) => boolean
}

/** Memoizes a function of a text. Callers share the results and must not change them. */
export function memoize<T>(make: (text: string) => T, { max, keep }: Memory<T>): (text: string) => T {
  const remembered = new Map<string, T>()
  return (text) => {
    const known = remembered.get(text)
    if (known !== undefined) return known
    const result = make(text)
    if (keep && !keep(result, text)) return result
    if (remembered.size >= max) remembered.clear()
    remembered.set(text, result)
    return result
  }
}
