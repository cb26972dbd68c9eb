import type { Api } from '../game/kernel/route.ts'
import { EVENTS_PATH, SIGN_IN_PATH, STREAM_PATHS, TOKEN_PATH } from '../interface/addresses.ts'
import type { DescribedRow } from './described-row.ts'
import { errorComponents, errorSchema } from './error-components.ts'
import { eventStreamPath, streamSecurity } from './event-stream-path.ts'
import { operationOf, sharedParameters } from './operation.ts'
import type { OpenApiDocument, PathItem } from './parts.ts'
import { schemaComponents } from './schema-components.ts'
import { securitySchemes } from './security.ts'
import { signInPaths, signInSchemas } from './sign-in-paths.ts'
import { tagsIn } from './tag.ts'

/** The server of the described routes. */
type ServedAt = OpenApiDocument['servers'][number]

/** The server that serves the document. Its address can be relative. */
const HERE: ServedAt = { url: '/', description: 'Where this document comes from' }

/** Returns the document of one version of the interface in OpenAPI 3.1. */
export function openApiDocument(
  api: Api,
  rows: readonly DescribedRow[],
  version: string,
  servedAt?: ServedAt,
): OpenApiDocument {
  const steps = describeInSteps(api, rows, version, servedAt)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/**
 * Builds the document with a pause after each row, because building all of it takes longer than a server may make other
 * callers wait. `version` is the version of the program.
 */
export function* describeInSteps(
  api: Api,
  rows: readonly DescribedRow[],
  version: string,
  servedAt = HERE,
): Generator<undefined, OpenApiDocument> {
  const components = { schemas: schemaComponents(), errors: errorComponents() }
  const paths: Record<string, PathItem> = {
    ...signInPaths(components.errors),
    ...(api === 'v2' ? eventStreamPath(components.errors) : {}),
  }
  for (const row of rows) {
    if (row.api !== api) continue
    const path = pathOf(row)
    const method = row.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: operationOf(row, components) }
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
      schemas: { Error: errorSchema, ...signInSchemas, ...components.schemas.named },
      responses: components.errors.responses,
      parameters: sharedParameters,
      examples: components.errors.examples,
      securitySchemes: api === 'v2' ? { ...securitySchemes, ...streamSecurity } : securitySchemes,
    },
  }
}

/** Converts a path to the form of OpenAPI, without a final slash. */
function pathOf({ api, path }: DescribedRow): string {
  return `/${api}${path.replace(/\/$/, '').replaceAll(/:(\w+)/g, '{$1}')}`
}

const versions: Readonly<Record<Api, string>> = {
  v1: 'This is version 1, for existing programs. Use version 2 for new programs: it can do more. Both versions act on the same game.',
  v2: 'This is version 2. Version 1 remains for existing programs; both act on the same game.',
}

/** Returns the introduction in Markdown, which applies to all routes. */
function introduction(api: Api): string {
  return `${versions[api]}

**Tokens.** Get an access token from \`POST ${TOKEN_PATH}\`, or send a player to sign in at \`GET ${SIGN_IN_PATH}\`. Send the token with every call, as \`Authorization: Bearer\` or in the query. Each client belongs to one of two runtimes, \`staging\` or \`production\`: two separate games with their own players and state.

**Players.** Player routes act as the token's own player, or as the player that \`player_id\` in the query names.

**Amounts** are exact decimal strings of any size, such as \`"30"\` or \`"0.5"\`.

**Times** are in UTC, such as \`2030-01-06T12:00:00.000Z\`. You can send ISO 8601, a date, seconds or milliseconds.

**Ids** of processes can contain slashes, as in \`neo/tour\`. In paths, send them unchanged or encoded as \`%2F\`.

**Errors** have a code for programs in \`error\` and a message for people in \`error_description\`.

**Lists** take \`skip\` and \`limit\` in the query, and answer \`total\`.

**The notification stream** uses Engine.IO, protocols 3 and 4, at ${STREAM_PATHS.map((path) => `\`${path}\``).join(' and ')}, with a token from \`notifications/token\`. \`GET /v2${EVENTS_PATH}\` offers the same as Server-Sent Events.`
}
