import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { routes } from '../game/routes.ts'
import { grantTypeNames } from '../interface/oauth.ts'
import { openApiDocument } from './document.ts'
import type { Example } from './parts.ts'

describe.each(['v1', 'v2'] as const)('the document of %s', (api) => {
  const document = openApiDocument(api, routes, '1.2.3')
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))

  test('says of each security scheme what it is, and of none that nothing asks for', () => {
    const asked = operations.flatMap(({ security }) => security.flatMap((one) => Object.keys(one)))
    expect(Object.keys(document.components.securitySchemes).toSorted()).toEqual([...new Set(asked)].toSorted())
  })

  test('has an example of each grant that is a good request', () => {
    const [json, form] = Object.values(document.paths['/auth/token']?.['post']?.requestBody?.content ?? {})
    expect(form).toEqual(json)
    const examples = Object.entries(json?.examples ?? {}) as [string, Example][]
    expect(examples.map(([name]) => name)).toEqual([...grantTypeNames])
    const ajv = new Ajv2020({ strict: false })
    for (const [name, { value }] of examples) {
      expect(value).toHaveProperty('grant_type', name)
      expect(ajv.validate(document.components.schemas['TokenRequest'] ?? {}, value)).toBe(true)
    }
  })

  test('is served where it comes from, unless told', () => {
    expect(document.servers.map(({ url }) => url)).toEqual(['/'])
    const told = { url: 'http://game.test', description: 'there' }
    expect(openApiDocument(api, routes, '1.2.3', told).servers).toEqual([told])
  })
})

test('the two addresses where a player puts up an image are told apart', () => {
  const { paths } = openApiDocument('v2', routes, '1.2.3')
  const summaries = ['/v2/runtime/player', '/v2/runtime/player/image'].map((path) => paths[path]?.['post']?.summary)
  expect(new Set(summaries).size).toBe(2)
})
