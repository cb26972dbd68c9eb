import { pathText } from '../game/kernel/schema.ts'

/** Something that is not as it was wanted; undefined stands for nothing. */
export interface Difference {
  /** Where in what was looked at: `scores.xp`, `events`. */
  readonly path: string
  readonly wanted: unknown
  readonly got: unknown
  /** What was most likely meant, in words. */
  readonly advice?: string | undefined
}

type Path = readonly (string | number)[]

/**
 * Where `got` is not as `wanted` goes: of an object the fields that are wanted, of a list the first elements, of all else the
 * very value. Spec 6.4.
 */
export function differences(wanted: unknown, got: unknown, path: Path): readonly Difference[] {
  const parts = partsOf(wanted)
  if (parts === undefined || Array.isArray(wanted) !== Array.isArray(got) || partsOf(got) === undefined)
    return wanted === got ? [] : [{ path: pathText(path), wanted, got }]
  return parts.flatMap(([key, part]) => differences(part, partOf(got, key), [...path, key]))
}

/** The difference of lists that must be the same, element for element. */
export function listDifference(wanted: readonly string[], got: readonly string[], path: string): readonly Difference[] {
  const isSame = wanted.length === got.length && wanted.every((each, i) => each === got[i])
  return isSame ? [] : [{ path, wanted, got }]
}

/** What a list or an object is made of; nothing of all else. */
function partsOf(value: unknown): readonly (readonly [string | number, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return Array.isArray(value) ? value.map((part, i) => [i, part] as const) : Object.entries(value)
}

const partOf = (value: unknown, key: string | number): unknown =>
  Object.hasOwn(value as object, key) ? (value as Readonly<Record<string | number, unknown>>)[key] : undefined

/** The same differences, the first with what was most likely meant, where there is something to say. */
export function withAdvice(found: readonly Difference[], advice: string | undefined): readonly Difference[] {
  return advice === undefined ? found : found.map((difference, i) => (i === 0 ? { ...difference, advice } : difference))
}
