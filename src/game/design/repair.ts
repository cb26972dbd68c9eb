import type * as z from 'zod'
import { nearest } from '../kernel/nearest.ts'
import type { Refusal } from '../kernel/schema-problems.ts'
import { synonymOf } from '../kernel/synonyms.ts'

type Path = readonly (string | number)[]

/**
 * A component that is wrong in itself with something right in the place of each mistake, so that the rest of it can be
 * looked at too. Nothing is ever played by it.
 */
export interface Repaired<T> {
  readonly design: T
  /** What the design was parsed from: the component as its author wrote it, with each mistake mended. */
  readonly value: unknown
  /** What only a check of the whole found, which the other mistakes kept from being made. */
  readonly found: readonly z.core.$ZodIssue[]
  /** Whether a problem at this place, or with a name of this kind, may follow from a mistake that was mended. */
  readonly mayFollow: (path: Path, absent: readonly [kind: string, id: string] | undefined) => boolean
}

/** How often a component may still be read again, for all components of a design. */
export interface Budget {
  left: number
}

/** What the author most likely meant, for a problem at this place that comes from a mistake elsewhere in the value. */
export type Meant = (value: unknown, path: Path) => { readonly path: Path; readonly value: unknown } | undefined

/** Values in a component that is read again and again. */
const MAX_VALUES = 2000

/** What a schema may accept in the place of a value that it refuses; names differ, for many must. */
const standIns = ({ left }: Budget): readonly unknown[] => [`x${left}`, '0', 0, true, [], {}]

/** Mends a component that a schema refuses; undefined where that takes more than a few tries, or is not possible. */
export function repair<T>(
  schema: z.ZodType<T>,
  value: unknown,
  error: Refusal,
  budget: Budget,
  meant: Meant = () => undefined,
): Repaired<T> | undefined {
  if (countOf(value) > MAX_VALUES) return undefined
  const known = new Set(error.issues.map(nameOf))
  const found: z.core.$ZodIssue[] = []
  const mended: MendedIssue[] = []
  let now = value
  let [issue] = error.issues
  while (issue) {
    const next = mend(schema, now, issue, { budget, meant })
    if (!next) return undefined
    const name = nameOf(issue)
    mended.push(...next.mended.map((each) => ({ ...each, issue: name })))
    now = next.value
    const { parsed } = next
    if (parsed.success) {
      const mayFollow: Repaired<T>['mayFollow'] = (...of) => follows(mended, ...of)
      return { design: parsed.data, value: now, found: found.filter((other) => !isResult(other, mended)), mayFollow }
    }
    for (const other of parsed.error.issues) {
      if (!known.has(nameOf(other))) found.push(other)
      known.add(nameOf(other))
    }
    ;[issue] = parsed.error.issues
  }
  return undefined
}

/** A mistake that was mended. */
interface Mended {
  readonly path: Path
  /** The part of the component where a check that compares values may see the stand-in; undefined if none does. */
  readonly compared?: Path
  /** Whether the stand-in decides which fields that part has, so that any problem in it may follow. */
  readonly isGuess?: boolean
}

interface MendedIssue extends Mended {
  /** The name of the issue that it mends. */
  readonly issue: string
}

const nameOf = ({ code, path, message, ...more }: z.core.$ZodIssue): string =>
  JSON.stringify([code, path.map(String), message, 'params' in more ? more.params : null])

/** Whether an issue may result from stand-ins other than its own. */
function isResult(issue: z.core.$ZodIssue, mended: readonly MendedIssue[]): boolean {
  const path = pathOf(issue)
  const others = mended.filter((each) => each.issue !== nameOf(issue))
  const isCompared = issue.code === 'custom' && others.some(({ compared }) => compared && isWithin(path, compared))
  return isCompared || follows(others, path, undefined)
}

function follows(
  mended: readonly Mended[],
  path: Path,
  absent: readonly [kind: string, id: string] | undefined,
): boolean {
  return mended.some(
    (each) =>
      isWithin(each.path, path) ||
      isWithin(path, each.path) ||
      (each.isGuess && isWithin(path, each.compared ?? [])) ||
      (absent?.[0] === 'variables' && each.path[0] === 'variables'),
  )
}

const isWithin = (path: Path, outer: Path): boolean => outer.every((step, i) => step === path[i])

interface Mending<T> {
  readonly value: unknown
  readonly parsed: z.ZodSafeParseResult<T>
  readonly mended: readonly Mended[]
}

interface Means {
  readonly budget: Budget
  readonly meant: Meant
}

