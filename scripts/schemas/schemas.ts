// The JSON Schemas that editors check the files of a project by, made of the zod schemas that the program itself goes by.
import * as z from 'zod'
import { bootstrapSchema } from '../../src/game/design/bootstrap.ts'
import { kindNames, kindSchemas } from '../../src/game/design/kind-table.ts'
import { kinds } from '../../src/game/design/source.ts'
import { namedEntries } from '../../src/game/kernel/schema.ts'
import { shorthandOf } from '../../src/game/kernel/shorthand.ts'
import { shownSchema } from '../../src/game/kernel/shown-as.ts'
import { processSchema } from '../../src/game/processes/design.ts'
import { conditionSchema, requirementSchema } from '../../src/game/rules/requirement.ts'
import { rewardSchema } from '../../src/game/rules/reward.ts'
import { configSchema } from '../../src/project/config.ts'
import { scriptFileSchema } from '../../src/scripts/script-file.ts'
import { errorCode, errorCodes } from '../../src/scripts/step.ts'
import { seedFileSchema } from '../../src/scripts/seed-file.ts'
import { fieldWords } from './words.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** The published schemas: file name to content. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const named: readonly (readonly [string, JsonSchema])[] = [
    ...kinds.map((kind) => [kindNames[kind], componentFile(kindNames[kind], kindSchemas[kind])] as const),
    ['bootstrap', wholeFile('bootstrap', bootstrapSchema)],
    ['config', wholeFile('config', configSchema)],
    ['script', wholeFile('script', scriptFileSchema)],
    ['seed', wholeFile('seed', seedFileSchema)],
  ]
  return new Map(named.map(([name, schema]) => [`gamify.${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`]))
}

/** A file of one component, or of a list of them. */
function componentFile(name: string, schema: z.ZodType): JsonSchema {
  const { definitions, ref } = defined(name, schema)
  const component = definitions[name] ?? {}
  for (const one of component.oneOf ?? [component]) allowSchema(one as JsonSchema)
  return {
    $schema: DRAFT,
    title: `gamify: ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}, or a list of them`,
    if: { type: 'array' },
    // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema
    then: { type: 'array', items: ref },
    else: ref,
    definitions,
  }
}

function wholeFile(name: string, schema: z.ZodType): JsonSchema {
  const { definitions, ref } = defined(name, schema)
  allowSchema(definitions[name] ?? {})
  return { $schema: DRAFT, title: TITLES[name] ?? name, allOf: [ref], definitions }
}

const TITLES: Readonly<Record<string, string>> = {
  bootstrap: 'gamify: what each new player starts with',
  config: 'gamify.json: a project of gamify',
  script: 'gamify: a play with expectations',
  seed: 'gamify: players, teams and processes to begin with',
}

/** What most editors know. */
const DRAFT = 'http://json-schema.org/draft-07/schema#'

/** A file may name its schema, for editors that go by that; who reads the file leaves it out. */
function allowSchema(schema: JsonSchema): void {
  schema.properties = { $schema: { type: 'string', description: fieldWords['$schema'] ?? '' }, ...schema.properties }
}

type Definitions = Record<string, JsonSchema>

/** A schema with all that it refers to, under names. */
function defined(name: string, schema: z.ZodType): { definitions: Definitions; ref: JsonSchema } {
  const names = z.registry<{ id: string }>()
  names.add(schema, { id: name })
  names.add(conditionSchema, { id: 'condition' })
  names.add(rewardSchema, { id: 'reward' })
  names.add(errorCodes, { id: 'error' })
  if (schema === processSchema) names.add(processSchema.shape.activities.unwrap().element, { id: 'activity' })
  const made = z.toJSONSchema(z.object({ schema, condition: conditionSchema, error: errorCodes }), {
    ...shownWay,
    metadata: names,
  })
  const all = (made.definitions ?? {}) as Definitions
  const used = reachable(`#/definitions/${name}`, all)
  const definitions = Object.fromEntries(Object.entries(all).filter(([key]) => used.has(`#/definitions/${key}`)))
  for (const [key, definition] of Object.entries(definitions)) describe(definition, [`#${key}`])
  return { definitions, ref: { $ref: `#/definitions/${name}` } }
}

/** What is shown otherwise than everywhere, in files of a design. */
const overrides = new Map<unknown, JsonSchema>([
  [requirementSchema, { anyOf: [{ type: 'object', maxProperties: 0 }, { $ref: '#/definitions/condition' }] }],
  [errorCode, { $ref: '#/definitions/error' }],
  [namedEntries, { type: 'object', additionalProperties: { type: 'string' } }],
])

function inJsonSchema(schema: z.core.$ZodType): JsonSchema {
  const override = overrides.get(schema)
  if (override !== undefined) return override
  const shown = shownSchema(schema)
  if (shown === undefined) return {}
  const { $schema: _, ...own } = z.toJSONSchema(shown, shownWay)
  return own
}

/** How zod schemas are shown. */
const shownWay = {
  target: 'draft-7',
  io: 'input',
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void => {
    replaceBy(jsonSchema, inJsonSchema(zodSchema))
    const shorthand = shorthandOf(zodSchema)
    if (shorthand) replaceBy(jsonSchema, withAlternative({ ...jsonSchema }, shorthand.shown()))
  },
} as const

/** A schema that also accepts a shorthand of files. */
function withAlternative(own: JsonSchema, shorthand: z.ZodType): JsonSchema {
  const { $schema: _, ...other } = z.toJSONSchema(shorthand, { target: 'draft-7' })
  const isThere = own.anyOf?.some((each) => JSON.stringify(each) === JSON.stringify(other))
  return isThere ? own : { anyOf: [own, other] }
}

/** What is shown otherwise has nothing of what it is. */
function replaceBy(schema: JsonSchema, shown: JsonSchema): void {
  if (Object.keys(shown).length > 0) for (const key of Object.keys(schema)) delete schema[key]
  Object.assign(schema, shown)
}

/** The references that a schema leads to, its own included. */
function reachable(ref: string, definitions: Definitions, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(ref)) return found
  found.add(ref)
  const text = JSON.stringify(definitions[ref.replace('#/definitions/', '')])
  for (const [, next = ''] of text.matchAll(/"\$ref":"([^"]*)"/g)) reachable(next, definitions, found)
  return found
}

/** Gives each field below a schema its words. */
function describe(schema: JsonSchema, path: readonly string[]): void {
  for (const [field, part] of Object.entries(schema.properties ?? {})) {
    const words = wordsOf([...path, field])
    if (words === undefined) throw new Error(`scripts/schemas/words.ts has none for ${[...path, field].join('.')}`)
    const described = part as JsonSchema
    described.description = words
    describe(described, [...path, field])
  }
  for (const part of partsOf(schema)) describe(part, path)
}

function wordsOf(path: readonly string[]): string | undefined {
  const suffixes = path.map((_, start) => path.slice(start).join('.'))
  const longest = suffixes.find((suffix) => Object.hasOwn(fieldWords, suffix))
  return longest === undefined ? undefined : fieldWords[longest]
}

/** The schemas that stand for the same place, or for an element of it. */
function partsOf({ items, anyOf = [], oneOf = [], allOf = [] }: JsonSchema): readonly JsonSchema[] {
  return [items ?? [], anyOf, oneOf, allOf].flat().filter((part) => typeof part === 'object') as JsonSchema[]
}
