import type * as z from 'zod'
import { nearest } from '../kernel/nearest.ts'
import type { Refusal } from '../kernel/schema-problems.ts'
import { synonymOf } from '../kernel/synonyms.ts'

type Path = readonly (string | number)[]

/**
 * An invalid component in which each mistake is replaced by something valid, so that the rest of it can be checked too.
 * The game never uses it.
 */
export interface Repaired<T> {
  readonly design: T
  /** What the design was parsed from: the component as its author wrote it, with each mistake repaired. */
  readonly value: unknown
  /** The issues that only appeared after other mistakes were repaired. */
  readonly found: readonly z.core.$ZodIssue[]
  /** Whether a problem at this path, or with an absent name of this kind, may result from a repaired mistake. */
  readonly mayFollow: (path: Path, absent: readonly [kind: string, id: string] | undefined) => boolean
}

/** The number of parsing attempts that are still allowed, for all components of a design. */
export interface Budget {
  remaining: number
}

/**
 * Returns what the author most likely meant, for a problem at this path that comes from a mistake elsewhere in the
 * value.
 */
export type Suggestion = (value: unknown, path: Path) => { readonly path: Path; readonly value: unknown } | undefined

/** The maximum number of values in a component that is repaired. */
const MAX_VALUES = 2000

/**
 * Returns values that a schema may accept in place of one that it rejects. The name differs each time, because many
 * names must be unique.
 */
const replacements = ({ remaining }: Budget): readonly unknown[] => [`x${remaining}`, '0', 0, true, [], {}]

/**
 * Repairs a component that a schema rejects. Returns undefined if that takes more attempts than the budget allows, or
 * is not possible.
 */
export function repair<T>(
  schema: z.ZodType<T>,
  value: unknown,
  error: Refusal,
  budget: Budget,
  meant: Suggestion = () => undefined,
): Repaired<T> | undefined {
  if (countOf(value) > MAX_VALUES) return undefined
  const known = new Set(error.issues.map(nameOf))
  const found: z.core.$ZodIssue[] = []
  const mistakes: MistakeOfIssue[] = []
  let now = value
  let [issue] = error.issues
  while (issue) {
    const next = repairIssue(schema, now, issue, { budget, meant })
    if (!next) return undefined
    const name = nameOf(issue)
    mistakes.push(...next.mistakes.map((each) => ({ ...each, issue: name })))
    now = next.value
    const { parsed } = next
    if (parsed.success) {
      const mayFollow: Repaired<T>['mayFollow'] = (...of) => follows(mistakes, ...of)
      return { design: parsed.data, value: now, found: found.filter((other) => !isResult(other, mistakes)), mayFollow }
    }
    for (const other of parsed.error.issues) {
      if (!known.has(nameOf(other))) found.push(other)
      known.add(nameOf(other))
    }
    ;[issue] = parsed.error.issues
  }
  return undefined
}

/** A mistake that was repaired. */
interface Mistake {
  readonly path: Path
  /**
   * The part of the component in which a check that compares values may see the replacement; undefined if there is
   * none.
   */
  readonly compared?: Path
  /**
   * Whether the replacement decides which fields that part has, so that any problem in it may result from the
   * replacement.
   */
  readonly isGuess?: boolean
}

interface MistakeOfIssue extends Mistake {
  /** The name of the repaired issue. */
  readonly issue: string
}

const nameOf = ({ code, path, message, ...more }: z.core.$ZodIssue): string =>
  JSON.stringify([code, path.map(String), message, 'params' in more ? more.params : null])

/** Whether an issue may result from the replacements for other issues. */
function isResult(issue: z.core.$ZodIssue, mistakes: readonly MistakeOfIssue[]): boolean {
  const path = pathOf(issue)
  const others = mistakes.filter((each) => each.issue !== nameOf(issue))
  const isCompared = issue.code === 'custom' && others.some(({ compared }) => compared && isWithin(path, compared))
  return isCompared || follows(others, path, undefined)
}

function follows(
  mistakes: readonly Mistake[],
  path: Path,
  absent: readonly [kind: string, id: string] | undefined,
): boolean {
  return mistakes.some(
    (each) =>
      isWithin(each.path, path) ||
      isWithin(path, each.path) ||
      (each.isGuess && isWithin(path, each.compared ?? [])) ||
      (absent?.[0] === 'variables' && each.path[0] === 'variables'),
  )
}

const isWithin = (path: Path, outer: Path): boolean => outer.every((step, i) => step === path[i])

interface Attempt<T> {
  readonly value: unknown
  readonly parsed: z.ZodSafeParseResult<T>
  readonly mistakes: readonly Mistake[]
}

interface RepairOptions {
  readonly budget: Budget
  readonly meant: Suggestion
}

/** Repairs one mistake, and parses the result. */
function repairIssue<T>(
  schema: z.ZodType<T>,
  value: unknown,
  issue: z.core.$ZodIssue,
  { budget, meant }: RepairOptions,
): Attempt<T> | undefined {
  const path = pathOf(issue)
  const instead = meant(value, path)
  if (instead) return attemptParse(schema, withAt(value, instead.path, instead.value), [{ path: instead.path }], budget)
  if (issue.code === 'unrecognized_keys') {
    const removals = issue.keys.map((key) => withoutUnknownField(value, path, key, issue.message.split('\n')))
    const last = removals.reduce((now, remove) => remove(now), { value, mistakes: [] as readonly Mistake[] })
    return attemptParse(schema, last.value, last.mistakes, budget)
  }
  // If no replacement is accepted, the value that contains the mistake is replaced.
  for (let outer = path; outer.length > 0; outer = outer.slice(0, -1)) {
    const isWhole = isObject(at(value, outer)) || (issue.code === 'invalid_type' && WHOLES.has(issue.expected))
    const position = { path: outer, isWhole, all: replacementsOf(issue, value, outer, budget) }
    const attempt = withReplacement(schema, value, position, budget)
    if (attempt) return attempt
  }
  return undefined
}