/** The value with one mistake mended, and what the schema says of it. */
function mend<T>(
  schema: z.ZodType<T>,
  value: unknown,
  issue: z.core.$ZodIssue,
  { budget, meant }: Means,
): Mending<T> | undefined {
  const path = pathOf(issue)
  const instead = meant(value, path)
  if (instead) return tried(schema, withAt(value, instead.path, instead.value), [{ path: instead.path }], budget)
  if (issue.code === 'unrecognized_keys') {
    const attempts = issue.keys.map((key) => withoutStranger(value, path, key, issue.message.split('\n')))
    const last = attempts.reduce((now, attempt) => attempt(now), { value, mended: [] as readonly Mended[] })
    return tried(schema, last.value, last.mended, budget)
  }
  // What no stand-in takes the place of goes with the value that holds it.
  for (let outer = path; outer.length > 0; outer = outer.slice(0, -1)) {
    const isWhole = isObject(at(value, outer)) || (issue.code === 'invalid_type' && WHOLES.has(issue.expected))
    const place = { path: outer, isWhole, all: standInsOf(issue, value, outer, budget) }
    const mending = withStandIn(schema, value, place, budget)
    if (mending) return mending
  }
  return undefined
}

/** Types of values that have parts. */
const WHOLES: ReadonlySet<string> = new Set(['array', 'object', 'record', 'tuple'])

interface ValuePosition {
  readonly path: Path
  /** Whether a value with parts is or should be here: others may refer to those. */
  readonly isWhole: boolean
  /** What can stand in for the value. */
  readonly all: readonly StandIn[]
}

/** The value with the first stand-in at this place that the schema accepts, or that lacks only parts of its own. */
function withStandIn<T>(
  schema: z.ZodType<T>,
  value: unknown,
  { path, isWhole, all }: ValuePosition,
  budget: Budget,
): Mending<T> | undefined {
  for (const { value: standIn, isGuess = false } of all) {
    const compared = isGuess ? path.slice(0, -1) : isWhole || isObject(standIn) ? comparedIn(path) : undefined
    const next = tried(schema, withAt(value, path, standIn), [{ path, ...(compared && { compared }), isGuess }], budget)
    if (!next) return undefined
    const { error } = next.parsed
    const left = error?.issues.map(pathOf).filter((other) => isWithin(other, path)) ?? []
    const lacksParts = isObject(standIn) && !Array.isArray(standIn) && left.every(({ length }) => length > path.length)
    if (left.length === 0 || lacksParts) return next
  }
  return undefined
}

/** Nothing refers to a part of a rule from outside of what holds it; any other part may have a name. */
const comparedIn = (path: Path): Path => (path[0] === 'rules' ? path.slice(0, -1) : [])

function tried<T>(
  schema: z.ZodType<T>,
  value: unknown,
  mended: readonly Mended[],
  budget: Budget,
): Mending<T> | undefined {
  budget.left -= 1
  return budget.left < 0 ? undefined : { value, mended, parsed: schema.safeParse(value, { reportInput: true }) }
}

const pathOf = ({ path }: z.core.$ZodIssue): Path =>
  path.map((step) => (typeof step === 'symbol' ? String(step) : step))

/** An unknown field goes; what it holds counts as the field that it was meant to be, where that is not there. */
function withoutStranger(value: unknown, path: Path, key: string, known: readonly string[]) {
  return (now: { readonly value: unknown; readonly mended: readonly Mended[] }) => {
    const meant = nearest(key, known)
    const isFree = meant !== undefined && at(now.value, [...path, meant]) === undefined
    const left = withAt(now.value, [...path, key], undefined)
    const mended = [...now.mended, { path: [...path, isFree ? meant : key], ...(isFree && { compared: path }) }]
    return { value: isFree ? withAt(left, [...path, meant], at(value, [...path, key])) : left, mended }
  }
}

interface StandIn {
  readonly value: unknown
  /** Whether what else there is depends on this value, and nothing says that it is the right one. */
  readonly isGuess?: boolean
}

/** What may stand in for a value: what was most likely meant, nothing, or something of any type. */
function standInsOf(issue: z.core.$ZodIssue, value: unknown, path: Path, budget: Budget): readonly StandIn[] {
  const before = at(value, path)
  const isOfIssue = path.length === issue.path.length
  const values = isOfIssue && (issue.code === 'invalid_value' ? issue.values : optionsOf(issue))
  if (!values) return [...(before === undefined ? [] : [undefined]), ...standIns(budget)].map((any) => ({ value: any }))
  const meant = typeof before === 'string' ? meantBy(before, values.map(String)) : undefined
  // Of what type something is decides what else there is in it.
  const [first] = values
  const any: readonly StandIn[] =
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

/** The value with another one at a path; a field without a value goes. */
function withAt(value: unknown, [step, ...rest]: Path, next: unknown): unknown {
  if (step === undefined) return next
  const inner = withAt(at(value, [step]), rest, next)
  if (Array.isArray(value)) return value.map((element: unknown, place) => (place === step ? inner : element))
  const fields = isObject(value) ? Object.entries(value).filter(([name]) => name !== step) : []
  return Object.fromEntries(inner === undefined ? fields : [...fields, [String(step), inner]])
}

/** How many values there are in a value. */
function countOf(value: unknown): number {
  if (!isObject(value)) return 1
  return Object.values(value).reduce<number>((count, part) => count + countOf(part), 1)
}
