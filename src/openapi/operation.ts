import { MAX_KEY_LENGTH } from '../game/kernel/entry.ts'
import { type DescribedRow, operationId, faultsOf } from './described-row.ts'
import type { ErrorComponents } from './error-components.ts'
import type { JsonSchema, Operation, Parameter, Ref, Response } from './parts.ts'
import type { SchemaComponents } from './schema-components.ts'
import { securityOf } from './security.ts'
import { tagOf } from './tag.ts'

/** The components that the operations of a document share. */
export interface Components {
  readonly schemas: SchemaComponents
  readonly errors: ErrorComponents
}

/** The parameters that many operations have. */
export const sharedParameters: Readonly<Record<string, Parameter>> = {
  player_id: {
    name: 'player_id',
    in: 'query',
    required: false,
    description:
      'The player to act as. Required with a token of the client credentials flow; ignored otherwise, because the token names its player.',
    schema: { type: 'string' },
  },
  idempotency_key: {
    name: 'idempotency-key',
    in: 'header',
    required: false,
    description:
      'A text of your choice. A repeat of the call with the same text gets the first answer and changes nothing.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
  },
}

const PNG: JsonSchema = { type: 'string', format: 'binary' }

/** Describes a row as an operation. */
export function operationOf(row: DescribedRow, components: Components): Operation {
  const parameters = parametersOf(row, components)
  const requestBody = requestBodyOf(row, components)
  return {
    operationId: operationId(row),
    summary: row.summary,
    tags: [tagOf(row)],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...successOf(row, components), ...components.errors.answersOf(faultsOf(row)) },
    security: securityOf(row),
  }
}

function parametersOf(
  { method, path, params, query, caller }: DescribedRow,
  { schemas }: Components,
): readonly (Parameter | Ref)[] {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)
  const inPath = fieldsOf(params && schemas.of(params()))
  const inQuery = fieldsOf(query && schemas.of(query()))
  const actsAs = caller === 'player'
  return [
    ...names.map((name) => parameter(name, 'path', true, inPath.properties[name] ?? { type: 'string' })),
    ...(actsAs ? [{ $ref: '#/components/parameters/player_id' }] : []),
    ...(method === 'GET' ? [] : [{ $ref: '#/components/parameters/idempotency_key' }]),
    ...Object.entries(inQuery.properties)
      .filter(([name]) => !(actsAs && name === 'player_id'))
      .map(([name, schema]) => parameter(name, 'query', inQuery.required.includes(name), schema)),
  ]
}

function parameter(name: string, location: Parameter['in'], required: boolean, schema: JsonSchema): Parameter {
  const description = parameterWords[name]
  return { name, in: location, required, ...(description === undefined ? {} : { description }), schema }
}

/** Returns the fields of an object schema. */
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
  const schema = withDescriptions(row, schemas.of(body()))
  const required = '$ref' in schema || fieldsOf(schema).required.length > 0
  return { required, content: { 'application/json': { schema } } }
}

/**
 * Adds descriptions to the fields of a body's schema. A schema whose keys are names gets a description of the whole.
 */
