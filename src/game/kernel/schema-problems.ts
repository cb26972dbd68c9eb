import * as z from 'zod'
import { invalid, type Fault } from './fault.ts'
import { quoted, shortName } from './message-text.ts'
import type { Suggest } from './nearest.ts'
import { moreProblems, problemList, spoken, type Words } from './problem-list.ts'
import { unreadableMessage } from './shorthand.ts'
import { synonymOf } from './synonyms.ts'

/** One problem of an input with its path as keys and places. */
export interface PathProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
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

/** The `validation_exception` that names what a schema found wrong with an input. Spec 5.2. */
export function invalidInput(error: z.ZodError): Fault {
  return invalid(problemsOf(error).map(({ path, message }) => ({ path: pathText(path), message })))
}
