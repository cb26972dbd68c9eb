import { expect, test } from 'vitest'
import { printedEntries, type PrintableEntry, type PrintedEntries } from './following.ts'

const entry = (seq: number, line = `entry ${seq}`): PrintableEntry => ({ seq, line })

/** What became of each of these entries. */
const takeAll = (told: PrintedEntries, entries: readonly PrintableEntry[]): string[] =>
  entries.map((each) => told.take(each))

test('what was told before is known after a break, and what comes then is new', () => {
  const told = printedEntries()
  expect(told.begin()).toBeUndefined()
  expect(takeAll(told, [entry(7), entry(8), entry(9)])).toEqual(['new', 'new', 'new'])
  expect(told.begin()).toBe(7)
  expect(takeAll(told, [entry(7), entry(8), entry(9), entry(10)])).toEqual(['known', 'known', 'known', 'new'])
})

test('after the game went back, what is still there is known and the rest is new', () => {
  const told = printedEntries()
  takeAll(told, [entry(1), entry(2), entry(3)])
  told.replaced({ from: 2, after: 1 })
  expect(takeAll(told, [entry(2)])).toEqual(['new'])
  expect(told.begin()).toBe(1)
  expect(takeAll(told, [entry(1), entry(2), entry(3)])).toEqual(['known', 'known', 'new'])
})

test('after a jump forward, the past of the new state is known though it was never printed', () => {
  const told = printedEntries()
  takeAll(told, [entry(1), entry(2, 'other 2')])
  told.replaced({ from: 2, after: 3 })
  expect(takeAll(told, [entry(4)])).toEqual(['new'])
  expect(told.begin()).toBe(1)
  expect(takeAll(told, [entry(1), entry(2), entry(3), entry(4)])).toEqual(['known', 'known', 'known', 'known'])
})

test('after a jump to a state that shares nothing, a reading begins behind its past', () => {
  const told = printedEntries()
  takeAll(told, [entry(1), entry(2)])
  told.replaced({ from: 1, after: 7 })
  expect(told.begin()).toBe(8)
})

test('a game that was put back during a break is told from there on', () => {
  const told = printedEntries()
  takeAll(told, [entry(1), entry(2), entry(3)])
  told.begin()
  expect(takeAll(told, [entry(1), entry(2, 'other 2')])).toEqual(['known', 'instead'])
  told.begin()
  expect(takeAll(told, [entry(1), entry(2, 'other 2'), entry(3)])).toEqual(['known', 'known', 'new'])
})

test('what is not kept any more is missed by nobody', () => {
  const told = printedEntries()
  takeAll(told, [entry(1), entry(2), entry(3)])
  told.begin()
  expect(takeAll(told, [entry(3), entry(4)])).toEqual(['known', 'new'])
})

test('a thousand are remembered', () => {
  const told = printedEntries()
  for (let seq = 1; seq <= 1_200; seq += 1) told.take(entry(seq))
  expect(told.begin()).toBe(201)
})
