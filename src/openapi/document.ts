import type { Api } from '../game/kernel/route.ts'
import type { DescribedRow } from './described-row.ts'
import { errorComponents, errorSchema } from './error-components.ts'
import { eventStreamPath, streamSecurity } from './event-stream-path.ts'
import { introduction } from './introduction.ts'
import { operationOf, sharedParameters } from './operation.ts'
import type { OpenApiDocument, PathItem } from './parts.ts'
import { schemaComponents } from './schema-components.ts'
import { securitySchemes } from './security.ts'
import { signInPaths, signInSchemas } from './sign-in-paths.ts'
import { tagsIn } from './tag.ts'

/** Where what a document describes is served. */
type ServedAt = OpenApiDocument['servers'][number]

/** Where the document itself is served, an address may be relative. */
const HERE: ServedAt = { url: '/', description: 'Where this document comes from' }

/** One version of the interface in OpenAPI 3.1, in one go. */
export function openApiDocument(
  api: Api,
  rows: readonly DescribedRow[],
  version: string,
  servedAt?: ServedAt,
): OpenApiDocument {
  const steps = describing(api, rows, version, servedAt)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/**
 * The same row by row, with a pause after each: all of them take longer than a server may keep others waiting. `version` is
 * the program's.
 */
export function* describing(
  api: Api,
  rows: readonly DescribedRow[],
  version: string,
  servedAt = HERE,
): Generator<undefined, OpenApiDocument> {
  const books = { schemas: schemaComponents(), errors: errorComponents() }
  const paths: Record<string, PathItem> = {
    ...signInPaths(books.errors),
    ...(api === 'v2' ? eventStreamPath(books.errors) : {}),
  }
  for (const row of rows) {
    if (row.api !== api) continue
    const path = pathOf(row)
    const method = row.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: operationOf(row, books) }
    yield
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `gamify ${api}`,
      version,
      summary: `Version ${api.slice(1)} of the interface of a gamification service`,
      description: introduction(api),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [servedAt],
    ...tagsIn(paths),
    paths,
    components: {
      schemas: { Error: errorSchema, ...signInSchemas, ...books.schemas.named },
      responses: books.errors.responses,
      parameters: sharedParameters,
      examples: books.errors.examples,
      securitySchemes: api === 'v2' ? { ...securitySchemes, ...streamSecurity } : securitySchemes,
    },
  }
}

/** A path in OpenAPI's way; a final slash makes no other one. */
function pathOf({ api, path }: DescribedRow): string {
  return `/${api}${path.replace(/\/$/, '').replaceAll(/:(\w+)/g, '{$1}')}`
}
