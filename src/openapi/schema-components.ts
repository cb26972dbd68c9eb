import * as z from 'zod'
import { shownSchema } from '../game/kernel/shown-as.ts'
import { shapeNames } from './shape-names.ts'
import type { JsonSchema } from './parts.ts'

/** The schemas of a document: those that have a name are written once, under it. */
export interface SchemaComponents {
  /** The JSON Schema of what a zod schema takes; a reference where it has a name. */
  readonly of: (schema: z.core.$ZodType) => JsonSchema
  /** Those with names that were asked for so far, and what they refer to. */
  readonly named: Readonly<Record<string, JsonSchema>>
}

/**
 * Begins without a component. What goes out is shown as its schema takes it, as what comes in is: answers are sent as
 * they stand, so that there is one form of each shape.
 */
export function schemaComponents(): SchemaComponents {
  const named: Record<string, JsonSchema> = {}
  // The same few are come by again and again, under shapes that have names.
  const unnamed = new Map<z.core.$ZodType, JsonSchema>()

  const of = (schema: z.core.$ZodType): JsonSchema => {
    const name = shapeNames().get(schema)
    if (name === undefined) {
      const known = unnamed.get(schema) ?? written(schema)
      unnamed.set(schema, known)
      return known
    }
    if (!Object.hasOwn(named, name)) {
      // It may refer to itself.
      named[name] = {}
      named[name] = written(schema)
    }
    return refTo(name)
  }

  const written = (schema: z.core.$ZodType): JsonSchema => {
    const shown = shownSchema(schema)
    if (shown) return of(shown)
    const { $schema: _, ...json } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema !== schema && (shapeNames().has(zodSchema) || shownSchema(zodSchema)))
          become(jsonSchema, of(zodSchema))
        dropTheObvious(jsonSchema)
      },
    })
    return byName(json, shapeNames().get(schema))
  }

  return { of, named }
}

const refTo = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` })

/**
 * A schema whose references to itself, and to what else refers to itself, go by name. zod puts the latter aside, where
 * its own reference then stands; it has no other way to write them, so that all of them have names.
 */
function byName({ $defs = {}, ...json }: JsonSchema, own: string | undefined): JsonSchema {
  const aside = new Map(Object.entries($defs).map(([key, { $ref }]) => [`#/$defs/${key}`, $ref]))
  if (own !== undefined) aside.set('#', refTo(own).$ref)
  return JSON.parse(JSON.stringify(json), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string' || !/^#(\/\$defs\/|$)/.test(value)) return value
    const named = aside.get(value)
    if (named === undefined) throw new Error('a recursive shape needs a name in src/openapi/shape-names.ts')
    return named
  }) as JsonSchema
}

function become(target: JsonSchema, source: JsonSchema): void {
  for (const key of Object.keys(target)) delete target[key]
  Object.assign(target, source)
}

/** Bounds of what a double holds, and that names are strings: zod says so everywhere, and it tells a reader nothing. */
function dropTheObvious(json: JsonSchema): void {
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.default === Number.MAX_SAFE_INTEGER) delete json.default
  if (json.type === 'object') delete json.propertyNames
}
