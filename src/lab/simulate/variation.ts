import { compileDesign, type Design } from '../../game/design/design.ts'
import { nameOf, GROUPING_FIELDS } from '../../game/design/differences.ts'
import { idOf } from '../../game/design/identity.ts'
import { kinds, type DesignSource, type Kind } from '../../game/design/source.ts'
import { parseAmount } from '../../game/kernel/decimal.ts'
import { isRecord } from '../../game/kernel/json-value.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { suggestion } from '../../game/kernel/nearest.ts'

/** A number of a design, and the values that it is given in turn. Spec 7.4. */
export interface Variation {
  /** As it was written: `actions/like.rules.0.rewards.0.value`. */
  readonly where: string
  readonly values: readonly string[]
}

/** At most this number of values of one variation. */
const MAX_VALUES = 200

/** Parses `<where>=5,10,20` or `<where>=5..20/5`. Returns what is wrong with it as a text. */
export function parseVariation(text: string): Variation | string {
  const equals = text.lastIndexOf('=')
  if (equals <= 0) return `expected <where>=<values>, such as actions/like.rules.0.rewards.0.value=5,10,20`
  const [where, given] = [text.slice(0, equals), text.slice(equals + 1)]
  const values = given.includes('..') ? rangeOf(given) : given.split(',').map((value) => value.trim())
  if (typeof values === 'string') return values
  if (values.some((value) => parseAmount(value) === undefined))
    return `expected numbers after '=', such as 5,10,20 or 5..20/5, and not '${given}'`
  return values.length > MAX_VALUES ? `expected at most ${MAX_VALUES} values` : { where, values }
}

/** Lists the values of `<from>..<to>/<step>`; the step is 1 unless it is given. */
function rangeOf(text: string): readonly string[] | string {
  const [, from, to, step = '1'] = /^(.+?)\.\.([^/]+)(?:\/(.+))?$/.exec(text) ?? []
  const numbers = [from, to, step].map((part) => (part === undefined ? Number.NaN : Number(parseAmount(part.trim()))))
  const [first = Number.NaN, last = Number.NaN, by = Number.NaN] = numbers
  if (numbers.some(Number.isNaN)) return `expected a range such as 5..20/5, and not '${text}'`
  if (by <= 0) return `expected a step above 0, such as 5..20/5, and not '${text}'`
  if (last < first) return `expected a range that rises, such as 5..20/5, and not '${text}'`
  const count = Math.floor((last - first) / by + 1e-9) + 1
  if (count > MAX_VALUES) return `expected at most ${MAX_VALUES} values, and '${text}' has ${count}`
  // Rounding hides what binary fractions add to sums such as 0.1 + 0.2.
  return Array.from({ length: count }, (_, i) => String(Number((first + i * by).toPrecision(12))))
}

/** A place in a design: a component or the bootstrap, and the path in it. */
interface Place {
  readonly kind: Kind | 'bootstrap'
  readonly index: number
  readonly path: readonly (string | number)[]
}

/** The most combinations of values that are played, so that a second `--vary` does not take days unnoticed. */
export const MAX_COMBINATIONS = 2500

/** Returns each combination of one value of each variation, those of the last variation changing fastest. */
export function combinationsOf(variations: readonly Variation[]): readonly (readonly string[])[] {
  return variations.reduce<readonly (readonly string[])[]>(
    (all, { values }) => all.flatMap((before) => values.map((value) => [...before, value])),
    [[]],
  )
}

/**
 * Returns the design with one value of each variation in its place. Returns what is wrong as a text: a part of `where`
 * that does not exist with the nearest name, or why the design is not valid with these values.
 */
