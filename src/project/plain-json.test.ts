import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainJson } from './plain-json.ts'

test.each([
  ['{ "a": 1, // one\n "b": 2 }', '{ "a": 1,       \n "b": 2 }'],
  ['/* 1\r\n 2 */[1,2 , /* x */ ]// end', '    \r\n     [1,2           ]      '],
  ['[[1,],{"a":"b",},]', '[[1 ],{"a":"b" } ]'],
])('comments and last commas of %j become blanks', (text, plain) => {
  expect(plainJson(text)).toBe(plain)
})

test.each([
  '["// a", "/* b */", ",]", "\\"// c"]',
  '{"a": "http://x.example/"}',
  '[,]',
  '[1,,]',
  '{,}',
  '{"a":,}',
  '[1],',
  '[1, /* without an end',
  '[1 / 2]',
  '["an open string // ,]',
])('%j stays as it is', (text) => {
  expect(plainJson(text)).toBe(text)
})

test('JSON stays as it is, whatever it holds', () => {
  const texts = fc.oneof(
    fc.json(),
    fc.array(fc.constantFrom('//', '/*', '*/', ',]', '"', '\\', '\n')).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(fc.json(), texts, (json, text) => {
      const whole = JSON.stringify([JSON.parse(json), text, { [text]: text }])
      expect(plainJson(whole)).toBe(whole)
      expect(plainJson(text)).toHaveLength(text.length)
    }),
  )
})
