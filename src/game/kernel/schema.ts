import * as z from 'zod'
import { amountPattern, limitPattern, parseAmount, parseLimit } from './decimal.ts'
import { parseInstant } from './instant.ts'
import { isRecord } from './json-value.ts'
import { numberForText, withShorthand } from './shorthand.ts'
import { shownAs } from './shown-as.ts'

/** An object without fields beyond those named; each unknown one is a problem of its own, with the nearest name. Spec 4.1. */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  // What is said of each is made where it is told; until then the message is the names that it could have meant.
  const known = Object.keys(shape).join('\n')
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? known : undefined) })
}

/** A list of at most so many, counted before any of them is looked at. */
export function listOf<T extends z.ZodType>(item: T, max: number): z.ZodType<z.output<T>[], z.input<T>[]> {
  const counted = z.array(z.unknown()).max(max, `expected at most ${max}`)
  const list = counted.pipe(z.array(item)) as unknown as z.ZodType<z.output<T>[], z.input<T>[]>
  return shownAs(list, () => z.array(item).max(max))
}

/** Ids of players and components. Spec 4.1. */
export const idSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'expected an id: a letter, then up to 63 letters, digits, _ or -')

/** A name as documents show it. */
export const shownName = () => z.string().min(1).max(64)

/** Names of items, states, lanes and roles: 1 to 64 characters, none of them a control character. Spec 4.2. */
export const nameSchema = shownAs(
  z.string().refine((text) => {
    const characters = [...text]
    return characters.length >= 1 && characters.length <= 64 && !/\p{Cc}/u.test(text)
  }, 'expected a name of 1 to 64 characters without control characters'),
  shownName,
)

/**
 * What players are called: spaces and any script may be in it, but not spaces alone, and no half of a character, which no
 * query could say. Spec 4.14.
 */
export const aliasSchema = z
  .string()
  .max(256)
  .regex(/^(?=\s*\S)[^\p{Cc}\p{Cs}]*$/u, 'expected a name that is not blank, without control characters')

/** An email address, as far as it can be told without sending anything there. */
export const emailSchema = z
  .string()
  .max(254)
  .regex(/^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u, 'expected an email address')

/** What processes and teams are called. */
export const instanceName = z.string().min(1).max(256)

/** A decimal string, as the amount it is. Spec 4: "All amounts are decimal strings". */
export const amountText = shownAs(
  withShorthand(
    z.string().refine((text) => parseAmount(text) !== undefined, 'expected a decimal string such as "10" or "0.5"'),
    numberForText,
  ),
  () => z.string().regex(amountPattern),
)

/** A decimal string, "Infinity" or "-Infinity". */
export const limitText = shownAs(
  withShorthand(
    z
      .string()
      .refine(
        (text) => parseLimit(text) !== undefined,
        'expected an amount such as "10", or "Infinity" or "-Infinity"',
      ),
    numberForText,
  ),
  () => z.string().regex(limitPattern),
)

/** An object whose keys are anybody's names, `__proto__` included: z.record would drop that one. Gives pairs. */
export const namedEntries = shownAs(z.custom<Record<string, unknown>>(isRecord, 'expected an object'), () =>
  z.record(z.string(), z.unknown()),
)

/** A query parameter that is an integer from 0. Spec 4.15 "Paging". */
export const wholeNumber = (name: string, fallback: number) =>
  shownAs(
    z
      .string()
      .optional()
      .transform((text, check) => {
        if (text === undefined) return fallback
        // What no double can hold is no number here either, as in a body.
        if (/^\d+$/.test(text) && Number.isFinite(Number(text))) return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
        check.addIssue(`The '${name}' parameter must be an integer from 0`)
        return z.NEVER
      }),
    () => z.int().min(0).default(fallback),
  )

/** `skip` and `limit` of a paged list. Spec 4.15 "Paging". */
export const paging = { skip: wholeNumber('skip', 0), limit: wholeNumber('limit', 10) }

/** The same of a list that is whole where nothing is said: the documents know no input of it. */
export const pagingOfAll = { skip: paging.skip, limit: wholeNumber('limit', Number.MAX_SAFE_INTEGER) }

/** A query parameter that is an instant, in ms; `invalid_date` where it is none. Spec 5.3. */
export const instantOf = (name: string) =>
  z
    .string()
    .optional()
    .transform((text, check) => {
      if (text === undefined) return undefined
      const at = parseInstant(text)
      if (at !== undefined) return at
      check.addIssue({ code: 'custom', params: { fault: 'invalid_date', name }, message: 'not a date' })
      return z.NEVER
    })

/** `start` and `end` of a feed, in ms. Spec 5.3. */
export const period = { start: instantOf('start'), end: instantOf('end') }

/** A query boolean: `true`, `false`, `1` or `0`. Spec 4.15. */
export const flag = (name: string) =>
  z
    .enum(['true', 'false', '1', '0'], { error: `The '${name}' parameter must be true or false` })
    .optional()
    .transform((text) => text === 'true' || text === '1')

/** The most that one play may count for. Spec 4.16 "Amounts". */
export const MAX_COUNT = 1_000_000

/** How many times an action is played at once. */
export const playCount = z.int().min(1).max(MAX_COUNT)
