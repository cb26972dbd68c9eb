import { isRecord } from '../game/kernel/json-value.ts'
import { isSameComponent } from '../game/design/merge.ts'
import { endOfString, skipSpace, skipValue } from './json-walk.ts'
import { withoutComments } from './plain-json.ts'

/** A value in a text, from `start` up to `end`. */
interface Piece {
  readonly start: number
  readonly end: number
  readonly value: unknown
}

/** An element of a list or a field of an object, as it was written. */
interface Part extends Piece {
  /** What stands between it and what is before it: space, and comments about it. */
  readonly lead: Span
  /** Of a field: its name. */
  readonly key?: string
  /** Of a field: its name as it was written, the colon, and what follows up to the value. */
  readonly label: Span
  /** What stands between it and its comma, and whether there is one; the last can do without. */
  readonly gap: Span
  readonly hasComma: boolean
  /** A comment that ends its line, behind the comma. */
  readonly comment: Span
}

type Span = readonly [start: number, end: number]

/** A text, and how new things are written in it. */
interface Form {
  readonly text: string
  /** The text with blanks in the place of comments. */
  readonly bare: string
  readonly lineEnd: string
  readonly indent: string
}

/** A thing that a list or an object is to hold, in the place of one that it held where there was one. */
interface Wanted {
  readonly old: Part | undefined
  readonly key?: string
  readonly value: unknown
}

/**
 * A JSON text, comments allowed, that holds `before` made to hold `after`, as somebody would do it by hand: all that
 * stays is left as it is written, to the last space and comment, and what is new is written like what stands around it.
 */
export function rewrittenJson(text: string, before: unknown, after: unknown): string {
  const bare = withoutComments(text)
  const start = bare.search(/\S/)
  const end = bare.trimEnd().length
  const form = {
    text,
    bare,
    lineEnd: text.includes('\r\n') ? '\r\n' : '\n',
    indent: /\n([ \t]+)\S/.exec(bare)?.[1] ?? '  ',
  }
  return text.slice(0, start) + rewritten(form, { start, end, value: before }, after, '') + text.slice(end)
}

/** `margin` is what new lines of it begin with; undefined where all stands on one line. */
function rewritten(form: Form, old: Piece, value: unknown, margin: string | undefined): string {
  if (old.value === value || isSameComponent(old.value, value)) return form.text.slice(old.start, old.end)
  const isList = Array.isArray(old.value) && Array.isArray(value)
  const isFields = isRecord(old.value) && isRecord(value)
  const parts = isList || isFields ? partsOf(form, old) : []
  const things = isList ? elementsOf(parts, value) : isFields ? fieldsOf(parts, value) : []
  if (parts.length === 0 || things.length === 0) return fresh(form, value, margin)
  return holder(form, old, parts, things)
}

/** A list or an object with other things in it. */
function holder(form: Form, old: Piece, parts: readonly Part[], things: readonly Wanted[]): string {
  const { text, bare } = form
  const [first, last] = [parts[0], parts.at(-1)]
  const colon = /:\s*$/.exec(bare.slice(...(first?.label ?? NOWHERE)))?.[0] ?? ''
  const written = things.map(({ old: part, key, value }, i) => {
    const model = i === 0 ? first : part && part !== first ? part : last
    const lead = leadOf(form, part, model?.lead ?? NOWHERE)
    const label = part ? text.slice(...part.label) : key === undefined ? '' : JSON.stringify(key) + colon
    const margin = marginOf(form, model?.lead ?? NOWHERE)
    const now = part ? rewritten(form, part, value, margin) : fresh(form, value, margin)
    const comma = i < things.length - 1 || last?.hasComma ? ',' : ''
    const gap = text.slice(...(part?.gap ?? NOWHERE))
    return [lead + label + now + gap + comma, text.slice(...(part?.comment ?? NOWHERE))] as const
  })
  return text[old.start] + joined(form, [...written, text.slice(last?.comment[1], old.end)])
}

/** Pieces of text one behind the other; what follows a comment that ends a line is on the next one. */
function joined({ lineEnd }: Form, pieces: readonly (string | readonly [text: string, comment: string])[]): string {
  let result = ''
  let isInComment = false
  for (const piece of pieces) {
    const [text, comment] = typeof piece === 'string' ? [piece, ''] : piece
    if (isInComment && !/^[ \t]*\r?\n/.test(text)) result += lineEnd
    result += text + comment
    isInComment = comment.trimStart().startsWith('//')
  }
  return result
}

