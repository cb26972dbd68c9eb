import type * as z from 'zod'

/** A value that is made on first use. Building all schemas is expensive, and most programs use only a few of them. */
export type Lazy<T> = () => T

const shown = new WeakMap<z.core.$ZodType, Lazy<z.ZodType>>()

/**
 * Registers another schema that the documents show in place of this one, and returns this one. A check or a conversion
 * by a function has no form that documents could show. `schema` must not reject anything that `as` accepts, except for
 * rules that a JSON Schema cannot express.
 */
export function shownAs<T extends z.ZodType>(schema: T, as: Lazy<z.ZodType>): T {
  shown.set(schema, as)
  return schema
}

/**
 * Returns the schema that the documents show in place of this one, or undefined if they show this one. A refined schema
 * is shown like the schema that it refines, because a refinement is a function too.
 */
export function shownSchema(schema: z.core.$ZodType): z.ZodType | undefined {
  const { parent } = schema._zod
  return shown.get(schema)?.() ?? (parent && shownSchema(parent))
}
