/** So many keys are remembered; then they are made anew. */
const MAX_REMEMBERED = 10_000

/**
 * Makes property keys of names by a prefix. A key is remembered: a string that has just been joined has to be found
 * among all known ones before it can be a key, which costs a play more than its arithmetic.
 */
export function keysWith(prefix: string): (name: string) => string {
  const remembered = new Map<string, string>()
  return (name) => {
    const known = remembered.get(name)
    if (known !== undefined) return known
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const key = prefix + name
    remembered.set(name, key)
    return key
  }
}
