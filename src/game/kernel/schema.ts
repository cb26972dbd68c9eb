import * as z from 'zod'
import { amountPattern, limitPattern, parseAmount, parseLimit } from './decimal.ts'
import { parseInstant } from './instant.ts'
import { isRecord } from './json-value.ts'
import { numberForText, withShorthand } from './shorthand.ts'
import { shownAs } from './shown-as.ts'

/**
 * Returns the schema of an object without other fields. Each unknown field is a problem, whose message suggests the
 * nearest name. Spec 4.1.
 */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  // `reportProblems` makes the messages. Until then, this error has the known names as its message.
  const known = Object.keys(shape).join('\n')
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? known : undefined) })
}

/** Returns the schema of a list of at most `max` items. It checks the length before the items. */
export function listOf<T extends z.ZodType>(item: T, max: number): z.ZodType<z.output<T>[], z.input<T>[]> {
  const counted = z.array(z.unknown()).max(max, `expected at most ${max}`)
  const list = counted.pipe(z.array(item)) as unknown as z.ZodType<z.output<T>[], z.input<T>[]>
  return shownAs(list, () => z.array(item).max(max))
}

/** The ids of players and components. Spec 4.1. */
export const idSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'expected an id: a letter, then up to 63 letters, digits, _ or -')

/** Returns the schema of a name as the documents show it. */
export const shownName = () => z.string().min(1).max(64)

/** The names of items, states, lanes and roles: 1 to 64 characters, without control characters. Spec 4.2. */
export const nameSchema = shownAs(
  z.string().refine((text) => {
    const characters = [...text]
    return characters.length >= 1 && characters.length <= 64 && !/\p{Cc}/u.test(text)
  }, 'expected a name of 1 to 64 characters without control characters'),
  shownName,
)

/**
 * The alias of a player: text in any script, with spaces, that is not blank. It has no lone surrogates, because a query
 * could not contain them. Spec 4.14.
 */
export const aliasSchema = z
  .string()
  .max(256)
  .regex(/^(?=\s*\S)[^\p{Cc}\p{Cs}]*$/u, 'expected a name that is not blank, without control characters')

/** An email address. The pattern is permissive: only sending a message could tell whether the address works. */
export const emailSchema = z
  .string()
  .max(254)
  .regex(/^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u, 'expected an email address')

/** The name of a process or team. */
export const instanceName = z.string().min(1).max(256)

/** A decimal string. Spec 4: "All amounts are decimal strings". */
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

/** An object whose keys are names that users choose. Unlike `z.record`, it keeps the key `__proto__`. */
export const namedEntries = shownAs(z.custom<Record<string, unknown>>(isRecord, 'expected an object'), () =>
  z.record(z.string(), z.unknown()),
)

/** Returns the schema of a query parameter that is an integer from 0. Spec 4.15 "Paging". */
export const wholeNumber = (name: string, fallback: number) =>
  shownAs(
    z
      .string()
      .optional()
      .transform((text, check) => {
        if (text === undefined) return fallback
        // A number that is too large for a double is invalid, as it is in a body.
        if (/^\d+$/.test(text) && Number.isFinite(Number(text))) return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
        check.addIssue(`The '${name}' parameter must be an integer from 0`)
        return z.NEVER
      }),
    () => z.int().min(0).default(fallback),
  )

/** The query parameters `skip` and `limit` of a paged list. Spec 4.15 "Paging". */
export const paging = { skip: wholeNumber('skip', 0), limit: wholeNumber('limit', 10) }

/** The same parameters for a list that is complete by default. The documents do not list them. */
export const optionalPaging = { skip: paging.skip, limit: wholeNumber('limit', Number.MAX_SAFE_INTEGER) }

/**
 * Returns the schema of a query parameter that is an instant, in ms. An invalid one is the fault `invalid_date`. Spec
 * 5.3.
 */
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

/** The query parameters `start` and `end` of a feed, in ms. Spec 5.3. */
export const period = { start: instantOf('start'), end: instantOf('end') }

/** Returns the schema of a boolean query parameter: `true`, `false`, `1` or `0`. Spec 4.15. */
export const flag = (name: string) =>
  z
    .enum(['true', 'false', '1', '0'], { error: `The '${name}' parameter must be true or false` })
    .optional()
    .transform((text) => text === 'true' || text === '1')

/** The maximum count of one play. Spec 4.16 "Amounts". */
export const MAX_COUNT = 1_000_000

/** The number of times that one call plays an action. */
export const playCount = z.int().min(1).max(MAX_COUNT)