const NOWHERE: Span = [0, 0]

/** What stands before a thing: its own comments stay with it, else there is the space of one that is written alike. */
function leadOf(form: Form, part: Part | undefined, model: Span): string {
  const { text, lineEnd } = form
  if (part && hasComment(form, part.lead)) return text.slice(...part.lead)
  if (!hasComment(form, model)) return text.slice(...model)
  const margin = marginOf(form, model)
  return margin === undefined ? ' ' : lineEnd + margin
}

const hasComment = ({ text, bare }: Form, span: Span): boolean => text.slice(...span) !== bare.slice(...span)

/** What the line begins with that a thing with such a lead stands on; undefined where others stand there too. */
function marginOf({ text }: Form, lead: Span): string | undefined {
  return /\n([ \t]*)[^\n]*$/.exec(text.slice(...lead))?.[1]
}

/** New text for a value: over several lines where what is around it is, else on one. */
function fresh({ text, lineEnd, indent }: Form, value: unknown, margin: string | undefined): string {
  if (margin !== undefined) return JSON.stringify(value, null, indent).replaceAll('\n', lineEnd + margin)
  // No text in JSON has a line end of its own.
  return text.includes('": ') ? JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ') : JSON.stringify(value)
}

function fieldsOf(parts: readonly Part[], value: Readonly<Record<string, unknown>>): Wanted[] {
  const byKey = new Map(parts.map((part) => [part.key, part]))
  return Object.entries(value).map(([key, field]) => ({ old: byKey.get(key), key, value: field }))
}

/** Finds for each element the one that it was: the same, else one with its id, else what is left over, in order. */
function elementsOf(parts: readonly Part[], values: readonly unknown[]): Wanted[] {
  const found = new Map<number, Part>()
  const free = new Set(parts)
  const pair = (keyOf: (value: unknown) => unknown): void => {
    const byKey = Map.groupBy(free, ({ value }) => keyOf(value))
    for (const [i, value] of values.entries()) {
      const key = found.has(i) ? undefined : keyOf(value)
      const part = key === undefined ? undefined : byKey.get(key)?.shift()
      if (!part) continue
      found.set(i, part)
      free.delete(part)
    }
  }
  for (const keyOf of [itself, asText, idIn, () => '']) pair(keyOf)
  return values.map((value, i) => ({ old: found.get(i), value }))
}

const itself = (value: unknown): unknown => value
const asText = (value: unknown): unknown => JSON.stringify(value)
const idIn = (value: unknown): unknown => (isRecord(value) ? (value['id'] ?? value['name']) : undefined)

const COMMA = 0x2c

/** A comment that ends the line where it begins. */
const COMMENT = /[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*(?=[\r\n]))/y

/** The elements or fields of a list or an object, in order. */
function partsOf({ text, bare }: Form, { start, end, value }: Piece): readonly Part[] {
  const isList = Array.isArray(value)
  const values = value as Readonly<Record<string | number, unknown>>
  const parts: Part[] = []
  let at = start + 1
  for (let from = skipSpace(bare, at); from < end - 1; from = skipSpace(bare, at)) {
    const key = isList ? undefined : (JSON.parse(bare.slice(from, endOfString(bare, from))) as string)
    const valueStart = isList ? from : skipSpace(bare, skipSpace(bare, endOfString(bare, from)) + 1)
    const valueEnd = skipValue(bare, valueStart)
    const next = skipSpace(bare, valueEnd)
    const hasComma = bare.charCodeAt(next) === COMMA
    const behind = hasComma ? next + 1 : valueEnd
    const comment = [behind, endOf(COMMENT, text, behind)] as const
    parts.push({
      start: valueStart,
      end: valueEnd,
      value: values[key ?? parts.length],
      lead: [at, from],
      label: [from, valueStart],
      gap: hasComma ? [valueEnd, next] : NOWHERE,
      hasComma,
      comment,
      ...(key !== undefined && { key }),
    })
    at = comment[1]
  }
  return parts
}

/** Where what a pattern finds at a place ends; the place itself where it finds nothing. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
