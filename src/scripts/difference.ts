import { pathText } from '../game/kernel/schema-problems.ts'

/** A value that differs from the expected one; undefined means that there is none. */
export interface Difference {
  /** The path of the value: `scores.xp`, `events`. */
  readonly path: string
  readonly wanted: unknown
  readonly got: unknown
  /** A suggestion of what was meant. */
  readonly advice?: string | undefined
}

type Path = readonly (string | number)[]

/**
 * Compares a value with an expected one. Of an object, it compares the expected fields; of a list, the first elements;
 * other values must be equal. Spec 6.4.
 */
export function differences(wanted: unknown, got: unknown, path: Path): readonly Difference[] {
  const parts = partsOf(wanted)
  if (parts === undefined || Array.isArray(wanted) !== Array.isArray(got) || partsOf(got) === undefined)
    return wanted === got ? [] : [{ path: pathText(path), wanted, got }]
  return parts.flatMap(([key, part]) => differences(part, partOf(got, key), [...path, key]))
}

/** Compares lists that must be equal, element by element. */
export function listDifference(wanted: readonly string[], got: readonly string[], path: string): readonly Difference[] {
  const isSame = wanted.length === got.length && wanted.every((each, i) => each === got[i])
  return isSame ? [] : [{ path, wanted, got }]
}

/** Returns the elements of a list or the fields of an object; undefined for other values. */
function partsOf(value: unknown): readonly (readonly [string | number, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return Array.isArray(value) ? value.map((part, i) => [i, part] as const) : Object.entries(value)
}

const partOf = (value: unknown, key: string | number): unknown =>
  Object.hasOwn(value as object, key) ? (value as Readonly<Record<string | number, unknown>>)[key] : undefined

/** Adds advice to the first difference, if there is any. */
export function withAdvice(found: readonly Difference[], advice: string | undefined): readonly Difference[] {
  return advice === undefined ? found : found.map((difference, i) => (i === 0 ? { ...difference, advice } : difference))
}
