import * as z from 'zod'
import { shownSchema } from '../game/kernel/shown-as.ts'
import type { JsonSchema } from './parts.ts'
import { shapeNames } from './shape-names.ts'

/** The schemas of a document. Each named schema is written once, under its name. */
export interface SchemaComponents {
  /** Returns the JSON Schema of a zod schema's input, or a reference to it if it has a name. */
  readonly of: (schema: z.core.$ZodType) => JsonSchema
  /** The named schemas that were used so far, and those that they refer to. */
  readonly named: Readonly<Record<string, JsonSchema>>
}

/**
 * Returns an empty collection of schemas. Answers are described by the input of their schema, as bodies are: they are
 * sent unchanged, so each shape has one form.
 */
export function schemaComponents(): SchemaComponents {
  const named: Record<string, JsonSchema> = {}
  // Named schemas contain the same few unnamed ones again and again.
  const unnamed = new Map<z.core.$ZodType, JsonSchema>()

  const of = (schema: z.core.$ZodType): JsonSchema => {
    const name = shapeNames().get(schema)
    if (name === undefined) {
      const json = unnamed.get(schema) ?? convert(schema)
      unnamed.set(schema, json)
      return json
    }
    if (!Object.hasOwn(named, name)) {
      // It can refer to itself.
      named[name] = {}
      named[name] = convert(schema)
    }
    return refTo(name)
  }

  const convert = (schema: z.core.$ZodType): JsonSchema => {
    const shown = shownSchema(schema)
    if (shown) return of(shown)
    const { $schema: _, ...json } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema !== schema && (shapeNames().has(zodSchema) || shownSchema(zodSchema)))
          replaceWith(jsonSchema, of(zodSchema))
        dropRedundant(jsonSchema)
      },
    })
    return byName(json, shapeNames().get(schema))
  }

  return { of, named }
}

const refTo = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` })

/**
 * Replaces references to the schema itself and to other recursive schemas with references by name. zod puts recursive
 * schemas into `$defs` and has no other way to write them, so all of them need names.
 */
function byName({ $defs = {}, ...json }: JsonSchema, own: string | undefined): JsonSchema {
  const definitions = new Map(Object.entries($defs).map(([key, { $ref }]) => [`#/$defs/${key}`, $ref]))
  if (own !== undefined) definitions.set('#', refTo(own).$ref)
  return JSON.parse(JSON.stringify(json), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string' || !/^#(\/\$defs\/|$)/.test(value)) return value
    const named = definitions.get(value)
    if (named === undefined) throw new Error('a recursive shape needs a name in src/openapi/shape-names.ts')
    return named
  }) as JsonSchema
}

function replaceWith(target: JsonSchema, source: JsonSchema): void {
  for (const key of Object.keys(target)) delete target[key]
  Object.assign(target, source)
}

/**
 * Removes the bounds of a double and the statement that keys are strings. zod writes them everywhere, and they tell a
 * reader nothing.
 */
function dropRedundant(json: JsonSchema): void {
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.default === Number.MAX_SAFE_INTEGER) delete json.default
  if (json.type === 'object') delete json.propertyNames
}
