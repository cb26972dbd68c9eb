import type { OpenApiDocument, Operation, Parameter } from '../../src/openapi/parts.ts'
import { documentRef } from './document-ref.ts'
import { code, page, plain, table } from './markdown.ts'
import { fieldHeads, fieldRows, fieldsOf, typeText } from './schema-text.ts'

/** Returns the page of the routes of a version, from its OpenAPI document. */
export function routesPage(document: OpenApiDocument): string {
  const { info, tags, 'x-tagGroups': groups, components } = document
  const titleOf = (tag: string): string => tags.find(({ name }) => name === tag)?.['x-displayName'] ?? tag
  const about = (tag: string): string => tags.find(({ name }) => name === tag)?.description ?? ''
  return page([
    `# Routes of version ${info.title.replace(/^.*v/, '')}`,
    info.description,
    `Every route can also answer these errors, which are not repeated below: ${common.map(linkToError).join(', ')}.`,
    `Every route except those of GET takes the header ${code('idempotency-key')}, and can then also answer ${linkToError(OF_KEYS)}: see [5.7](../interface/5-callers-errors-events.md#57-repeats).`,
    ...groups.flatMap((group) =>
      group.tags.flatMap((tag) => [
        `## ${group.name}: ${titleOf(tag)}`,
        about(tag),
        ...operationsOf(document, tag).flatMap(([name, operation]) => operationParts(document, name, operation)),
      ]),
    ),
    '## Shapes',
    ...Object.entries(components.schemas).flatMap(([name, schema]) => {
      const fields = fieldsOf(schema, linkToShape)
      return [
        `### ${name}`,
        plain(schema.description ?? ''),
        fields.length > 0 ? table(fieldHeads, fieldRows(fields)) : `It is ${typeText(schema, linkToShape)}.`,
      ]
    }),
  ])
}

/** Errors that every route can answer, so that no route lists them. Spec 5.2. */
const common = [
  'invalid_access_token',
  'forbidden_host',
  'forbidden_origin',
  'internal_error',
  'not_ready',
  'storage_failed',
]

/** The error of an idempotency key, which every route but those of GET can answer. Spec 5.7. */
const OF_KEYS = 'idempotency_key_reused'

const linkToShape = (name: string): string => `[${name}](#${name.toLowerCase()})`
const linkToError = (name: string): string => `[${code(name)}](errors.md#${name})`

function operationsOf({ paths }: OpenApiDocument, tag: string): [name: string, operation: Operation][] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]): [string, Operation][] =>
      operation.tags.includes(tag) ? [[`${method.toUpperCase()} ${path}`, operation]] : [],
    ),
  )
}

function operationParts(document: OpenApiDocument, name: string, operation: Operation): string[] {
  const { summary, description = '', parameters = [] } = operation
  const scopes = [...new Set(operation.security.flatMap((way) => Object.values(way).flat()))]
  return [
    `### ${code(name)}`,
    `${plain(summary)}. ${scopes.length === 0 ? 'Needs no token.' : `Scopes: ${scopes.map(code).join(', ')}.`}`,
    plain(description),
    inputTable(
      parameters.map((each) => documentRef(document, each)),
      operation,
    ),
    `Answers ${answerText(operation)}.${errorText(document, operation)}`,
  ]
}

function inputTable(parameters: readonly Parameter[], { requestBody }: Operation): string {
  const [[kind, body] = []] = Object.entries(requestBody?.content ?? {})
  const fields = body ? fieldsOf(body.schema, linkToShape) : []
  const where = kind?.startsWith('multipart') === true ? 'form' : 'body'
  const rows = [
    ...parameters
      .filter(({ in: place }) => place !== 'header')
      .map((each) => [
        code(each.name),
        each.in,
        each.required ? 'yes' : '',
        typeText(each.schema, linkToShape),
        plain(each.description ?? ''),
      ]),
    ...fieldRows(fields).map(([name = '', ...rest]) => [name, where, ...rest]),
  ]
  const whole = body && fields.length === 0 ? [['', 'body', '', typeText(body.schema, linkToShape), '']] : []
  const all = [...rows, ...whole]
  return all.length === 0 ? '' : table(['Name', 'In', 'Required', 'Type', 'Description'], all)
}

function answerText({ responses }: Operation): string {
  const found = responses['200']
  if (found === undefined || '$ref' in found) return 'no 200'
  const contents = Object.entries(found.content ?? {})
  return contents
    .map(([type, { schema }]) => (type === 'application/json' ? typeText(schema, linkToShape) : code(type)))
    .join(' or ')
}

function errorText(document: OpenApiDocument, { responses }: Operation): string {
  const codes = Object.values(responses).flatMap((response) =>
    '$ref' in response ? response.$ref.replace(/^.*\//, '').split('.') : [],
  )
  const own = codes.filter((each) => each !== OF_KEYS && !common.includes(each))
  return own.length === 0 ? '' : ` Errors: ${own.map(linkToError).join(', ')}.`
}