/** The types of values that have parts. */
const WHOLES: ReadonlySet<string> = new Set(['array', 'object', 'record', 'tuple'])

interface ValuePosition {
  readonly path: Path
  /** Whether the value has parts or should have parts, which others may refer to. */
  readonly isWhole: boolean
  /** The possible replacements for the value. */
  readonly all: readonly Replacement[]
}

/** Uses the first replacement at this path that the schema accepts, or that only lacks parts of its own. */
function withReplacement<T>(
  schema: z.ZodType<T>,
  value: unknown,
  { path, isWhole, all }: ValuePosition,
  budget: Budget,
): Attempt<T> | undefined {
  for (const { value: replacement, isGuess = false } of all) {
    const compared = isGuess ? path.slice(0, -1) : isWhole || isObject(replacement) ? comparedIn(path) : undefined
    const next = attemptParse(
      schema,
      withAt(value, path, replacement),
      [{ path, ...(compared && { compared }), isGuess }],
      budget,
    )
    if (!next) return undefined
    const { error } = next.parsed
    const remaining = error?.issues.map(pathOf).filter((other) => isWithin(other, path)) ?? []
    const lacksParts =
      isObject(replacement) && !Array.isArray(replacement) && remaining.every(({ length }) => length > path.length)
    if (remaining.length === 0 || lacksParts) return next
  }
  return undefined
}

/**
 * Returns the part in which the value at a path may be compared. A part of a rule is only referred to within the rule.
 * Any other part can have a name that is used anywhere.
 */
const comparedIn = (path: Path): Path => (path[0] === 'rules' ? path.slice(0, -1) : [])

function attemptParse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  mistakes: readonly Mistake[],
  budget: Budget,
): Attempt<T> | undefined {
  budget.remaining -= 1
  return budget.remaining < 0 ? undefined : { value, mistakes, parsed: schema.safeParse(value, { reportInput: true }) }
}

const pathOf = ({ path }: z.core.$ZodIssue): Path =>
  path.map((step) => (typeof step === 'symbol' ? String(step) : step))

/** Removes an unknown field. If the field that was meant is missing, it gets the value. */
function withoutUnknownField(value: unknown, path: Path, key: string, known: readonly string[]) {
  return (now: { readonly value: unknown; readonly mistakes: readonly Mistake[] }) => {
    const meant = nearest(key, known)
    const isFree = meant !== undefined && at(now.value, [...path, meant]) === undefined
    const remaining = withAt(now.value, [...path, key], undefined)
    const mistakes = [...now.mistakes, { path: [...path, isFree ? meant : key], ...(isFree && { compared: path }) }]
    return { value: isFree ? withAt(remaining, [...path, meant], at(value, [...path, key])) : remaining, mistakes }
  }
}

interface Replacement {
  readonly value: unknown
  /** Whether the other fields depend on this value, and it may be the wrong one. */
  readonly isGuess?: boolean
}

/** Returns the possible replacements for a value: what was most likely meant, nothing, or a value of any type. */
function replacementsOf(issue: z.core.$ZodIssue, value: unknown, path: Path, budget: Budget): readonly Replacement[] {
  const before = at(value, path)
  const isOfIssue = path.length === issue.path.length
  const values = isOfIssue && (issue.code === 'invalid_value' ? issue.values : optionsOf(issue))
  if (!values)
    return [...(before === undefined ? [] : [undefined]), ...replacements(budget)].map((each) => ({ value: each }))
  const meant = typeof before === 'string' ? meantBy(before, values.map(String)) : undefined
  // The type decides which other fields there are.
  const [first] = values
  const any: readonly Replacement[] =
    path.at(-1) === 'type' ? [{ value: first, isGuess: true }] : [{ value: undefined }, { value: first }]
  return [...(meant === undefined ? [] : [{ value: meant }]), ...any]
}

const meantBy = (word: string, values: readonly string[]): string | undefined =>
  synonymOf(word, values) ?? nearest(word, values)

const optionsOf = (issue: z.core.$ZodIssue): readonly unknown[] | undefined =>
  issue.code === 'invalid_union' && 'options' in issue ? (issue.options as readonly unknown[]) : undefined

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (part, step) =>
      isObject(part) && Object.hasOwn(part, step) ? (part as Record<string | number, unknown>)[step] : undefined,
    value,
  )

/** Returns a copy of the value with another value at a path. Removes the field if that value is undefined. */
function withAt(value: unknown, [step, ...rest]: Path, next: unknown): unknown {
  if (step === undefined) return next
  const inner = withAt(at(value, [step]), rest, next)
  if (Array.isArray(value)) return value.map((element: unknown, index) => (index === step ? inner : element))
  const fields = isObject(value) ? Object.entries(value).filter(([name]) => name !== step) : []
  return Object.fromEntries(inner === undefined ? fields : [...fields, [String(step), inner]])
}

/** Returns the number of values in a value. */
function countOf(value: unknown): number {
  if (!isObject(value)) return 1
  return Object.values(value).reduce<number>((count, part) => count + countOf(part), 1)
}
