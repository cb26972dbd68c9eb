import { describe, expect, test } from 'vitest'
import { bodyWithoutSecrets, keptBody } from './kept-body.ts'

describe('what is kept of a body (8.2)', () => {
  test.each([
    ['{"client_id":"a","client_secret":"s\\"till"}', '{"client_id":"a","client_secret":"***"}'],
    ['{"access_token":"abc","expires_in":5}', '{"access_token":"***","expires_in":5}'],
    ['{"deep":{"Token" : 12345,"x":1}}', '{"deep":{"Token" : "***","x":1}}'],
    ['{"\\u0061ccess_token":"abc"}', '{"\\u0061ccess_token":"***"}'],
    ['{"token":["abc"],"x":1}', '{"token":"***"'],
    ['{"x":1,"password":"broken o', '{"x":1,"password":"***"'],
    ['{"action":"a"}\n{"jwt":"b"}', '{"action":"a"}\n{"jwt":"***"}'],
    ['{"text":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJuZW8ifQ.abc-1"}', '{"text":"***"}'],
    ['client_id=a&client_secret=b', 'client_id=a&client_secret=***'],
    ['{"note":"the token: access_token"}', '{"note":"the token: access_token"}'],
  ])('of %s is %s', (body, shown) => {
    expect(bodyWithoutSecrets(body)).toBe(shown)
  })

  test('is all of a short one, and the begin of a long one with its length', () => {
    expect(keptBody('{}')).toEqual({ text: '{}', length: 2 })
    const { text, length } = keptBody('x'.repeat(10_000))
    expect([text.length, length]).toEqual([8_192, 10_000])
  })

  test('a hostile body does not take long', () => {
    const begin = performance.now()
    bodyWithoutSecrets(`{${'"\\'.repeat(4_000)}`)
    bodyWithoutSecrets(`{"${'\\"'.repeat(4_000)}`)
    expect(performance.now() - begin).toBeLessThan(2_000)
  })
})
