// Builds the JSON Schemas with which editors check project files, from the zod schemas of the program.
import * as z from 'zod'
import { bootstrapSchema } from '../../src/game/design/bootstrap.ts'
import { kindNames, kindSchemas } from '../../src/game/design/kind-table.ts'
import { kinds } from '../../src/game/design/source.ts'
import { errorCode, errorCodes } from '../../src/game/kernel/error-code.ts'
import { namedEntries } from '../../src/game/kernel/schema.ts'
import { shorthandOf } from '../../src/game/kernel/shorthand.ts'
import { shownSchema } from '../../src/game/kernel/shown-as.ts'
import { processSchema } from '../../src/game/processes/design.ts'
import { conditionSchema, requirementSchema } from '../../src/game/rules/requirement.ts'
import { rewardSchema } from '../../src/game/rules/reward.ts'
import { checkSchema } from '../../src/lab/check/check-schema.ts'
import { personaSchema, simulationFileSchema, writtenPersona } from '../../src/lab/simulate/simulation-schema.ts'
import { endExpectationSchema } from '../../src/lab/what-if/end-expectations.ts'
import { configSchema } from '../../src/project/config.ts'
import { scriptFileSchema } from '../../src/scripts/script-file.ts'
import { seedFileSchema } from '../../src/scripts/seed-file.ts'
import { fieldWords } from './words.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Returns the published schemas by file name. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const named: readonly (readonly [string, JsonSchema])[] = [
    ...kinds.map((kind) => [kindNames[kind], componentFile(kindNames[kind], kindSchemas[kind])] as const),
    ['bootstrap', wholeFile('bootstrap', bootstrapSchema)],
    ['config', wholeFile('config', configSchema)],
    ['check', componentFile('check', checkSchema)],
    ['expectation', listFile('expectation', endExpectationSchema)],
    ['script', wholeFile('script', scriptFileSchema)],
    ['seed', wholeFile('seed', seedFileSchema)],
    ['simulation', wholeFile('simulation', simulationFileSchema)],
  ]
  return new Map(named.map(([name, schema]) => [`gamify.${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`]))
}

/** Returns the schema of a file with one component or a list of them. */
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

function listFile(name: string, schema: z.ZodType): JsonSchema {
  const { definitions, ref } = defined(name, schema)
  return { $schema: DRAFT, title: `gamify: a list of ${name}s`, type: 'array', items: ref, definitions }
}

const TITLES: Readonly<Record<string, string>> = {
  bootstrap: 'gamify: what each new player starts with',
  config: 'gamify.json: a project of gamify',
  script: 'gamify: a play with expectations',
  seed: 'gamify: players, teams and processes to begin with',
  simulation: 'gamify: simulated players and what you expect of them',
}

/** The draft that most editors support. */
const DRAFT = 'http://json-schema.org/draft-07/schema#'

/** Allows a file to name its schema for editors; the program ignores that field. */
function allowSchema(schema: JsonSchema): void {
  schema.properties = { $schema: { type: 'string', description: fieldWords['$schema'] ?? '' }, ...schema.properties }
}

type Definitions = Record<string, JsonSchema>

/** Converts a zod schema to a JSON Schema, with all schemas that it refers to as definitions. */
function defined(name: string, schema: z.ZodType): { definitions: Definitions; ref: JsonSchema } {
  const names = z.registry<{ id: string }>()
  names.add(schema, { id: name })
  names.add(conditionSchema, { id: 'condition' })
  names.add(rewardSchema, { id: 'reward' })
  names.add(errorCodes, { id: 'error' })
  if (schema === processSchema) names.add(processSchema.shape.activities.unwrap().element, { id: 'activity' })
  names.add(writtenPersona, { id: 'persona' })
  const parts = { condition: conditionSchema, error: errorCodes, persona: writtenPersona }
  const made = z.toJSONSchema(z.object({ schema, ...parts }), { ...shownWay, metadata: names })
  const all = (made.definitions ?? {}) as Definitions
  const used = reachable(`#/definitions/${name}`, all)
  const definitions = Object.fromEntries(Object.entries(all).filter(([key]) => used.has(`#/definitions/${key}`)))
  for (const [key, definition] of Object.entries(definitions)) describe(definition, [`#${key}`])
  return { definitions, ref: { $ref: `#/definitions/${name}` } }
}

/** Schemas that are shown differently in design files. */
const overrides = new Map<unknown, JsonSchema>([
  [requirementSchema, { anyOf: [{ type: 'object', maxProperties: 0 }, { $ref: '#/definitions/condition' }] }],
  [errorCode, { $ref: '#/definitions/error' }],
  [personaSchema, { $ref: '#/definitions/persona' }],
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

/** How zod schemas are converted. */
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

/** Adds a shorthand of files as an alternative to a schema. */
function withAlternative(own: JsonSchema, shorthand: z.ZodType): JsonSchema {
  const { $schema: _, ...other } = z.toJSONSchema(shorthand, { target: 'draft-7' })
  const isThere = own.anyOf?.some((each) => JSON.stringify(each) === JSON.stringify(other))
  return isThere ? own : { anyOf: [own, other] }
}

/** Replaces the content of a schema. */
function replaceBy(schema: JsonSchema, shown: JsonSchema): void {
  if (Object.keys(shown).length > 0) for (const key of Object.keys(schema)) delete schema[key]
  Object.assign(schema, shown)
}

/** Returns the references that a schema leads to, including its own. */
function reachable(ref: string, definitions: Definitions, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(ref)) return found
  found.add(ref)
  const text = JSON.stringify(definitions[ref.replace('#/definitions/', '')])
  for (const [, next = ''] of text.matchAll(/"\$ref":"([^"]*)"/g)) reachable(next, definitions, found)
  return found
}

/** Adds descriptions to the fields below a schema. */
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

/** Returns the schemas for the same value, or for an element or a named part of it. */
function partsOf({
  items,
  additionalProperties,
  anyOf = [],
  oneOf = [],
  allOf = [],
}: JsonSchema): readonly JsonSchema[] {
  return [items ?? [], additionalProperties ?? [], anyOf, oneOf, allOf]
    .flat()
    .filter((part) => typeof part === 'object') as JsonSchema[]
}
