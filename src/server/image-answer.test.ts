import { expect, test } from 'vitest'
import { knowsTag } from './image-answer.ts'

test.each([
  ['"a"', true],
  ['W/"a"', true],
  [' "b" ,\t"a" ', true],
  ['"b","a"', true],
  ['"b, c", "a"', true],
  ['*', true],
  [undefined, false],
  ['', false],
  ['"b"', false],
  ['a', false],
  ['"a"x', false],
  ['x"a"', false],
  ['"a" "b"', false],
  ['"b"x, "c"', false],
])('a caller who sends %j knows "a": %j', (ifNoneMatch, knows) => {
  expect(knowsTag(ifNoneMatch)('"a"')).toBe(knows)
})
