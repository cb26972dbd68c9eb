/** What is worth remembering, and how much of it. */
interface Memory<T> {
  /** So many results are remembered; then all are forgotten and remembered anew. */
  readonly max: number
  /** Results that are remembered; all where it is left out. */
  readonly keep?: (result: T, text: string) => boolean
}

/** The same function of a text, which does not work out again what it remembers. Its results are shared: nobody changes them. */
export function remembering<T>(make: (text: string) => T, { max, keep }: Memory<T>): (text: string) => T {
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
