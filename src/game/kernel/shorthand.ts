import * as z from 'zod'
import { parseDuration } from './duration.ts'
import { eachOf, isRecord } from './json-value.ts'
import { quoted } from './message-text.ts'
import type { Lazy } from './shown-as.ts'

/** What the files of a project can hold in place of what the documents show. No route accepts it. Spec 6.1. */
export interface Shorthand {
  /** The documented form; the value itself if it is not this shorthand, `unreadable` if it can mean nothing here. */
  readonly read: (value: unknown) => unknown
  /** What a file can hold instead, for editors. */
  readonly shown: Lazy<z.ZodType>
}

const shorthands = new WeakMap<z.core.$ZodType, Shorthand>()

/** The same schema, for which files can also hold a shorthand. */
export function withShorthand<T extends z.ZodType>(schema: T, shorthand: Shorthand): T {
  shorthands.set(schema, shorthand)
  return schema
}

/** The shorthand of a schema, or of what it was before it was refined. */
export function shorthandOf(schema: z.core.$ZodType): Shorthand | undefined {
  const { parent } = schema._zod
  return shorthands.get(schema) ?? (parent && shorthandOf(parent))
}

/**
 * Takes the place of a value that a file cannot have here. No schema accepts a symbol and JSON has none, so the schema of
 * the value refuses it, and `unreadableMessage` has the words for the problem.
 */
const unreadable = (message: string): symbol => Symbol(message)

/** Why a file cannot have this value; undefined for a value that JSON can hold. */
export const unreadableMessage = (value: unknown): string | undefined =>
  typeof value === 'symbol' ? value.description : undefined

/** Digits that a JSON number keeps, whichever they are. */
const KEPT_DIGITS = 15

/** A number as the text that amounts are written as, unless JSON may have lost digits of it. */
function textOf(value: unknown): unknown {
  if (typeof value !== 'number') return value
  const text = String(value)
  const isKept = Number.isSafeInteger(value) || text.replaceAll(/\D/g, '').length <= KEPT_DIGITS
  return isKept && Number.isFinite(value) && !text.includes('e') ? String(value + 0) : inexact
}

const inexact = unreadable(
  'gamify cannot read this number exactly; write it in quotes, with all its digits and without an exponent',
)

/** A whole number that JSON keeps as it is, any other as text. */
export const numberOrText: Shorthand = {
  read: (value) => (Number.isSafeInteger(value) ? value : textOf(value)),
  shown: () => z.number(),
}

/** Takes `10` where the documents show `"10"`. */
export const numberForText: Shorthand = { read: textOf, shown: () => z.number() }

/** The same for an amount, or an object of names and amounts. */
export const numbersForTexts: Shorthand = {
  read: (value) => (isRecord(value) ? eachOf(value, textOf) : textOf(value)),
  shown: () => z.union([z.number(), z.record(z.string(), z.union([z.string(), z.number()]))]),
}

const unitNames = { 1: 'milliseconds', 1000: 'seconds' } as const

/** Takes `"1d"` where the documents show a number of such units. */
export function durationForNumber(unitMs: keyof typeof unitNames): Shorthand {
  return {
    read: (value) => {
      if (typeof value !== 'string') return value
      const ms = parseDuration(value)
      if (ms !== undefined) return ms / unitMs
      return unreadable(
        `${quoted(value)} is not a valid duration; expected ${unitNames[unitMs]} as a number, or a duration such as "1d"`,
      )
    },
    shown: () => z.string().regex(/^(P.+|(\d+(\.\d+)?(ms|[smhdw]))+)$/),
  }
}
