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

/**
 * A small immutable record kept by names that people choose, `__proto__` and `7` among them: every key carries a prefix
 * that makes it an ordinary one, so that name maps stay plain objects (compact in memory, quick to copy, JSON as they
 * are).
 */
export type NameMap<V> = Readonly<Record<string, V>>

const prefix = '='

/** The key under which a name map keeps a name. */
export const keyOf = keysWith(prefix)

/** The name that stands behind a key of a name map. */
export function nameOf(key: string): string {
  return key.slice(prefix.length)
}

export const emptyNameMap: NameMap<never> = {}

export function getNamed<V>(book: NameMap<V>, name: string): V | undefined {
  return book[keyOf(name)]
}

/** The map with `name` at `value`. */
export function withNamed<V>(book: NameMap<V>, name: string, value: V): NameMap<V> {
  return { ...book, [keyOf(name)]: value }
}

/** The entries in the order in which they were first written. */
export function namedEntries<V>(book: NameMap<V>): [name: string, value: V][] {
  return Object.entries(book).map(([key, value]) => [nameOf(key), value])
}
