import * as z from 'zod'
import { shownAs } from './shown-as.ts'

/** Schemas that several kinds share. All are strict: a field too many is an error as much as one too few. */

/** The type that a schema describes, read-only throughout. Each event, record and answer is written once, as its schema. */
export type Shape<S extends z.ZodType> = Immutable<z.output<S>>

/** What goes into an answer. Of an event in it no more is known than that it is one. */
export type Presented<S extends z.ZodType> = Immutable<z.input<S>>

/** The type of fields that several schemas have. */
export type FieldsShape<F extends z.core.$ZodShape> = Shape<z.ZodObject<F>>

/** A type with nothing in it that could be written to. */
export type Immutable<T> = T extends (...args: never) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T

export const playerReference = z.strictObject({ id: z.string(), alias: z.string() })

/** What has an id and a name. */
export const reference = z.strictObject({ id: z.string(), name: z.string() })

/** What a player may do in a lane. Spec 1 "Conventions". */
export const laneRole = z.enum(['player', 'observer'])

export const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

export const amount = z.string().regex(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)

export const message = z.strictObject({ message: z.string() })
export type Message = Shape<typeof message>

/** An object by names that people choose; zod's own record leaves `__proto__` out. */
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

export const paged = <T extends z.ZodType>(item: T) => z.strictObject({ data: z.array(item), total: z.int().min(0) })
