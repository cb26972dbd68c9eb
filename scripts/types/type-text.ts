import type { JsonSchema } from '../../src/openapi/parts.ts'

/** A JSON Schema as a type of TypeScript, as far as types can say it; a reference is `$` and the last name in it. */
export function typeText(schema: JsonSchema | boolean): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never'
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type } = schema
  if ($ref !== undefined) return $ref.replace(/^.*\//, '$$')
  if (constant !== undefined) return JSON.stringify(constant)
  if (values) return united(values.map((value) => JSON.stringify(value)))
  const choices = anyOf ?? oneOf
  if (choices) return united(choices.map(typeText))
  if (allOf) return allOf.map((part) => bracketed(typeText(part))).join(' & ')
  return united([type ?? []].flat().map((name) => typeOf(name, schema))) || 'unknown'
}

/** Returns the fields of an object as they are between braces, each with its description. */
export function fieldTexts(
  { properties = {}, required = [] }: JsonSchema,
  textOf: (field: JsonSchema | boolean) => string = typeText,
): readonly string[] {
  return Object.entries(properties).map(([name, field]) => {
    const words = typeof field === 'object' ? field.description : undefined
    const mark = required.includes(name) ? '' : '?'
    return `${words === undefined ? '' : `/** ${words} */ `}readonly ${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}${mark}: ${textOf(field)}`
  })
}

function typeOf(name: string, schema: JsonSchema): string {
  switch (name) {
    case 'integer':
      return 'number'
    case 'array':
      return listText(schema)
    case 'object':
      return objectText(schema)
    default:
      return name
  }
}

function listText({ prefixItems, items = {} }: JsonSchema): string {
  const others = Array.isArray(items) ? united(items.map(typeText)) : typeText(items)
  const list = `${bracketed(others)}[]`
  if (!prefixItems) return `readonly ${list}`
  const rest = others === 'never' ? [] : [`...${list}`]
  return `readonly [${[...prefixItems.map(typeText), ...rest].join(', ')}]`
}

function objectText(schema: JsonSchema): string {
  const { additionalProperties: others = true } = schema
  const fields = fieldTexts(schema)
  // An object with declared fields gets no index signature, because the compiler could then not find misspelt fields.
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  return others === false ? '{ readonly [name: string]: never }' : `{ readonly [name: string]: ${typeText(others)} }`
}

const united = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const bracketed = (type: string): string => (/[|&]|^readonly /.test(type) ? `(${type})` : type)
