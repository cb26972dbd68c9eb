import type { DescribedRow } from './described-row.ts'
import type { ErrorComponents } from './error-components.ts'
import { ROLES, bodyWord } from './body-words.ts'
import { faultsOf } from './faults-of.ts'
import { operationId } from './operation-id.ts'
import { parameterWords } from './parameter-words.ts'
import type { JsonSchema, Operation, Parameter, Ref, Response } from './parts.ts'
import type { SchemaComponents } from './schema-components.ts'
import { securityOf } from './security.ts'
import { tagOf } from './tag.ts'

/** What the operations of a document share. */
export interface Components {
  readonly schemas: SchemaComponents
  readonly errors: ErrorComponents
}

/** Parameters that many operations have. */
export const sharedParameters: Readonly<Record<string, Parameter>> = {
  player_id: {
    name: 'player_id',
    in: 'query',
    required: false,
    description:
      'The player to act as. Required with a token of the client credentials flow; ignored otherwise, because the token names its player.',
    schema: { type: 'string' },
  },
}

const PNG: JsonSchema = { type: 'string', format: 'binary' }

/** A row, as a document describes it. */
export function operationOf(row: DescribedRow, books: Components): Operation {
  const parameters = parametersOf(row, books)
  const requestBody = requestBodyOf(row, books)
  return {
    operationId: operationId(row),
    summary: row.summary,
    tags: [tagOf(row)],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...successOf(row, books), ...books.errors.answersOf(faultsOf(row)) },
    security: securityOf(row),
  }
}

function parametersOf(
  { path, params, query, caller }: DescribedRow,
  { schemas }: Components,
): readonly (Parameter | Ref)[] {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)
  const inPath = fieldsOf(params && schemas.of(params()))
  const inQuery = fieldsOf(query && schemas.of(query()))
  const actsAs = caller === 'player'
  return [
    ...names.map((name) => parameter(name, 'path', true, inPath.properties[name] ?? { type: 'string' })),
    ...(actsAs ? [{ $ref: '#/components/parameters/player_id' }] : []),
    ...Object.entries(inQuery.properties)
      .filter(([name]) => !(actsAs && name === 'player_id'))
      .map(([name, schema]) => parameter(name, 'query', inQuery.required.includes(name), schema)),
  ]
}

function parameter(name: string, place: Parameter['in'], required: boolean, schema: JsonSchema): Parameter {
  const description = parameterWords[name]
  return { name, in: place, required, ...(description === undefined ? {} : { description }), schema }
}

/** The fields of the schema of an object. */
function fieldsOf(schema: JsonSchema | undefined): {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
} {
  return { properties: (schema?.properties ?? {}) as Record<string, JsonSchema>, required: schema?.required ?? [] }
}

function requestBodyOf(row: DescribedRow, { schemas }: Components): Operation['requestBody'] {
  const { upload, body } = row
  if (upload !== undefined) return imageForm
  if (!body) return undefined
  const schema = explained(row, schemas.of(body()))
  const required = '$ref' in schema || fieldsOf(schema).required.length > 0
  return { required, content: { 'application/json': { schema } } }
}

/** The schema of a body, with words for its fields; of a body that is names alone, for all of it. */
function explained({ resource, path }: DescribedRow, schema: JsonSchema): JsonSchema {
  if (resource === 'design' || '$ref' in schema) return schema
  const { properties } = fieldsOf(schema)
  const named = Object.entries(properties).map(([name, field]) => {
    const description = bodyWord(path, name)
    return [name, description === undefined ? field : { description, ...field }] as const
  })
  return named.length === 0
    ? { ...schema, description: ROLES }
    : { ...schema, properties: Object.fromEntries<JsonSchema>(named) }
}

const imageForm: Operation['requestBody'] = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary', description: 'A PNG, JPEG, WebP or GIF image.' } },
        additionalProperties: false,
      },
      encoding: { file: { contentType: 'image/png, image/jpeg, image/webp, image/gif' } },
    },
  },
}

function successOf({ out }: DescribedRow, { schemas }: Components): Readonly<Record<string, Response>> {
  if (out !== 'image') {
    const content = { 'application/json': { schema: schemas.of(out()) } }
    return { '200': { description: 'The result.', content } }
  }
  const headers = { etag: { description: 'A redirect to the image.', schema: { type: 'string' } } } as const
  return {
    '200': { description: 'The picture.', headers, content: { 'image/png': { schema: PNG } } },
    '304': { description: 'Not modified: the caller has this version, as its `If-None-Match` says.', headers },
  }
}
