import { expect, test } from 'vitest'
import { forgetRemovals, addRemoval, removedAt, type Removals } from './removals.ts'

test('the last entry counts that took an entity off a scope or off all', () => {
  const struck: Removals = new Map()
  addRemoval(struck, 'a', 1, 5)
  expect([removedAt(struck, 'a', 1), removedAt(struck, 'b', 1), removedAt(struck, null, 1)]).toEqual([5, 0, 0])
  addRemoval(struck, null, 1, 7)
  expect([removedAt(struck, 'a', 1), removedAt(struck, 'b', 1), removedAt(struck, null, 1)]).toEqual([7, 7, 7])
  addRemoval(struck, 'a', 1, 9)
  expect([removedAt(struck, 'a', 1), removedAt(struck, 'b', 1), removedAt(struck, 'a', 2)]).toEqual([9, 7, 0])
})

test('nothing is left of who has gone', () => {
  const struck: Removals = new Map()
  for (const group of [null, 'a', 'b']) addRemoval(struck, group, 1, 5)
  addRemoval(struck, 'b', 2, 6)
  forgetRemovals(struck, 1)
  expect([...struck.keys()]).toEqual(['b'])
  expect(removedAt(struck, 'b', 2)).toBe(6)
})
