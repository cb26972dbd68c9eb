import type * as z from 'zod'
import { nearest } from '../kernel/nearest.ts'
import type { Refusal } from '../kernel/schema.ts'

type Path = readonly (string | number)[]

/**
 * A component that is wrong in itself with something right in the place of each mistake, so that the rest of it can be
 * looked at too. Nothing is ever played by it.
 */
export interface Repaired<T> {
  readonly design: T
  /** What only a check of the whole found, which the other mistakes kept from being made. */
  readonly found: readonly z.core.$ZodIssue[]
  /** Whether a problem at this place, or with a name of this kind, may follow from a mistake that was mended. */
  readonly mayFollow: (path: Path, absent: readonly [kind: string, id: string] | undefined) => boolean
}

/** How often a component may still be read again, for all components of a design. */
export interface Budget {
  left: number
}

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
): Repaired<T> | undefined {
  if (countOf(value) > MAX_VALUES) return undefined
  const known = new Set(error.issues.map(nameOf))
  const found: z.core.$ZodIssue[] = []
  const mended: Mended[] = []
  let now = value
  let [issue] = error.issues
  while (issue) {
    const next = mend(schema, now, issue, budget)
    if (!next) return undefined
    mended.push(...next.mended)
    now = next.value
    const { parsed } = next
    if (parsed.success) {
      const mayFollow: Repaired<T>['mayFollow'] = (...of) => follows(mended, ...of)
      const isSound = mended.every(({ isWhole }) => !isWhole)
      const sound = isSound ? found.filter((other) => !mayFollow(pathOf(other), undefined)) : []
      return { design: parsed.data, found: sound, mayFollow }
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
  /** Whether more went with it than one value that others can do without. */
  readonly isWhole: boolean
}

const nameOf = ({ code, path, message }: z.core.$ZodIssue): string => JSON.stringify([code, path.map(String), message])

function follows(
  mended: readonly Mended[],
  path: Path,
  absent: readonly [kind: string, id: string] | undefined,
): boolean {
  return mended.some(
    (each) =>
      isWithin(each.path, path) ||
      isWithin(path, each.path) ||
      (absent?.[0] === 'variables' && each.path[0] === 'variables'),
  )
}

const isWithin = (path: Path, outer: Path): boolean => outer.every((step, i) => step === path[i])

interface Mending<T> {
  readonly value: unknown
  readonly parsed: z.ZodSafeParseResult<T>
  readonly mended: readonly Mended[]
}

/** The value with one mistake mended, and what the schema says of it. */
function mend<T>(
  schema: z.ZodType<T>,
  value: unknown,
  issue: z.core.$ZodIssue,
  budget: Budget,
): Mending<T> | undefined {
  const path = pathOf(issue)
  if (issue.code === 'unrecognized_keys') {
    const attempts = issue.keys.map((key) => withoutStranger(value, path, key, issue.message.split('\n')))
    const last = attempts.reduce((now, attempt) => attempt(now), { value, mended: [] as readonly Mended[] })
    return tried(schema, last.value, last.mended, budget)
  }
  const before = at(value, path)
  for (const standIn of standInsOf(issue, before, budget)) {
    const isWhole = isObject(before) || isObject(standIn)
    const next = tried(schema, withAt(value, path, standIn), [{ path, isWhole }], budget)
    if (!next) return undefined
    const isMended = next.parsed.success || !next.parsed.error.issues.some((other) => isWithin(pathOf(other), path))
    if (isMended) return next
  }
  return undefined
}

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
    const mended = [...now.mended, { path: [...path, isFree ? meant : key], isWhole: isFree }]
    return { value: isFree ? withAt(left, [...path, meant], at(value, [...path, key])) : left, mended }
  }
}

/** What may stand in for a value: what was most likely meant, nothing, or something of any type. */
function standInsOf(issue: z.core.$ZodIssue, before: unknown, budget: Budget): readonly unknown[] {
  const values =
    issue.code === 'invalid_value' ? issue.values : issue.code === 'invalid_union' ? optionsOf(issue) : undefined
  if (values === undefined) return before === undefined ? standIns(budget) : [undefined, ...standIns(budget)]
  const meant = typeof before === 'string' ? nearest(before, values.map(String)) : undefined
  // Of what type something is decides what else there is in it.
  const any = issue.path.at(-1) === 'type' ? [] : [undefined, values[0]]
  return [...(meant === undefined ? [] : [meant]), ...any]
}

const optionsOf = (issue: z.core.$ZodIssue): readonly unknown[] | undefined =>
  'options' in issue ? (issue.options as readonly unknown[]) : undefined

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
