import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { Api } from '../../src/game/kernel/route.ts'
import { routes } from '../../src/game/routes.ts'
import { openApiDocument } from '../../src/openapi/document.ts'
import type { OpenApiDocument, Operation } from '../../src/openapi/parts.ts'
import type { Reply } from '../support/http.ts'

/** The versions of the interface. */
export const apis: readonly Api[] = ['v1', 'v2']
const documents = new Map(apis.map((api) => [api, openApiDocument(api, routes, '1.2.3')]))

/** The document of a version. */
export function documentOf(api: string): OpenApiDocument {
  const found = documents.get(api as Api)
  if (found === undefined) throw new Error(`no document of ${api}`)
  return found
}

/** Where a route stands in its document: `GET /v2/admin/` has no path of its own beside `/v2/admin`. */
export function placeOf(route: string): { readonly api: string; readonly path: string; readonly method: string } {
  const [method = '', path = ''] = route.split(' ')
  const [, first = ''] = path.split('/')
  // Signing in belongs to no version, and stands in all documents.
  const api = apis.find((one) => one === first) ?? 'v2'
  return { api, method: method.toLowerCase(), path: path.replace(/\/$/, '').replaceAll(/:(\w+)/g, '{$1}') }
}

/** What its document says of a route; undefined where it does not know it. */
export function operationOf(route: string): Operation | undefined {
  const { api, path, method } = placeOf(route)
  return documentOf(api).paths[path]?.[method]
}

/** Validators of the answers' bodies, by document, path, method and status. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false })
for (const [api, document] of documents) ajv.addSchema(document as object, api)
const validators = new Map<string, ValidateFunction>()

/** Refuses an answer that its document does not describe: its status, its error code, every field of its body. */
export function expectDescribed(
  route: string,
  { status, body, headers }: Pick<Reply, 'status' | 'body' | 'headers'>,
): void {
  const { api, path, method } = placeOf(route)
  const response = operationOf(route)?.responses[status]
  expect(response, `${route} answered ${status}, which is not described`).toBeDefined()
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const pointer = (parts: readonly string[]): string =>
    parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const place =
    response && '$ref' in response ? response.$ref.slice(2) : pointer(['paths', path, method, 'responses', `${status}`])
  if (type === 'image/png') return expect(JSON.stringify(response)).toContain('image/png')
  const ref = `${api}#/${place}/content/${pointer([type])}/schema`
  const validate = validators.get(ref) ?? ajv.compile({ $ref: ref })
  validators.set(ref, validate)
  expect(validate(body), `${route} answered ${JSON.stringify(body)}: ${ajv.errorsText(validate.errors)}`).toBe(true)
}
