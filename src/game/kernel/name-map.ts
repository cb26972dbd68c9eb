import { memoize } from './memoize.ts'

/** The maximum number of remembered keys. */
const MAX_REMEMBERED = 10_000

/**
 * Returns a function that prefixes names to make property keys. Keys are memoized: V8 must look up a newly concatenated
 * string among all known ones before it can be a key, which takes longer than the arithmetic of a play.
 */
export function keysWith(prefix: string): (name: string) => string {
  return memoize((name) => prefix + name, { max: MAX_REMEMBERED })
}

/**
 * A small immutable record whose keys are names that users choose, such as `__proto__` and `7`. Every key has a prefix
 * that makes it an ordinary one, so that name maps can be plain objects: compact in memory, quick to copy, and JSON.
 */
export type NameMap<V> = Readonly<Record<string, V>>

const prefix = '='

/** Returns the key of a name in a name map. */
export const keyOf = keysWith(prefix)

/** Returns the name of a key of a name map. */
export function nameOf(key: string): string {
  return key.slice(prefix.length)
}

/** A name map without names. */
export const emptyNameMap: NameMap<never> = {}

/** Returns the value of a name, or undefined if the map does not contain the name. */
export function getNamed<V>(map: NameMap<V>, name: string): V | undefined {
  return map[keyOf(name)]
}

/** Returns a copy of the map in which `name` has `value`. */
export function withNamed<V>(map: NameMap<V>, name: string, value: V): NameMap<V> {
  return { ...map, [keyOf(name)]: value }
}

/** Returns the entries in the order in which they were added. */
export function namedEntries<V>(map: NameMap<V>): [name: string, value: V][] {
  return Object.entries(map).map(([key, value]) => [nameOf(key), value])
}
