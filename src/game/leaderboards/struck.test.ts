import { expect, test } from 'vitest'
import { forgetStruck, strike, struckAt, type Struck } from './struck.ts'

test('the last entry counts that took an entity off a scope or off all', () => {
  const struck: Struck = new Map()
  strike(struck, 'a', 1, 5)
  expect([struckAt(struck, 'a', 1), struckAt(struck, 'b', 1), struckAt(struck, null, 1)]).toEqual([5, 0, 0])
  strike(struck, null, 1, 7)
  expect([struckAt(struck, 'a', 1), struckAt(struck, 'b', 1), struckAt(struck, null, 1)]).toEqual([7, 7, 7])
  strike(struck, 'a', 1, 9)
  expect([struckAt(struck, 'a', 1), struckAt(struck, 'b', 1), struckAt(struck, 'a', 2)]).toEqual([9, 7, 0])
})

test('nothing is left of who has gone', () => {
  const struck: Struck = new Map()
  for (const group of [null, 'a', 'b']) strike(struck, group, 1, 5)
  strike(struck, 'b', 2, 6)
  forgetStruck(struck, 1)
  expect([...struck.keys()]).toEqual(['b'])
  expect(struckAt(struck, 'b', 2)).toBe(6)
})
