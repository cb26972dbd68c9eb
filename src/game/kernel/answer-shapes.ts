import * as z from 'zod'
import { shownAs } from './shown-as.ts'

/** Schemas that several kinds share. All are strict: an unknown field is an error, just like a missing one. */

/**
 * The type that a schema describes, with all its parts read-only. Each event, record and answer is defined once, by its
 * schema.
 */
export type Shape<S extends z.ZodType> = Immutable<z.output<S>>

/** The type of an answer before its schema checks it. An event in it can be any event. */
export type Presented<S extends z.ZodType> = Immutable<z.input<S>>

/** The type of fields that several schemas have. */
export type FieldsShape<F extends z.core.$ZodShape> = Shape<z.ZodObject<F>>

/** A type with all its parts read-only. */
export type Immutable<T> = T extends (...args: never) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T

/** A player in an answer or event. */
export const playerReference = z.strictObject({ id: z.string(), alias: z.string() })

/** Something with an id and a name. */
export const reference = z.strictObject({ id: z.string(), name: z.string() })

/** The role of a player in a lane. Spec 1 "Conventions". */
export const laneRole = z.enum(['player', 'observer'])

/** An instant as `toIso` formats it. */
export const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** An amount as `formatAmount` formats it. */
export const amount = z.string().regex(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)

/** An answer that only confirms what was done. */
export const message = z.strictObject({ message: z.string() })
export type Message = Shape<typeof message>

/**
 * Returns the schema of an object whose keys are names that users choose. zod's own record schema omits `__proto__`.
 */
export const byName = <T extends z.ZodType>(value: T) =>
  shownAs(
    z.custom<Readonly<Record<string, z.output<T>>>>(
      (found) =>
        typeof found === 'object' &&
        found !== null &&
        !Array.isArray(found) &&
        Object.values(found).every((part) => value.safeParse(part).success),
      'expected an object of such values by name',
    ),
    () => z.record(z.string(), value),
  )

/** Returns the schema of a page of a list. */
export const paged = <T extends z.ZodType>(item: T) => z.strictObject({ data: z.array(item), total: z.int().min(0) })
