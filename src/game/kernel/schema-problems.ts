import * as z from 'zod'
import { invalid, type Fault } from './fault.ts'
import { oneLine, quoted, shortName } from './message-text.ts'
import type { Suggest } from './nearest.ts'
import { moreProblems, problemList, messageText, type LazyMessage } from './problem-list.ts'
import { unreadableMessage } from './shorthand.ts'
import { synonymOf } from './synonyms.ts'

/** One problem of an input. The path consists of keys and indices. */
export interface PathProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Creates an issue of a schema whose message is only made if the issue is reported. */
export function customIssue(path: readonly (string | number)[], message: LazyMessage) {
  return { code: 'custom' as const, path: [...path], params: { message } }
}

/**
 * Returns the issues of a failed parse as problems with their paths: the first MAX_PROBLEMS, then the number of the
 * others.
 */
export function problemsOf(error: z.ZodError): PathProblem[] {
  const problems = problemList<Pick<PathProblem, 'path'>>()
  reportProblems(error, (path, message) => problems.add({ path }, message))
  const { reported, more } = problems
  return more === 0 ? [...reported] : [...reported, { path: [], message: moreProblems(more) }]
}

/** The issues of a failed parse. */
export interface Refusal {
  readonly issues: readonly z.core.$ZodIssue[]
}

/** Calls `report` for each problem of a failed parse. */
export function reportProblems(
  error: Refusal,
  report: (path: PathProblem['path'], message: LazyMessage) => void,
): void {
  for (const issue of error.issues) {
    if (isRedundant(issue, error.issues)) continue
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
    if (issue.code !== 'unrecognized_keys') report(path, (suggest) => messageOf(issue, suggest))
    else for (const key of issue.keys) report([...path, key], unknownField(key, issue.message))
  }
}

/**
 * Whether another issue about the same number makes this one redundant: a number beyond the safe integers also exceeds
 * the bound of its schema, and the message of that bound is more useful.
 */
function isRedundant(issue: z.core.$ZodIssue, issues: readonly z.core.$ZodIssue[]): boolean {
  const isUnsafe = (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int'
  const isSamePath = (other: z.core.$ZodIssue): boolean => other.path.join('\n') === issue.path.join('\n')
  return isUnsafe && issues.some((other) => other !== issue && other.code === issue.code && isSamePath(other))
}

const unknownField =
  (key: string, known: string): LazyMessage =>
  (suggest) =>
    `unknown field ${quoted(key)}${suggest(key, known.split('\n'))}`

/** The beginning of the messages that zod makes for a schema without its own message. */
const ZOD_DEFAULT_MESSAGE = /^(Too big: |Too small: |Invalid input(?:$|: ))/

/** Returns a message with what was expected and what was found. A missing value is called missing, not `undefined`. */
function messageOf(issue: z.core.$ZodIssue, suggest: Suggest): string {
  const unreadable = unreadableMessage(issue.input)
  if (unreadable !== undefined) return unreadable
  const message: unknown = issue.code === 'custom' ? issue.params?.['message'] : undefined
  if (message !== undefined) return messageText(message as LazyMessage, suggest)
  if (issue.code === 'invalid_value') return expectedOneOf(issue.values.map(String), issue.input, suggest)
  if (issue.code === 'invalid_union' && 'options' in issue)
    return expectedOneOf(issue.options.map(String), discriminatorIn(issue), suggest)
  if (!ZOD_DEFAULT_MESSAGE.test(issue.message)) return issue.message
  return issue.code === 'invalid_type' ? expectedType([issue.expected], issue.input) : expectedWithin(issue)
}

/** The JSON names of the types for which zod has another name. */
const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['int', 'whole number'],
  ['record', 'object'],
  ['tuple', 'array'],
])

function expectedType(types: readonly string[], found: unknown): string {
  const expected = `expected ${types.map((type) => TYPE_NAMES.get(type) ?? type).join(' or ')}`
  if (types.includes('int') && Number.isFinite(found)) return `${expected}, found ${String(found)}`
  return found === undefined ? `missing; ${expected}` : `${expected}, found ${typeName(found)}`
}

/** Returns the message of a violated bound, or of a union of types. */
function expectedWithin(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      return boundText(issue.origin, `at most ${issue.maximum}`, issue.maximum)
    case 'too_small':
      return boundText(issue.origin, `at least ${issue.minimum}`, issue.minimum)
    case 'invalid_union':
      return expectedType(
        issue.errors.flat().flatMap((each) => ('expected' in each ? [each.expected] : [])),
        issue.input,
      )
    default:
      return issue.message
  }
}

/** Strings are measured in characters and arrays in items. All other values are numbers. */
function boundText(origin: string, bound: string, limit: number | bigint): string {
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

/** Formats a path as answers contain it: `rewards.0.value`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.map((step) => (typeof step === 'string' ? oneLine(shortName(step)) : step)).join('.')
}

/** Formats a problem in one line: `rewards.0.value: expected …`. Omits an empty path. */
export function messageAt({ path, message }: PathProblem): string {
  return path.length === 0 ? message : `${pathText(path)}: ${message}`
}

/** Returns the `validation_exception` with the problems that a schema found in an input. Spec 5.2. */
export function invalidInput(error: z.ZodError): Fault {
  return invalid(problemsOf(error).map(({ path, message }) => ({ path: pathText(path), message })))
}
