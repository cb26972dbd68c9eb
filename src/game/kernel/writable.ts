/** What JSON makes of a type, with nothing that could not be written to: results are readonly, the types of schemas are not. */
type Writable<T> = T extends (...args: never) => unknown
  ? T
  : T extends object
    ? { -readonly [K in keyof T]: Writable<T[K]> }
    : T

/** A result as the schema of its answer takes it. */
export const writable = <T>(result: T) => result as Writable<T>
