import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../../src/game/kernel/route.ts'
import { routes } from '../../src/game/routes.ts'
import { inDialect } from '../../src/interface/dialect.ts'
import { openApiDocument } from '../../src/openapi/document.ts'
import { bodyWord, bodyWords, parameterWords } from '../../src/openapi/operation.ts'
import { shapeNames } from '../../src/openapi/shape-names.ts'
import { apis, documentOf, expectDescribed, operationOf, placeOf } from './described.ts'
import { documentedRoutes, fill, nameOf, thingsFor } from './documented-routes.ts'
import { ask } from './error-case.ts'
import { errorCases } from './error-cases.ts'
import { usualErrors } from './usual-errors.ts'
import { openFlawedWorld, openWorld, type World } from './world.ts'

const operations = apis.flatMap((api) =>
  Object.values(documentOf(api).paths).flatMap((item) => Object.values(item).map((operation) => ({ api, operation }))),
)

/** What a game that speaks the recorded dialect says of a version. */
const recordedDocument = (api: Api) =>
  openApiDocument(
    api,
    routes.map((row) => inDialect('recorded', row)),
    '1.2.3',
  )

describe.each(apis)('the document of %s', (api) => {
  const document = documentOf(api)

  test('is valid OpenAPI 3.1, in both dialects', async () => {
    for (const one of [document, recordedDocument(api)]) {
      const { valid, errors } = await new Validator().validate(structuredClone(one) as never)
      expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    }
  })

  test('has every route of the version, and nothing else beside sign-in and the stream', () => {
    const rows = routes.filter((row) => row.api === api).map((row) => `${row.method} /${row.api}${row.path}`)
    expect(rows.filter((route) => operationOf(route) === undefined)).toEqual([])
    const places = new Set(rows.map(placeOf).map(({ method, path }) => `${method} ${path}`))
    const others = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .map((method) => `${method} ${path}`)
        .filter((place) => !places.has(place)),
    )
    const stream = api === 'v2' ? ['get /v2/runtime/notifications/events'] : []
    expect(others).toEqual(['post /auth/token', 'get /auth', ...stream])
  })

  test('calls each operation by a name of its own', () => {
    const ids = operations.filter((each) => each.api === api).map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('puts each operation under a tag that it explains, and each tag into a group', () => {
    const used = new Set(operations.filter((each) => each.api === api).flatMap(({ operation }) => operation.tags))
    expect(used).toEqual(new Set(document.tags.map(({ name }) => name)))
    expect(used).toEqual(new Set(document['x-tagGroups'].flatMap(({ tags }) => tags)))
    for (const { description } of document.tags) expect(description).toMatch(/\.$/)
  })

  test('refers to what it has, and has what it refers to', () => {
    const text = JSON.stringify(document)
    const refs = new Set(
      Array.from(text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g), ([, ...ref]) => ref.join('/')),
    )
    const { securitySchemes: _, ...components } = document.components
    const parts = Object.entries(components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `${kind}/${name}`),
    )
    expect(refs).toEqual(new Set(parts))
    expect(text.match(/"\$ref":"#(?!\/components\/)[^"]*"|"\$defs"/)).toBeNull()
  })

  test('shows each error in a sentence', () => {
    for (const [code, { value }] of Object.entries(document.components.examples)) {
      expect(value).toMatchObject({ error: code, error_description: expect.stringMatching(/^\S(?!.*undefined)/) })
    }
  })

  test('says of each parameter what it means', () => {
    const inline = operations
      .filter((each) => each.api === api)
      .flatMap(({ operation }) => operation.parameters ?? [])
      .filter((parameter) => 'name' in parameter && !/^(response_type|client_id)$/.test(parameter.name))
    const mute = inline.filter((each) => !('description' in each || ('schema' in each && 'description' in each.schema)))
    expect(mute).toEqual([])
  })
})

test('no word is about a parameter that no route has', () => {
  const names = operations.flatMap(({ operation }) =>
    (operation.parameters ?? []).flatMap((each) => ('name' in each ? each.name : [])),
  )
  expect(Object.keys(parameterWords).filter((name) => !names.includes(name))).toEqual([])
})

test('every field of a body has words, and all words are about one', () => {
  const used = new Set<string>()
  for (const { api, method, path, resource } of routes) {
    if (resource === 'design') continue
    const body = operationOf(`${method} /${api}${path}`)?.requestBody?.content['application/json']?.schema
    for (const [field, schema] of Object.entries(body?.properties ?? {})) {
      expect(schema, `${field} of ${method} ${path}`).toHaveProperty('description', expect.stringMatching(/\S/))
      used.add(bodyWord(path, field) ?? '')
    }
  }
  expect(Object.entries(bodyWords).filter(([, words]) => !used.has(words))).toEqual([])
})

test('every shape with a name has one name, and is in a document', () => {
  const named = [...shapeNames().values()]
  expect(new Set(named).size).toBe(named.length)
  const all = apis.flatMap((api) => [documentOf(api), recordedDocument(api)])
  const shown = new Set(all.flatMap(({ components }) => Object.keys(components.schemas)))
  expect(named.filter((name) => !shown.has(name))).toEqual([])
})

describe('what a token may do', () => {
  const securityOf = (route: string) => operationOf(route)?.security

  test('is said by scope, with the jwt of a player where it may act', () => {
    expect(securityOf('POST /v2/runtime/actions/:action_id/play')).toEqual([
      { oauth2: ['runtime:w'] },
      { bearer: ['runtime:w'] },
      { access_token: ['runtime:w'] },
      { jwt: ['player.runtime.write'] },
    ])
    expect(securityOf('GET /v2/admin/rules')?.[0]).toEqual({ oauth2: ['admin:r'] })
    expect(securityOf('GET /v2/admin/rules')?.some((each) => 'jwt' in each)).toBe(false)
  })

  test('is said of the routes that need one of two scopes more', () => {
    expect(securityOf('DELETE /v2/admin/players/:player_id')?.filter((each) => 'bearer' in each)).toEqual([
      { bearer: ['admin:w', 'game'] },
      { bearer: ['admin:w', 'debug'] },
    ])
  })
})

/** Whether a route is one of the service; control routes are no part of a document. */
const isOfInterface = (route: string): boolean => !route.includes(' /_gamify/')

// What successes answer is looked at where they are driven: successes.test.ts.
describe('errors are as the documents describe them', () => {
  let world: World
  let flawed: World
  beforeAll(async () => {
    world = await openWorld('in memory')
    flawed = await openFlawedWorld('in memory')
  })
  afterAll(() => Promise.all([world.stop(), flawed.stop()]))

  test('errors of each route', async () => {
    for (const each of errorCases)
      for (const route of each.routes.filter(isOfInterface))
        expectDescribed(route, await ask(each.flawed ? flawed : world, route, each))
  })

  test('errors that every route gives', async () => {
    for (const route of documentedRoutes)
      for (const each of usualErrors(route)) {
        const told = typeof each.ask === 'function' ? each.ask(world) : each.ask
        expectDescribed(nameOf(route), await world.request(route.method, fill(route.path, thingsFor(route.path)), told))
      }
  })
})
