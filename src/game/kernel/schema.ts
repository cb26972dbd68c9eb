import { z } from 'zod'
import { parseAmount, parseLimit } from './decimal.ts'
import { suggestion } from './nearest.ts'
import { parseInstant } from './instant.ts'

/** Levels of nesting that a body or a design file may have; deeper ones are refused before anything walks them. */
export const MAX_DEPTH = 64

/** Whether `value`, as JSON.parse gave it, is nested deeper than `MAX_DEPTH`. Does not recurse itself. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    level = level.flatMap((part): unknown[] => (typeof part === 'object' && part !== null ? Object.values(part) : []))
    if (level.length === 0) return false
  }
  return true
}

/** Problems of one input that are told. */
const MAX_PROBLEMS = 100

/** One problem of an input with its path as keys and places. */
export interface PathProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** An object without fields beyond those named; each unknown one is a problem of its own, with the nearest name. Spec 4.1. */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, MAX_PROBLEMS)
            .map((key) => unknownField(key, Object.keys(shape)))
            .join('\n')
        : undefined,
  })
}

/** Names of fields, which may be anything, are told up to so many characters. */
const MAX_TOLD = 100

/** The name of a field as problems tell it. */
export const shortName = (name: string): string => (name.length > MAX_TOLD ? `${name.slice(0, MAX_TOLD)}…` : name)

/** On one line each, whatever the field is called. */
const unknownField = (key: string, known: readonly string[]): string =>
  `unknown field '${shortName(key).replaceAll('\n', '\\n')}'${suggestion(key, known)}`

/** The issues of a failed parse as problems, each at the spot it is about; the first hundred are enough for anybody. */
export function problemsOf(error: z.ZodError): PathProblem[] {
  return error.issues.slice(0, MAX_PROBLEMS).flatMap(problemsOfIssue).slice(0, MAX_PROBLEMS)
}

/** A list of at most so many, counted before any of them is looked at. */
export function listOf<T extends z.ZodType>(item: T, max: number): z.ZodType<z.output<T>[], z.input<T>[]> {
  const counted = z.array(z.unknown()).max(max, `expected at most ${max}`)
  return counted.pipe(z.array(item)) as unknown as z.ZodType<z.output<T>[], z.input<T>[]>
}

function problemsOfIssue(issue: z.core.$ZodIssue): PathProblem[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
  if (issue.code === 'unrecognized_keys') {
    const messages = issue.message.split('\n')
    return issue.keys
      .slice(0, MAX_PROBLEMS)
      .map((key, i) => ({ path: [...path, key], message: messages[i] ?? issue.message }))
  }
  return [{ path, message: readable(issue) }]
}

/** What zod says where a schema has no words of its own. */
const ZOD_VOICE = /^(Too big: |Too small: |Invalid input$)/

/** Says what was expected and what was found, in place of a type that `undefined` has not. */
function readable(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return expectedOneOf(issue.values.map(String), issue.input)
  if (issue.code === 'invalid_union' && 'options' in issue)
    return expectedOneOf(issue.options.map(String), discriminatorIn(issue))
  if (ZOD_VOICE.test(issue.message)) return expectedWithin(issue)
  if (issue.code !== 'invalid_type') return issue.message
  return expectedType([issue.expected], issue.input)
}

function expectedType(types: readonly string[], found: unknown): string {
  const expected = `expected ${types.map((type) => (type === 'int' ? 'whole number' : type)).join(' or ')}`
  return found === undefined ? `missing; ${expected}` : `${expected}, found ${typeName(found)}`
}

/** What a bound allows, or the types of which a value must be one. */
function expectedWithin(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      return amountOf(issue.origin, `at most ${issue.maximum}`, issue.maximum)
    case 'too_small':
      return amountOf(issue.origin, `at least ${issue.minimum}`, issue.minimum)
    case 'invalid_union':
      return expectedType(
        issue.errors.flat().flatMap((each) => ('expected' in each ? [each.expected] : [])),
        issue.input,
      )
    default:
      return issue.message
  }
}

/** Texts are measured in characters and lists in items; all else is measured by itself. */
function amountOf(origin: string, bound: string, limit: number | bigint): string {
  const unit = { string: 'character', array: 'item' }[origin]
  if (unit === undefined) return `expected a number of ${bound}`
  return `expected ${bound} ${unit}${limit === 1 ? '' : 's'}`
}

function discriminatorIn({
  input,
  discriminator = '',
}: {
  input?: unknown
  discriminator?: string | undefined
}): unknown {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>)[discriminator] : undefined
}

function expectedOneOf(values: readonly string[], found: unknown): string {
  const expected = `expected ${values.length > 1 ? 'one of ' : ''}${values.map((value) => `'${value}'`).join(', ')}`
  if (found === undefined) return `missing; ${expected}`
  return typeof found === 'string' ? `${expected}${suggestion(found, values)}` : `${expected}, found ${typeName(found)}`
}

const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** `rewards.0.value`: a path as answers write it. */
export function pathText(path: readonly (string | number)[]): string {
  return path.join('.')
}

/** Ids of players and components. Spec 4.1. */
export const idSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'expected an id: a letter, then up to 63 letters, digits, _ or -')

/** Names of items, states, lanes and roles: 1 to 64 characters, none of them a control character. Spec 4.2. */
export const nameSchema = z.string().refine((text) => {
  const characters = [...text]
  return characters.length >= 1 && characters.length <= 64 && !/\p{Cc}/u.test(text)
}, 'expected a name of 1 to 64 characters without control characters')

/** A decimal string, as the amount it is. Spec 4: "All amounts are decimal strings". */
export const amountText = z
  .string()
  .refine((text) => parseAmount(text) !== undefined, 'expected a decimal string such as "10" or "0.5"')

/** A decimal string, "Infinity" or "-Infinity". */
export const limitText = z
  .string()
  .refine((text) => parseLimit(text) !== undefined, 'expected a decimal string, "Infinity" or "-Infinity"')

/** An object whose keys are anybody's names, `__proto__` included: z.record would drop that one. Gives pairs. */
export const namedEntries = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected an object',
)

const wholeNumber = (name: string, fallback: number) =>
  z
    .string()
    .optional()
    .transform((text, check) => {
      if (text === undefined) return fallback
      // What no double can hold is no number here either, as in a body.
      if (/^\d+$/.test(text) && Number.isFinite(Number(text))) return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
      check.addIssue(`The '${name}' parameter must be an integer from 0`)
      return z.NEVER
    })

/** `skip` and `limit` of a paged list. Spec 4.15 "Paging". */
export const paging = { skip: wholeNumber('skip', 0), limit: wholeNumber('limit', 10) }

const instantOf = (name: string) =>
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