function withDescriptions({ resource, path }: DescribedRow, schema: JsonSchema): JsonSchema {
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

/** The description of roles, for a field and for a whole body. Spec 1 "Conventions". */
const ROLES = 'The roles: by lane in a process, `{ "guest": "player" }`; in a team `{ "member": true }`.'

/**
 * The descriptions of the fields of bodies, by name. `play.id` describes an `id` in the body of a path that ends with
 * `play`, and takes precedence over `id`. JSON Schemas describe the components of a design.
 */
export const bodyWords: Readonly<Record<string, string>> = {
  access:
    'Who can join: anyone (`PUBLIC`), anyone who asks and is approved (`PROTECTED`), only invited players (`PRIVATE`). Default: the strictest setting that the definition allows.',
  alias: 'The name that others see.',
  count: 'How many plays at once.',
  data: 'The players to evaluate the rule for, each with its variables.',
  definition: 'The id of the definition.',
  email: 'The email address of the player.',
  emails: 'The addresses to invite.',
  entity_ids: 'The ids of the players or teams.',
  event_ids: 'The ids of the events to undo.',
  id: 'The id of the new object.',
  'invites.id': 'The id of the player to invite.',
  'play.id': 'The id of the action.',
  'transfer.id': 'The id of the new owner.',
  ids: 'The ids of the notifications.',
  message: 'A message to the invited player.',
  name: 'The name.',
  new_owner_id: 'The id of the new owner.',
  owner_id: 'The id of the owner.',
  player_id: 'The id of the player.',
  query: 'Whether the answer lists what the player can play now. `false` is faster.',
  requested_roles: ROLES,
  rewards: 'The rewards to apply, in order.',
  roles: ROLES,
  scopes: 'The scopes of custom leaderboards that the play counts on, and for which player or team.',
  trigger: 'The id of the trigger.',
  variables: 'The variables of the action, by name.',
}

/** Returns the description of a field in the body of a path, or undefined if it has none. */
export function bodyWord(path: string, field: string): string | undefined {
  const end = path.slice(path.lastIndexOf('/') + 1)
  return bodyWords[`${end}.${field}`] ?? bodyWords[field]
}

/** The descriptions of the parameters in paths and queries. A name always has the same meaning. */
export const parameterWords: Readonly<Record<string, string>> = {
  action_id: 'The id of an action.',
  component_id: 'The id of a component of the design.',
  cycle: 'The cycle of the leaderboard. Default: its first cycle.',
  detailed: 'Whether to include more detail: `true` or `false`.',
  email: 'The address that was invited.',
  end: 'The end of the range: a time or a day, inclusive.',
  entity_id: 'The player or team to centre the leaderboard on. Use it with `radius`.',
  entity_ids: 'Players or teams, separated by commas.',
  fields: 'The fields to include, separated by commas; `states(name)` selects nested fields. Default: all fields.',
  image_id: 'The id of an image, built-in images included.',
  invite_id: 'The id of an invitation.',
  issue_id: 'The id of an issue.',
  item: 'The name of an item of a set metric.',
  leaderboard_definition_id: 'The id of a leaderboard.',
  leaderboard_id: 'The id of a leaderboard.',
  limit: 'The most entries to return.',
  member_id: 'The id of a member of the team.',
  merge: 'Other leaderboards whose scores each row also shows, each as `id|cycle`, separated by commas.',
  merge_with: 'The same as `merge`.',
  metric_id: 'The id of a metric.',
  pattern: 'The text to look for.',
  performer_id: 'The id of a performer of the process.',
  player_id: 'The id of a player.',
  process_definition_id: 'The id of a process definition.',
  process_id: 'The id of a process, such as `neo/tour`. It can contain slashes, encoded as `%2F` or not.',
  radius: 'How many rows to show above and below `entity_id`.',
  ranking: '`relative` ranks the members of a team among themselves.',
  request_id: 'The id of a request.',
  rule_id: 'The id of a rule.',
  scope_id: 'The scope of a custom leaderboard.',
  size: 'The size of the image.',
  skip: 'How many entries to skip.',
  sort: '`descending` puts the best first, `ascending` last.',
  source: '`stash` reads the last saved design that has not been deployed yet.',
  start: 'The start of the range: a time or a day, inclusive.',
  state: 'The states to include, or the state whose image you want.',
  team_definition_id: 'The id of a team definition.',
  team_id: 'The id of a team.',
  team_instance_id: 'The team, for a leaderboard that ranks within teams.',
  timestamp: 'A time within the period to show. Default: now.',
  type: 'The kind of component to list issues of.',
  value: 'The id to check.',
  version: '`latest`, the design you can edit, or the label of a deployed design, such as `v1`.',
}
