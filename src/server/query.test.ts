import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { parseFields, withoutSecrets } from './query.ts'

test.each([
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2', { a: '1' }],
  ['a=&b&=c&&d=1', { d: '1', '': 'c' }],
  ['a=b=c', { a: 'b=c' }],
  ['a+b=c+d', { 'a b': 'c d' }],
  ['a%3D=%26%20%2B', { 'a=': '& +' }],
  ['a=%', { a: '%' }],
  ['a=%zz%41', { a: '%zzA' }],
  ['ids[]=1', { 'ids[]': '1' }],
  ['a=é', { a: 'é' }],
  ['', {}],
])('%s', (text, fields) => {
  expect({ ...parseFields(text) }).toEqual(fields)
})

test('a name is only a name, whatever it means in JavaScript', () => {
  const fields = parseFields('__proto__=1&constructor=2&toString=3&hasOwnProperty=4')
  expect(Object.entries(fields)).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
    ['toString', '3'],
    ['hasOwnProperty', '4'],
  ])
  expect(fields['valueOf']).toBeUndefined()
  expect(parseFields('')['__proto__']).toBeUndefined()
})

test('well-formed fields are read as URLSearchParams reads them', () => {
  const pairs = fc.array(fc.tuple(fc.string(), fc.string({ unit: 'grapheme', minLength: 1 })), { maxLength: 5 })
  fc.assert(
    fc.property(pairs, (list) => {
      const text = new URLSearchParams(list).toString()
      const expected = new Map<string, string>()
      for (const [name, value] of new URLSearchParams(text)) if (!expected.has(name)) expected.set(name, value)
      expect(new Map(Object.entries(parseFields(text)))).toEqual(expected)
    }),
  )
})

test('no text makes it fail', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseFields(text)))
})

test('fields without a value are looked through once', () => {
  const text = 'a&'.repeat(10_000)
  const spy = vi.spyOn(String.prototype, 'indexOf')
  parseFields(text)
  const { calls, contexts, results } = spy.mock
  spy.mockRestore()
  const looked = calls.reduce((sum, [, from = 0], i) => {
    const at = results[i]?.value as number
    return sum + (at < 0 ? String(contexts[i]).length : at) - from
  }, 0)
  expect(looked).toBeLessThan(3 * text.length)
})

test('secrets are left out, however their names are written', () => {
  expect(withoutSecrets('player_id=neo&access_token=abc&jwt=x:y')).toBe('player_id=neo&access_token=***&jwt=***')
  expect(withoutSecrets('refresh_token=abc&grant_type=refresh_token')).toBe(
    'refresh_token=***&grant_type=refresh_token',
  )
  expect(withoutSecrets('EIO=4&transport=polling&sid=abc')).toBe('EIO=4&transport=polling&sid=***')
  expect(withoutSecrets('access%5Ftoken=abc&client_secret=a=b&x')).toBe('access%5Ftoken=***&client_secret=***&x')
})
