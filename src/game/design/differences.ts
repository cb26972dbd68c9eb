import { rateWords } from '../actions/words.ts'
import type { Shape } from '../kernel/answer-shapes.ts'
import { isRecord } from '../kernel/json-value.ts'
import { requirementWords, rewardWords } from '../rules/words.ts'
import type { difference } from './answer-schema.ts'
import { changedName, changesBetween, type ComponentChange } from './merge.ts'
import { kinds, type DesignSource } from './source.ts'

/** One difference between two designs. */
export type Difference = Shape<ReturnType<typeof difference>>

/**
 * Returns what changed from one design to the next in readable lines: `metrics/xp: default 0 -> 10`, `actions/like:
 * added`, `rules/ladder: levels.Silver.threshold 100 -> 200`. They are in order of kind and id.
 */
export function differences(before: DesignSource, after: DesignSource): string[] {
  return differencesOf(before, after).map(differenceText)
}

/** Like `differences`. For the first design, after an empty one, returns the number of components of each kind. */
export function designChanges(before: DesignSource, after: DesignSource): string[] {
  const isFirst = kinds.every((kind) => before[kind].length === 0)
  if (!isFirst) return differences(before, after)
  return kinds.filter((kind) => after[kind].length > 0).map((kind) => `${kind}: ${after[kind].length} added`)
}

/**
 * Like `differences`, as data. The order of fields, empty fields, and what editors leave behind are not differences.
 */
export function differencesOf(before: DesignSource, after: DesignSource): Difference[] {
  return changesBetween(before, after).flatMap(componentDifferences)
}

/** Formats a difference as a line. */
export function differenceText({ path, change, before, after, ...component }: Difference): string {
  const where = path.map((part) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part))).join('.')
  return `${changedName(component)}: ${[where, changeText(change, before, after, path)].filter((part) => part !== '').join(' ')}`
}

type Components = ReadonlyMap<string, unknown>

function componentDifferences({ kind, id, before, after }: ComponentChange): Difference[] {
  if (kind === 'bootstrap') return valueDifferences(before, after, []).map((difference) => ({ kind, ...difference }))
  if (after === undefined) return [{ kind, id, path: [], change: 'removed', before }]
  if (before === undefined) return [{ kind, id, path: [], change: 'added', after }]
  return valueDifferences(before, after, []).map((difference) => ({ kind, id, ...difference }))
}

type LocatedDifference = Omit<Difference, 'kind' | 'id'>
type Path = readonly string[]

function valueDifferences(before: unknown, after: unknown, path: Path): LocatedDifference[] {
  if (before === after || (isNothing(before) && isNothing(after))) return []
  const isWhole = path.at(-1) === 'requires' || path.at(-1) === 'rate'
  if (isPair(before) && isPair(after)) return valueDifferences(before[1], after[1], path)
  if (!isWhole && isRecord(before) && isRecord(after)) return recordDifferences(before, after, path)
  if (!isWhole && isListOrNone(before) && isListOrNone(after)) return listDifferences(before, after, path)
  if (isSame(before, after)) return []
  return [{ path, change: changeOf(before, after), before, after }]
}

/** Whether a value is a list or missing. A pair is an element of a list and not a list. */
const isListOrNone = (value: unknown): value is readonly unknown[] | undefined =>
  value === undefined || (Array.isArray(value) && !isPair(value))

/** Whether a value is missing or empty, which mean the same in a design. */
const isNothing = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

const changeOf = (before: unknown, after: unknown): LocatedDifference['change'] =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'

/** Fields that only group other fields. Paths omit them. */
export const GROUPING_FIELDS: ReadonlySet<string> = new Set(['constraints', 'settings'])

/** Fields without effect. */
const IGNORED_FIELDS: ReadonlySet<string> = new Set(['_errors', '$schema'])

function recordDifferences(before: Fields, after: Fields, path: Path): LocatedDifference[] {
  return fieldsOf(before, after).flatMap((field) =>
    GROUPING_FIELDS.has(field)
      ? valueDifferences(before[field] ?? {}, after[field] ?? {}, path)
      : valueDifferences(own(before, field), own(after, field), [...path, field]),
  )
}

const fieldsOf = (before: Fields, after: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => !IGNORED_FIELDS.has(field))

const own = (fields: Fields, field: string): unknown => (Object.hasOwn(fields, field) ? fields[field] : undefined)

function listDifferences(
  before: readonly unknown[] | undefined,
  after: readonly unknown[] | undefined,
  path: Path,
): LocatedDifference[] {
  const [old, now] = [before ?? [], after ?? []]
  if ([...old, ...now].every((element) => typeof element !== 'object'))
    return isSame(before, after) ? [] : [{ path, change: changeOf(before, after), before, after }]
  const [named, namedAfter] = [byName(old), byName(now)]
  return named && namedAfter ? namedDifferences(named, namedAfter, path) : indexedDifferences(old, now, path)
}

