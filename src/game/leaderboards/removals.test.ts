import { expect, test } from 'vitest'
import { forgetRemovals, addRemoval, removedAt, type Removals } from './removals.ts'

test('the last entry counts that took an entity off a scope or off all', () => {
  const removals: Removals = new Map()
  addRemoval(removals, 'a', 1, 5)
  expect([removedAt(removals, 'a', 1), removedAt(removals, 'b', 1), removedAt(removals, null, 1)]).toEqual([5, 0, 0])
  addRemoval(removals, null, 1, 7)
  expect([removedAt(removals, 'a', 1), removedAt(removals, 'b', 1), removedAt(removals, null, 1)]).toEqual([7, 7, 7])
  addRemoval(removals, 'a', 1, 9)
  expect([removedAt(removals, 'a', 1), removedAt(removals, 'b', 1), removedAt(removals, 'a', 2)]).toEqual([9, 7, 0])
})

test('nothing is left of who has gone', () => {
  const removals: Removals = new Map()
  for (const group of [null, 'a', 'b']) addRemoval(removals, group, 1, 5)
  addRemoval(removals, 'b', 2, 6)
  forgetRemovals(removals, 1)
  expect([...removals.keys()]).toEqual(['b'])
  expect(removedAt(removals, 'b', 2)).toBe(6)
})
