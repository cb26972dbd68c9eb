import * as z from 'zod'
import { amountPattern, limitPattern, parseAmount, parseLimit } from './decimal.ts'
import type { Suggest } from './nearest.ts'
import { parseInstant } from './instant.ts'
import { isRecord } from './is-record.ts'
import { quoted, shortName } from './short-name.ts'
import { numberForText, unreadableMessage, withShorthand } from './shorthand.ts'
import { shownAs } from './shown-as.ts'
import { moreProblems, problemList, spoken, type Words } from './problem-list.ts'
import { synonymOf } from './synonyms.ts'

/** Levels of nesting that a body or a design file may have; deeper ones are refused before anything walks them. */
export const MAX_DEPTH = 64

/** Whether `value`, as JSON.parse gave it, is nested deeper than `MAX_DEPTH`. Goes no deeper itself. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return depth === MAX_DEPTH ? parts.length > 0 : parts.some((part) => isTooDeep(part, depth + 1))
}

/** One problem of an input with its path as keys and places. */
export interface PathProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** An object without fields beyond those named; each unknown one is a problem of its own, with the nearest name. Spec 4.1. */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  // What is said of each is made where it is told; until then the message is the names that it could have meant.
  const known = Object.keys(shape).join('\n')
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? known : undefined) })
}

/** An issue of a schema whose words are made only if it is told. */
export function customIssue(path: readonly (string | number)[], words: Words) {
  return { code: 'custom' as const, path: [...path], params: { words } }
}

/** The issues of a failed parse as problems, each at the spot it is about: the first hundred, then how many more there are. */
export function problemsOf(error: z.ZodError): PathProblem[] {
  const problems = problemList<Pick<PathProblem, 'path'>>()
  reportProblems(error, (path, words) => problems.add({ path }, words))
  const { told, more } = problems
  return more === 0 ? [...told] : [...told, { path: [], message: moreProblems(more) }]
}

/** What a schema refuses. */
export interface Refusal {
  readonly issues: readonly z.core.$ZodIssue[]
}

/** Tells of each problem of a failed parse. */
export function reportProblems(error: Refusal, report: (path: PathProblem['path'], words: Words) => void): void {
  for (const issue of error.issues) {
    if (isOutdone(issue, error.issues)) continue
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
    if (issue.code !== 'unrecognized_keys') report(path, (suggest) => readable(issue, suggest))
    else for (const key of issue.keys) report([...path, key], unknownField(key, issue.message))
  }
}

/** Whether a number is beyond what is safely whole, and so beyond a bound of its own too, which says more. */
function isOutdone(issue: z.core.$ZodIssue, issues: readonly z.core.$ZodIssue[]): boolean {
  const isUnsafe = (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int'
  const isSameSpot = (other: z.core.$ZodIssue): boolean => other.path.join('\n') === issue.path.join('\n')
  return isUnsafe && issues.some((other) => other !== issue && other.code === issue.code && isSameSpot(other))
}

const unknownField =
  (key: string, known: string): Words =>
  (suggest) =>
    `unknown field ${quoted(key)}${suggest(key, known.split('\n'))}`

/** A list of at most so many, counted before any of them is looked at. */
export function listOf<T extends z.ZodType>(item: T, max: number): z.ZodType<z.output<T>[], z.input<T>[]> {
  const counted = z.array(z.unknown()).max(max, `expected at most ${max}`)
  const list = counted.pipe(z.array(item)) as unknown as z.ZodType<z.output<T>[], z.input<T>[]>
  return shownAs(list, () => z.array(item).max(max))
}

/** What zod says where a schema has no words of its own. */
const ZOD_VOICE = /^(Too big: |Too small: |Invalid input(?:$|: ))/

/** Says what was expected and what was found, in place of a type that `undefined` has not. */
function readable(issue: z.core.$ZodIssue, suggest: Suggest): string {
  const unreadable = unreadableMessage(issue.input)
  if (unreadable !== undefined) return unreadable
  const words: unknown = issue.code === 'custom' ? issue.params?.['words'] : undefined
  if (words !== undefined) return spoken(words as Words, suggest)
  if (issue.code === 'invalid_value') return expectedOneOf(issue.values.map(String), issue.input, suggest)
  if (issue.code === 'invalid_union' && 'options' in issue)
    return expectedOneOf(issue.options.map(String), discriminatorIn(issue), suggest)
  if (!ZOD_VOICE.test(issue.message)) return issue.message
  return issue.code === 'invalid_type' ? expectedType([issue.expected], issue.input) : expectedWithin(issue)
}

/** What zod calls otherwise than JSON does. */
const SPOKEN: ReadonlyMap<string, string> = new Map([
  ['int', 'whole number'],
  ['record', 'object'],
  ['tuple', 'array'],
])

function expectedType(types: readonly string[], found: unknown): string {
  const expected = `expected ${types.map((type) => SPOKEN.get(type) ?? type).join(' or ')}`
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

function expectedOneOf(values: readonly string[], found: unknown, suggest: Suggest): string {
  const expected = `expected ${values.length > 1 ? 'one of ' : ''}${values.map((value) => `'${value}'`).join(', ')}`
  if (found === undefined) return `missing; ${expected}`
  if (typeof found !== 'string') return `${expected}, found ${typeName(found)}`
  const meant = synonymOf(found, values)
  return `${expected}${meant === undefined ? suggest(found, values) : ` (did you mean '${meant}'?)`}`
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (value === Infinity || value === -Infinity) return 'a number that is too large'
  return Array.isArray(value) ? 'array' : typeof value
}

/** `rewards.0.value`: a path as answers write it. */
export function pathText(path: readonly (string | number)[]): string {
  return path.map((step) => (typeof step === 'string' ? shortName(step) : step)).join('.')
}

/** `rewards.0.value: expected …`: a problem in one line, its path left out where it is of the whole. */
export function messageAt({ path, message }: PathProblem): string {
  return path.length === 0 ? message : `${pathText(path)}: ${message}`
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