export function vary(design: Design, variations: readonly Variation[], values: readonly string[]): Design | string {
  let { source } = design
  for (const [i, { where }] of variations.entries()) {
    const place = placeOf(source, where)
    if (typeof place === 'string') return place
    source = withValue(source, place, values[i] ?? '')
  }
  const varied = compileDesign(source)
  if ('source' in varied) return varied
  const [problem] = varied.problems
  const set = variations.map(({ where }, i) => `${where}=${values[i]}`).join(' and ')
  return `with ${set} the design is not valid: ${problem?.message ?? 'it has problems'}`
}

function placeOf(source: DesignSource, where: string): Place | string {
  const [, kindText = where, rest = ''] = /^([^./]+)[./](.*)$/.exec(where) ?? []
  if (kindText === 'bootstrap')
    return pathIn(source.bootstrap, rest, (path) => ({ kind: 'bootstrap', index: 0, path }), where)
  const kind = kinds.find((each) => each === kindText)
  if (!kind) {
    const known = [...kinds, 'bootstrap']
    return `no kind ${quoted(kindText)}${suggestion(kindText, known)} in ${quoted(where)}; expected one of ${known.join(', ')}`
  }
  const ids = source[kind].map((component) => idOf(component) ?? '')
  // An id has no dots, so it ends at the first one.
  const [id = ''] = rest.split('.')
  const index = ids.indexOf(id)
  if (index < 0) return `no component ${kind}/${id}${suggestion(id, ids)}`
  return pathIn(source[kind][index], rest.slice(id.length + 1), (path) => ({ kind, index, path }), where)
}

/** Finds the path of a number below a value. */
function pathIn(value: unknown, text: string, found: (path: Place['path']) => Place, where: string): Place | string {
  const path: (string | number)[] = []
  let at = value
  for (const part of partsOf(text)) {
    const step = stepInto(at, part)
    if (step === undefined) return `no '${part}'${suggestion(part, namesIn(at))} in '${where}'`
    path.push(...step)
    for (const key of step) at = (at as Readonly<Record<string | number, unknown>>)[key]
  }
  return isNumber(at)
    ? found(path)
    : `'${where}' is not a number; it has ${namesIn(at).join(', ') || JSON.stringify(at)}`
}

/** A text as JSON writes it, or anything else up to the next dot. */
const PART = /("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|([^.]+)/gu

/** Splits a path at its dots. A part in quotation marks may contain dots. */
function partsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(PART), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : (JSON.parse(quoted) as string),
  )
}

/** Returns the keys from a value to a part of it: a field, a field in a group, or an element by its index or name. */
function stepInto(value: unknown, part: string): readonly (string | number)[] | undefined {
  if (Array.isArray(value)) {
    const byName = value.findIndex((element) => nameOf(element) === part)
    const index = byName >= 0 ? byName : /^\d+$/.test(part) ? Number(part) : -1
    return index in value ? [index] : undefined
  }
  if (!isRecord(value)) return undefined
  if (Object.hasOwn(value, part)) return [part]
  for (const group of GROUPING_FIELDS) {
    const inside = value[group]
    if (isRecord(inside) && Object.hasOwn(inside, part)) return [group, part]
  }
  return undefined
}

function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map((element, index) => nameOf(element) ?? String(index))
  return isRecord(value) ? Object.keys(value) : []
}

/** Numbers of a design are numbers, or texts of amounts. */
const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && parseAmount(value) !== undefined)

function withValue(source: DesignSource, { kind, index, path }: Place, value: string): DesignSource {
  if (kind === 'bootstrap') return { ...source, bootstrap: replaced(source.bootstrap, path, value) }
  const components = source[kind].map((component, i) => (i === index ? replaced(component, path, value) : component))
  return { ...source, [kind]: components }
}

function replaced(value: unknown, [key, ...rest]: Place['path'], text: string): unknown {
  if (key === undefined) return typeof value === 'number' ? Number(text) : text
  if (Array.isArray(value))
    return value.map((element: unknown, i) => (i === key ? replaced(element, rest, text) : element))
  const fields = value as Readonly<Record<string, unknown>>
  return { ...fields, [key]: replaced(fields[key], rest, text) }
}
