import { isSameComponent } from '../game/design/merge.ts'
import { isRecord } from '../game/kernel/json-value.ts'
import { endOfString, skipSpace, skipValue } from './json-walk.ts'
import { withoutComments } from './plain-json.ts'

/** A value in a text, from `start` to before `end`. */
interface Piece {
  readonly start: number
  readonly end: number
  readonly value: unknown
}

/** An element of a list or a field of an object, as it was written. */
interface Part extends Piece {
  /** The white space and comments before it. */
  readonly lead: Span
  /** The name of a field. */
  readonly key?: string
  /** The name of a field as it was written, with the colon and everything up to the value. */
  readonly label: Span
  /** The text between it and its comma, and whether it has a comma, which the last one can lack. */
  readonly gap: Span
  readonly hasComma: boolean
  /** A comment after the comma, up to the end of the line. */
  readonly comment: Span
}

type Span = readonly [start: number, end: number]

/** A text and its formatting. */
interface Form {
  readonly text: string
  /** The text with blanks in place of comments. */
  readonly bare: string
  readonly lineEnd: string
  readonly indent: string
}

/** A new member of a list or object, and the old one that it replaces, if any. */
interface Wanted {
  readonly old: Part | undefined
  readonly key?: string
  readonly value: unknown
}

/**
 * Rewrites a JSON text, which can have comments, so that it contains `after` instead of `before`. What stays keeps its
 * formatting and comments, and what is new is formatted like its surroundings.
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

/** Returns the text of a value. `margin` is the indentation of its new lines, or undefined if it is on one line. */
function rewritten(form: Form, old: Piece, value: unknown, margin: string | undefined): string {
  if (old.value === value || isSameComponent(old.value, value)) return form.text.slice(old.start, old.end)
  const isList = Array.isArray(old.value) && Array.isArray(value)
  const isFields = isRecord(old.value) && isRecord(value)
  const parts = isList || isFields ? partsOf(form, old) : []
  const members = isList ? elementsOf(parts, value) : isFields ? fieldsOf(parts, value) : []
  if (parts.length === 0 || members.length === 0) return fresh(form, value, margin)
  return container(form, old, parts, members)
}

/** Returns the text of a list or object with other members. */
function container(form: Form, old: Piece, parts: readonly Part[], members: readonly Wanted[]): string {
  const { text, bare } = form
  const [first, last] = [parts[0], parts.at(-1)]
  const colon = /:\s*$/.exec(bare.slice(...(first?.label ?? NOWHERE)))?.[0] ?? ''
  const written = members.map(({ old: part, key, value }, i) => {
    const model = i === 0 ? first : part && part !== first ? part : last
    const lead = leadOf(form, part, model?.lead ?? NOWHERE)
    const label = part ? text.slice(...part.label) : key === undefined ? '' : JSON.stringify(key) + colon
    const margin = marginOf(form, model?.lead ?? NOWHERE)
    const now = part ? rewritten(form, part, value, margin) : fresh(form, value, margin)
    const comma = i < members.length - 1 || last?.hasComma ? ',' : ''
    const gap = text.slice(...(part?.gap ?? NOWHERE))
    return [lead + label + now + gap + comma, text.slice(...(part?.comment ?? NOWHERE))] as const
  })
  return text[old.start] + joined(form, [...written, text.slice(last?.comment[1], old.end)])
}

/** Joins pieces of text. What follows a line comment begins on a new line. */
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

/**
 * Returns the text before a member: its own comments if it has any, otherwise white space like that before a similar
 * member.
 */
function leadOf(form: Form, part: Part | undefined, model: Span): string {
  const { text, lineEnd } = form
  if (part && hasComment(form, part.lead)) return text.slice(...part.lead)
  if (!hasComment(form, model)) return text.slice(...model)
  const margin = marginOf(form, model)
  return margin === undefined ? ' ' : lineEnd + margin
}

const hasComment = ({ text, bare }: Form, span: Span): boolean => text.slice(...span) !== bare.slice(...span)

/** Returns the indentation of a member's line, or undefined if other members are on the same line. */
function marginOf({ text }: Form, lead: Span): string | undefined {
  return /\n([ \t]*)[^\n]*$/.exec(text.slice(...lead))?.[1]
}

/** Formats a new value: on several lines if its surroundings are, otherwise on one. */
function fresh({ text, lineEnd, indent }: Form, value: unknown, margin: string | undefined): string {
  if (margin !== undefined) return JSON.stringify(value, null, indent).replaceAll('\n', lineEnd + margin)
  // Strings in JSON contain no line breaks.
  return text.includes('": ') ? JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ') : JSON.stringify(value)
}

function fieldsOf(parts: readonly Part[], value: Readonly<Record<string, unknown>>): Wanted[] {
  const byKey = new Map(parts.map((part) => [part.key, part]))
  return Object.entries(value).map(([key, field]) => ({ old: byKey.get(key), key, value: field }))
}

/**
 * Finds the old element of each new one: an equal one, else one with the same id, else the next unused one in order.
 */
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

/** A comment up to the end of its line. */
const COMMENT = /[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*(?=[\r\n]))/y

/** Returns the elements of a list or the fields of an object, in order. */
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
    const after = hasComma ? next + 1 : valueEnd
    const comment = [after, endOf(COMMENT, text, after)] as const
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

/** Returns the end of a pattern's match at an offset, or the offset if it does not match. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
