import type * as z from 'zod'

/** Schemas are made when first asked for: building them all costs more than most programs use of them. */
export type Lazy<T> = () => T

const shown = new WeakMap<z.core.$ZodType, Lazy<z.ZodType>>()

/**
 * The same schema, which documents show as another one: what is checked or read by a function of ours has no shape that
 * they could show. Accepts at least what the shown one does not refuse, apart from what no schema can say.
 */
export function shownAs<T extends z.ZodType>(schema: T, as: Lazy<z.ZodType>): T {
  shown.set(schema, as)
  return schema
}

/**
 * The schema that documents show in place of this one; undefined where they show it itself. One that was refined is shown
 * as what it was before: the refinement is one more function of ours.
 */
export function shownSchema(schema: z.core.$ZodType): z.ZodType | undefined {
  const { parent } = schema._zod
  return shown.get(schema)?.() ?? (parent && shownSchema(parent))
}