/** Returns the elements by their names, or undefined if an element has no name or a name occurs twice. */
function byName(elements: readonly unknown[]): Components | undefined {
  const found = new Map<string, unknown>()
  for (const element of elements) {
    const name = nameOf(element)
    if (name === undefined || found.has(name)) return undefined
    found.set(name, element)
  }
  return found
}

/** Returns the name by which lists of a design name an element; undefined if it has none. */
export function nameOf(element: unknown): string | undefined {
  if (isPair(element)) return element[0]
  if (!isRecord(element)) return undefined
  const { id, name, rank, key, src, tgt, metric, definition } = element
  if (src !== undefined && tgt !== undefined) return `${textOf(src)} to ${textOf(tgt)}`
  return textOf(id ?? name ?? rank ?? key ?? (isRecord(metric) ? metric.id : metric) ?? definition)
}

/** Whether a value is a pair of a name and an object, which is the form of a team's permissions. */
const isPair = (value: unknown): value is readonly [string, Fields] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && isRecord(value[1])

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function namedDifferences(before: Components, after: Components, path: Path): LocatedDifference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const inEach = names.flatMap((name) => valueDifferences(before.get(name), after.get(name), [...path, name]))
  const [kept, keptAfter] = [keysIn(before, after), keysIn(after, before)]
  if (isSame(kept, keptAfter)) return inEach
  return [...inEach, { path: [...path, 'order'], change: 'changed', before: kept, after: keptAfter }]
}

const keysIn = (components: Components, others: Components): string[] =>
  [...components.keys()].filter((name) => others.has(name))

/** Compares lists by index, without the equal elements at their beginning and end. */
function indexedDifferences(before: readonly unknown[], after: readonly unknown[], path: Path): LocatedDifference[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && isSame(before[start], after[start])) start += 1
  let end = 0
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1
  const indexes = Array.from({ length: Math.max(before.length, after.length) - start - end }, (_, i) => start + i)
  const at = (list: readonly unknown[], index: number): unknown => (index < list.length - end ? list[index] : undefined)
  return indexes.flatMap((index) => valueDifferences(at(before, index), at(after, index), [...path, String(index)]))
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((part, i) => isSame(part, b[i]))
  return isRecord(a) && isRecord(b) && fieldsOf(a, b).every((field) => isSame(own(a, field), own(b, field)))
}

type Fields = Readonly<Record<string, unknown>>

/** The maximum number of characters of a value in a line. */
const MAX_SHOWN = 60

/** The number of characters shown before the first difference of long values. */
const SHOWN_BEFORE = 10

function changeText(change: LocatedDifference['change'], before: unknown, after: unknown, path: Path): string {
  if (change !== 'changed' && isPart(before ?? after, path)) return partText(change, before ?? after)
  const texts = [before, after].map((value) => valueText(value, path.at(-1)))
  const [from = '', to = ''] = texts[0] === texts[1] ? [before, after].map(exactText) : texts
  const skipped = truncate(from) === truncate(to) ? Math.max(0, sameStart(from, to) - SHOWN_BEFORE) : 0
  return `${truncate(from, skipped)} -> ${truncate(to, skipped)}`
}

/** Whether a value is a component or an element of a list, and not the value of a field. */
const isPart = (value: unknown, path: Path): boolean =>
  path.length === 0 || (typeof value === 'object' && (nameOf(value) !== undefined || /^\d+$/.test(path.at(-1) ?? '')))

/** Returns `added` or `removed`, with the rewards of the part if there are any. */
function partText(change: string, part: unknown): string {
  const rewards: unknown = isRecord(part) && Array.isArray(part.rewards) ? part.rewards : [part]
  const words = (rewards as readonly unknown[]).map(rewardWords).filter((each) => each !== undefined)
  return words.length === 0 ? change : `${change} (${truncate(words.join(', '))})`
}

function valueText(value: unknown, field: string | undefined): string {
  if (value === undefined) return 'none'
  const words =
    field === 'requires' ? requirementWords(value) : field === 'rate' ? rateWords(value) : rewardWords(value)
  if (words !== undefined) return words
  if (typeof value === 'string') return /^[^\s,"]+$/.test(value) ? value : JSON.stringify(value)
  const isPlainList = Array.isArray(value) && value.length > 0 && value.every((part) => typeof part !== 'object')
  return isPlainList ? value.map((part: unknown) => valueText(part, undefined)).join(', ') : JSON.stringify(value)
}

const exactText = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value))

function truncate(text: string, skipped = 0): string {
  const shown = Array.from(text.slice(skipped))
  const start = skipped > 0 ? '…' : ''
  return start + (shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN - 1).join('')}…` : shown.join(''))
}

function sameStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
