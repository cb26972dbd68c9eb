import * as z from 'zod'
import { parseDuration } from './duration.ts'
import { mapFields, isRecord } from './json-value.ts'
import { quoted } from './message-text.ts'
import type { Lazy } from './shown-as.ts'

/**
 * A short form that the files of a project can contain instead of the documented form. Routes do not accept it. Spec
 * 6.1.
 */
export interface Shorthand {
  /**
   * Converts a value to the documented form. Returns a value that is not this shorthand as it is, and `unreadable` for
   * a shorthand that is invalid here.
   */
  readonly read: (value: unknown) => unknown
  /** The schema of the short form, for editors. */
  readonly shown: Lazy<z.ZodType>
}

const shorthands = new WeakMap<z.core.$ZodType, Shorthand>()

/** Registers a shorthand for a schema and returns the schema. */
export function withShorthand<T extends z.ZodType>(schema: T, shorthand: Shorthand): T {
  shorthands.set(schema, shorthand)
  return schema
}

/** Returns the shorthand of a schema, or of the schema that it refines. */
export function shorthandOf(schema: z.core.$ZodType): Shorthand | undefined {
  const { parent } = schema._zod
  return shorthands.get(schema) ?? (parent && shorthandOf(parent))
}

/**
 * Replaces a value that a file cannot contain here. A symbol is not JSON and no schema accepts it, so the schema of the
 * value rejects it. `unreadableMessage` returns the message for that problem.
 */
const unreadable = (message: string): symbol => Symbol(message)

/** Returns why a file cannot contain this value, or undefined for a JSON value. */
export const unreadableMessage = (value: unknown): string | undefined =>
  typeof value === 'symbol' ? value.description : undefined

/** The number of decimal digits that a JSON number always preserves. */
const EXACT_DIGITS = 15

/** Converts a number to the text of an amount, unless JSON may have lost some of its digits. */
function textOf(value: unknown): unknown {
  if (typeof value !== 'number') return value
  const text = String(value)
  const isExact = Number.isSafeInteger(value) || text.replaceAll(/\D/g, '').length <= EXACT_DIGITS
  return isExact && Number.isFinite(value) && !text.includes('e') ? String(value + 0) : inexact
}

const inexact = unreadable(
  'gamify cannot read this number exactly; write it in quotes, with all its digits and without an exponent',
)

/** Keeps safe integers as numbers and converts all other numbers to text. */
export const numberOrText: Shorthand = {
  read: (value) => (Number.isSafeInteger(value) ? value : textOf(value)),
  shown: () => z.number(),
}

/** Accepts `10` instead of `"10"`. */
export const numberForText: Shorthand = { read: textOf, shown: () => z.number() }

/** Accepts numbers as amounts, and in an object of names and amounts. */
export const numbersForTexts: Shorthand = {
  read: (value) => (isRecord(value) ? mapFields(value, textOf) : textOf(value)),
  shown: () => z.union([z.number(), z.record(z.string(), z.union([z.string(), z.number()]))]),
}

const unitNames = { 1: 'milliseconds', 1000: 'seconds' } as const

/** Accepts a duration such as `"1d"` instead of a number of this unit. */
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
