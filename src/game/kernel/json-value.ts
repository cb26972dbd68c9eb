/** Whether a value is a JSON object: not an array and not null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the fields of an object or a list, and none of any other value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** The maximum nesting of a body or a design file. Deeper values are rejected before any other code walks them. */
export const MAX_DEPTH = 64

/** Whether a value that JSON.parse returned is nested deeper than MAX_DEPTH. The recursion stops at that depth. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return depth === MAX_DEPTH ? parts.length > 0 : parts.some((part) => isTooDeep(part, depth + 1))
}

/** Replaces the values of the fields of an object. Returns the same object if no value changes. */
export function mapFields(
  value: Readonly<Record<string, unknown>>,
  read: (field: unknown, name: string) => unknown,
): Readonly<Record<string, unknown>> {
  let changed: Record<string, unknown> | undefined
  for (const name of Object.keys(value)) {
    const now = read(value[name], name)
    // In a copy, an assignment to `__proto__` changes its own field of that name.
    if (now !== value[name]) (changed ??= { ...value })[name] = now
  }
  return changed ?? value
}
