import { remembering } from './remembering.ts'

/** So many keys are remembered. */
const MAX_REMEMBERED = 10_000

/**
 * Makes property keys of names by a prefix. A key is remembered: a string that has just been joined has to be found
 * among all known ones before it can be a key, which costs a play more than its arithmetic.
 */
export function keysWith(prefix: string): (name: string) => string {
  return remembering((name) => prefix + name, { max: MAX_REMEMBERED })
}
