import type { JsonSchema } from '../src/openapi/parts.ts'
import type { Known } from './known.ts'
import type { Random } from './random.ts'
import type { Targets } from './targets.ts'
import { list, object, scalar, treeOf, type Entry, type Tree } from './tree.ts'

/** What a valid value is made of. */
export interface Making {
  readonly random: Random
  readonly known: Known
  readonly named: Targets['named']
  /** What a field named `id` is the id of, as fields that say so are named. */
  readonly idOf: string
}

/** Deeper than this only what must be there is made, and the first of what may be. */
const MAX_DEPTH = 6

/** Texts for patterns that no known word fits. */
const texts = ['a1', 'A name', '1', '5', '0', '-3', '2.5', '2030-01-06', 'neo@example.com', 'Infinity', 'x', '']

/** Fields that the design or the subject names, not the schema. */
const freely: Readonly<Record<string, readonly unknown[]>> = {
  variables: [{ votes: 1 }, { votes: 2, note: 'hi' }, { among: 3 }, { gift: '5' }, { by: 2 }, { key: 'k' }, {}],
  roles: [{ guest: 'player' }, { guide: 'observer' }, { member: true }, { officer: true, leader: false }, {}],
  value: [{ Rookie: '1' }, { Secret: '$vars.n' }, { constructor: '2' }],
}

/** A value that a JSON Schema takes, as far as a schema tells; `name` is that of the field that it belongs into. */
export function validValue(schema: JsonSchema, name: string, making: Making, depth = 0): Tree {
  const { random, named } = making
  const again = (other: JsonSchema): Tree => validValue(other, name, making, depth + 1)
  if (schema.$ref !== undefined) return again(named[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.const !== undefined) return treeOf(schema.const)
  if (schema.enum) return treeOf(random.pick(schema.enum))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return again((depth > MAX_DEPTH ? choices[0] : random.pick(choices)) as JsonSchema)
  if (schema.allOf) return again(Object.assign({}, ...schema.allOf) as JsonSchema)
  switch (schema.type) {
    case 'object':
      return validObject(schema, name, making, depth)
    case 'array':
      return validList(schema, name, making, depth)
    case 'string':
      return scalar(validText(schema, name, making))
    case 'integer':
    case 'number':
      return scalar(validNumber(schema, random))
    case 'boolean':
      return scalar(random.oneIn(2))
    case 'null':
      return scalar(null)
    default:
      return treeOf(random.pick<unknown>(['a', 1, true, null, {}, []]))
  }
}

function validObject(schema: JsonSchema, name: string, making: Making, depth: number): Tree {
  const { random } = making
  const { properties = {}, required = [], additionalProperties } = schema
  const asked = Object.entries(properties).filter(
    ([field]) => required.includes(field) || (field !== '_errors' && depth <= MAX_DEPTH && random.oneIn(2)),
  )
  const entries = asked.map(([field, each]): Entry => [
    field,
    validValue(each as JsonSchema, field === 'id' ? idField(name, making) : field, making, depth + 1),
  ])
  if (typeof additionalProperties !== 'object' || Object.keys(properties).length > 0) return object(entries)
  return treeOf(random.pick(freely[name] ?? [...(freely['roles'] ?? []), ...(freely['variables'] ?? [])]))
}

/** An `id` is that of what the field around it names, else of what the call is about. */
const idField = (name: string, { idOf }: Making): string => (['metric', 'rule', 'action'].includes(name) ? name : idOf)

function validList({ items, minItems = 0 }: JsonSchema, name: string, making: Making, depth: number): Tree {
  const length = Math.max(minItems, depth > MAX_DEPTH ? 0 : making.random.below(4))
  const item = (Array.isArray(items) ? items[0] : items) as JsonSchema | undefined
  return list(Array.from({ length }, () => validValue(item ?? {}, name, making, depth + 1)))
}

function validText({ pattern, minLength = 0 }: JsonSchema, name: string, { random, known }: Making): string {
  const fits = (text: string): boolean =>
    text.length >= minLength && (pattern === undefined || new RegExp(pattern, 'u').test(text))
  const word = known.word(random, name) ?? random.pick(texts)
  return fits(word) ? word : (texts.find(fits) ?? word)
}

function validNumber({ minimum = -1000, maximum = 1000 }: JsonSchema, random: Random): number {
  const most = Math.min(maximum, 1000)
  const least = Math.max(minimum, -1000)
  return random.oneIn(2) ? least : least + random.below(most - least + 1)
}
