import { isSameComponent } from '../game/design/merge.ts'

/** A value in a text, from `start` up to `end`. */
interface Piece {
  readonly start: number
  readonly end: number
  readonly value: unknown
}

/** An element of a list or a field of an object, as it was written. */
interface Part extends Piece {
  /** What stands between it and the comma or bracket before it. */
  readonly lead: string
  /** Of a field: its name. */
  readonly key?: string
  /** Of a field: its name as it was written, the colon, and what follows up to the value. */
  readonly label: string
}

/** How new things are written in a text. */
interface Form {
  readonly text: string
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
 * A JSON text that holds `before` made to hold `after`, as somebody would do it by hand: all that stays is left as it is
 * written, to the last space, and what is new is written like what stands around it.
 */
export function rewrittenJson(text: string, before: unknown, after: unknown): string {
  const start = text.search(/\S/)
  const end = text.trimEnd().length
  const form = {
    text,
    lineEnd: text.includes('\r\n') ? '\r\n' : '\n',
    indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
  }
  return text.slice(0, start) + rewritten(form, { start, end, value: before }, after, '') + text.slice(end)
}

/** `margin` is what new lines of it begin with; undefined where all stands on one line. */
function rewritten(form: Form, old: Piece, value: unknown, margin: string | undefined): string {
  if (old.value === value || isSameComponent(old.value, value)) return form.text.slice(old.start, old.end)
  const isList = Array.isArray(old.value) && Array.isArray(value)
  const isFields = isRecord(old.value) && isRecord(value)
  const parts = isList || isFields ? partsOf(form.text, old) : []
  const things = isList ? elementsOf(parts, value) : isFields ? fieldsOf(parts, value) : []
  if (parts.length === 0 || things.length === 0) return fresh(form, value, margin)
  return holder(form, old, parts, things)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list or an object with other things in it. */
function holder(form: Form, old: Piece, parts: readonly Part[], things: readonly Wanted[]): string {
  const { text } = form
  const [first, last] = [parts[0], parts.at(-1)]
  const colon = /:\s*$/.exec(first?.label ?? '')?.[0] ?? ''
  const written = things.map(({ old: part, key, value }, i) => {
    const lead = (i === 0 ? first : part && part !== first ? part : last)?.lead ?? ''
    const label = part?.label ?? (key === undefined ? '' : JSON.stringify(key) + colon)
    const margin = lead.includes('\n') ? lead.slice(lead.lastIndexOf('\n') + 1) : undefined
    return lead + label + (part ? rewritten(form, part, value, margin) : fresh(form, value, margin))
  })
  const tail = text.slice(last?.end, old.end)
  return `${text[old.start]}${written.join(',')}${tail}`
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

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The elements or fields of a list or an object, in order. */
function partsOf(text: string, { start, end, value }: Piece): readonly Part[] {
  const isList = Array.isArray(value)
  const values = value as Readonly<Record<string | number, unknown>>
  const parts: Part[] = []
  let at = start + 1
  for (let from = afterSpace(text, at); from < end - 1; from = afterSpace(text, at)) {
    const key = isList ? undefined : (JSON.parse(text.slice(from, endOfValue(text, from))) as string)
    const valueStart = isList ? from : afterSpace(text, text.indexOf(':', endOfValue(text, from)) + 1)
    const part = { start: valueStart, end: endOfValue(text, valueStart), value: values[key ?? parts.length] }
    const label = text.slice(from, valueStart)
    parts.push({ ...part, lead: text.slice(at, from), label, ...(key !== undefined && { key }) })
    at = afterSpace(text, part.end)
    if (text.charCodeAt(at) === COMMA) at += 1
  }
  return parts
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) <= 0x20) at += 1
  return at
}

/** The end of the value that begins at a place of a text that is right. */
function endOfValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; ; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at) - 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
    else if (depth > 0 || !/[\s,}\]]/.test(text.charAt(at + 1))) continue
    if (depth === 0) return at + 1
  }
}

function endOfString(text: string, from: number): number {
  let at = from + 1
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at + 1
}
