import type { JsonSchema } from '../../src/openapi/parts.ts'
import { code, plain } from './markdown.ts'

type Schema = JsonSchema | boolean

/** Formats a reference to another schema: as a link if its name has a heading. */
export type LinkTo = (name: string) => string

/** A field of an object, or of an object in it: `levels[].rank`. */
export interface Field {
  readonly path: string
  readonly required: boolean
  readonly type: string
  readonly words: string
}

/** The number of variants of a value that are written out. The fields of all variants are listed anyway. */
const MAX_SHAPES = 6

/** Describes the possible values of a schema on one line of Markdown. */
export function typeText(schema: Schema, linkTo: LinkTo): string {
  if (typeof schema === 'boolean') return 'anything'
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type } = schema
  if ($ref !== undefined) return linkTo($ref.replace(/^.*\//, ''))
  if (constant !== undefined) return code(JSON.stringify(constant))
  if (values) return values.map((value) => code(JSON.stringify(value))).join(' or ')
  const choices = anyOf ?? oneOf
  if (choices && choices.length > MAX_SHAPES) return `object, in one of ${choices.length} shapes`
  if (choices) return [...new Set(choices.map((choice) => typeText(choice, linkTo)))].join(' or ')
  if (allOf) return allOf.map((part) => typeText(part, linkTo)).join(' and ')
  return [type ?? 'anything']
    .flat()
    .map((name) => typeOf(name, schema, linkTo))
    .join(' or ')
}

function typeOf(name: string, schema: JsonSchema, linkTo: LinkTo): string {
  switch (name) {
    case 'array':
      return listText(schema, linkTo)
    case 'object':
      return objectText(schema, linkTo)
    default:
      return `${name}${boundsText(schema)}`
  }
}

function boundsText({ minimum, maximum, maxLength, format, default: usual }: JsonSchema): string {
  const least = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? `from ${minimum}` : ''
  const most = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `to ${maximum}` : ''
  const length = maxLength === undefined ? '' : `of at most ${maxLength} characters`
  const unless = usual === undefined ? '' : `(default: ${JSON.stringify(usual)})`
  return [format, least, most, length, unless].flatMap((part) => (part ? [` ${part}`] : [])).join('')
}

function listText({ items = {}, prefixItems }: JsonSchema, linkTo: LinkTo): string {
  const places = prefixItems ?? (Array.isArray(items) ? items : undefined)
  if (places) return `\\[${places.map((place) => typeText(place, linkTo)).join(', ')}\\]`
  return `list of ${typeText(items as Schema, linkTo)}`
}

function objectText(
  { properties, required = [], additionalProperties: others, maxProperties }: JsonSchema,
  linkTo: LinkTo,
): string {
  if (properties) {
    const fields = Object.keys(properties).map((name) => code(required.includes(name) ? name : `${name}?`))
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
  }
  if (maxProperties === 0) return '{}'
  return others === undefined || others === true || typeof others !== 'object' || Object.keys(others).length === 0
    ? 'object'
    : `by name: ${typeText(others, linkTo)}`
}

/** Returns all fields of a schema, including those of nested objects. A field of several variants is listed once. */
export function fieldsOf(schema: JsonSchema, linkTo: LinkTo, before = ''): Field[] {
  const shapes = shapesOf(schema)
  const found = shapes.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, field]) =>
      fieldsBelow(before + name, field, required.includes(name), linkTo),
    ),
  )
  return Array.from(Map.groupBy(found, ({ path }) => path).values(), (same) => ({
    path: same[0]?.path ?? '',
    required: (isBelow(same[0], before) || same.length >= shapes.length) && same.every(({ required }) => required),
    type: [...new Set(same.map(({ type }) => type))].join(' or '),
    words: [...new Set(same.map(({ words }) => words))].join(' '),
  }))
}

/** Whether a field belongs to an object that is itself an optional field. */
const isBelow = (field: Field | undefined, before: string): boolean => field?.path.includes('.', before.length) === true

function fieldsBelow(path: string, schema: Schema, required: boolean, linkTo: LinkTo): Field[] {
  const words = typeof schema === 'object' ? plain(schema.description ?? '') : ''
  const own = { path, required, type: typeText(schema, linkTo), words }
  const inner = innerOf(schema)
  return [own, ...(inner ? fieldsOf(inner.schema, linkTo, path + inner.step) : [])]
}

/** Returns the objects in a field, if there are any. */
function innerOf(schema: Schema): { readonly schema: JsonSchema; readonly step: string } | undefined {
  if (typeof schema === 'boolean') return undefined
  if (shapesOf(schema).length > 0) return { schema, step: '.' }
  const { items } = schema
  if (typeof items !== 'object' || Array.isArray(items)) return undefined
  const inner = items as JsonSchema
  return shapesOf(inner).length > 0 ? { schema: inner, step: '[].' } : undefined
}

/**
 * Returns the object variants of a value that have fields of their own. Those that are described elsewhere are left
 * out.
 */
function shapesOf(schema: JsonSchema): JsonSchema[] {
  const { properties, anyOf, oneOf, $ref } = schema
  if ($ref !== undefined) return []
  if (properties) return [schema]
  return (anyOf ?? oneOf ?? []).flatMap((choice) => (typeof choice === 'object' ? shapesOf(choice) : []))
}

/** Returns fields as rows of a table: name, whether it is required, type, description. */
export function fieldRows(fields: readonly Field[]): string[][] {
  return fields.map(({ path, required, type, words }) => [code(path), required ? 'yes' : '', type, words])
}

/** The headings of `fieldRows`. */
export const fieldHeads = ['Field', 'Required', 'Type', 'Description'] as const
