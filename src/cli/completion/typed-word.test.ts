import { expect, test } from 'vitest'
import { valueOf } from './typed-word.ts'

test.each([
  ['', ''],
  ['neo', 'neo'],
  [`'a b'`, 'a b'],
  [`'a b`, 'a b'],
  [`"a b`, 'a b'],
  [`"say \\"hi\\" to \\n"`, 'say "hi" to \\n'],
  [String.raw`a\ b`, 'a b'],
  [String.raw`it\'s`, "it's"],
  [`it"'"s`, "it's"],
  ['a\\', 'a'],
  [`--var='a b'`, '--var=a b'],
  ['$(rm x)`y`$HOME', '$(rm x)`y`$HOME'],
])('%j stands for %j', (word, value) => {
  expect(valueOf(word)).toBe(value)
})
