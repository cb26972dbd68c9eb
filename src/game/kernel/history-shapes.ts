import * as z from 'zod'
import { byName } from './answer-shapes.ts'
import { accessSettings } from './game-info.ts'
import { MAX_EVENTS_AN_ENTRY, MAX_SEQ } from './ids.ts'
import { LAST_INSTANT } from './instant.ts'
import { strictObject } from './schema.ts'

/**
 * Schemas that events and records share. Only reading an imported history needs them at run time, so no start loads
 * them.
 */

/** A field that can be missing, but is never `undefined`. */
export const optional = z.exactOptional

/** Who can join. Spec 1 "Conventions". */
export const access = z.enum(accessSettings)

/** The number of an entry, or 0 for no entry. */
export const entryNumber = z.int().min(0).max(MAX_SEQ)

/** Game time in ms since 1970. */
export const instant = z.int().min(0).max(LAST_INSTANT)

/** A number that only increases. Its maximum leaves room for further increases. */
export const count = z
  .int()
  .min(0)
  .max(2 ** 50)

/** The number of a feed. Feeds come in pairs, and the number of the second one must be valid too. */
export const feedNumber = count.max(0x7ffffffd)

/** The position of an event as one number, as `packPosition` returns it. */
export const packedPosition = z
  .int()
  .min(0)
  .max((MAX_SEQ + 1) * MAX_EVENTS_AN_ENTRY)

/** The position of an event: the number of its entry and its index among the events of the entry. */
export const eventPosition = z.strictObject({
  seq: entryNumber.min(1),
  index: z
    .int()
    .min(0)
    .max(MAX_EVENTS_AN_ENTRY - 1),
})

/** An id that is not empty, with any characters. */
export const key = z.string().min(1)

/** Returns the schema of a name map with values of this shape. */
export const nameMapOf = <T extends z.ZodType>(value: T) => z.record(z.string(), value)

/** The values that a play carries, by the names of their variables. */
export const vars = byName(z.union([z.string(), z.number()]))

/**
 * The data that is deleted with a part of a design: everything under the key of a component, or under a part of it.
 * `alone` means that players who have that part have nothing else of the component: a player is in one state. Spec
 * 4.13.
 */
export const drop = strictObject({
  key: z.string(),
  part: optional(z.string()),
  alone: optional(z.literal(true)),
})

/** A part of a component that continues under another name, with its holders. Spec 4.13. */
export const partRename = strictObject({ key: z.string(), from: z.string(), to: z.string() })
