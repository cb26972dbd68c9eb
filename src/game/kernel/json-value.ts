/** Whether a value is an object with fields, such as JSON has: no list and not null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Levels of nesting that a body or a design file may have; deeper ones are refused before anything walks them. */
export const MAX_DEPTH = 64

/** Whether `value`, as JSON.parse gave it, is nested deeper than `MAX_DEPTH`. Goes no deeper itself. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return depth === MAX_DEPTH ? parts.length > 0 : parts.some((part) => isTooDeep(part, depth + 1))
}

/** An object with something else in its fields; the same one where all stay what they are. */
export function eachOf(
  value: Readonly<Record<string, unknown>>,
  read: (field: unknown, name: string) => unknown,
): Readonly<Record<string, unknown>> {
  let changed: Record<string, unknown> | undefined
  for (const name of Object.keys(value)) {
    const now = read(value[name], name)
    // A copy has fields of its own alone, one called `__proto__` too.
    if (now !== value[name]) (changed ??= { ...value })[name] = now
  }
  return changed ?? value
}
