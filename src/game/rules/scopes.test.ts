import { expect, test } from 'vitest'
import { scopesBody, scopesFault } from './scopes.ts'

const of = (id: string) => [{ id, entity_id: 'x' }]

test.each(['a', 'board/a', '2030-05', '_', 'x'.repeat(64), `board/${'x'.repeat(64)}`])(
  '%s is the id of a scope',
  (id) => {
    expect(scopesFault(of(id))).toBeUndefined()
  },
)

test.each([
  '',
  '/',
  'board/',
  'board/a/b',
  '/a',
  '1/a',
  'a b/a',
  `${'x'.repeat(65)}/a`,
  'a b',
  'ünï',
  '__proto__/',
  'a.b',
  'x'.repeat(65),
])('%j is none, and is named', (id) => {
  expect(scopesFault([...of('a'), ...of(id)])).toMatchObject({
    fault: 'invalid_request',
    facts: { message: `'${id}' is no scope id: expected up to 64 letters, digits, _ or -` },
  })
})

test('scopes come as a list of at most 100, of these two fields', () => {
  expect(scopesBody.safeParse(Array.from({ length: 100 }, () => of('a')[0])).success).toBe(true)
  const bad = [
    Array.from({ length: 101 }, () => of('a')[0]),
    {},
    ['a'],
    [{ id: 'a' }],
    [{ ...of('a')[0], more: 1 }],
    [{ id: 5, entity_id: 'x' }],
  ]
  expect(bad.some((scopes) => scopesBody.safeParse(scopes).success)).toBe(false)
})
