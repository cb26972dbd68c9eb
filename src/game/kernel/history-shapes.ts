import * as z from 'zod'
import { accessSettings } from './game-info.ts'
import { MAX_EVENTS_AN_ENTRY, MAX_SEQ } from './ids.ts'
import { LAST_INSTANT } from './instant.ts'
import { strictObject } from './schema.ts'
import { byName } from './shapes.ts'

/**
 * Schemas that events and records share. Only reading a foreign history needs them at run time, so no start loads them.
 */

/** A field that can be missing, but is never `undefined`. */
export const optional = z.exactOptional

/** Who may come in. Spec 1 "Conventions". */
export const access = z.enum(accessSettings)

/** The number of an entry; 0 stands for none. */
export const entryNumber = z.int().min(0).max(MAX_SEQ)

/** Game time in ms since 1970. */
export const instant = z.int().min(0).max(LAST_INSTANT)

/** A number that only grows; its limit leaves room to go on. */
export const count = z
  .int()
  .min(0)
  .max(2 ** 50)

/** The number of a feed. Feeds come in pairs, the second of which must be numbered too. */
export const feedNumber = count.max(0x7ffffffd)

/** The place of an event in one number, as `packPlace` gives it. */
export const packedPosition = z
  .int()
  .min(0)
  .max((MAX_SEQ + 1) * MAX_EVENTS_AN_ENTRY)

/** The place of an event: entry number and index among its events. */
export const eventPosition = z.strictObject({
  seq: entryNumber.min(1),
  index: z
    .int()
    .min(0)
    .max(MAX_EVENTS_AN_ENTRY - 1),
})

/** An id that is not empty, whatever its characters. */
export const key = z.string().min(1)

/** A name map with values of this shape. */
export const nameMapOf = <T extends z.ZodType>(page: T) => z.record(z.string(), page)

/** Values that a play carries, by the names of their variables. */
export const vars = byName(z.union([z.string(), z.number()]))

/**
 * What is lost with a part of a design, where it is dropped for good: all that is kept under the key of a component, or
 * under a part of it. `alone` where who has that part has nothing else of the component: a player is in one state. Spec
 * 4.13.
 */
export const drop = strictObject({
  key: z.string(),
  part: optional(z.string()),
  alone: optional(z.literal(true)),
})

/** A part of what is kept under a key that goes on under another name, with whoever has it. Spec 4.13. */
export const partRename = strictObject({ key: z.string(), from: z.string(), to: z.string() })
