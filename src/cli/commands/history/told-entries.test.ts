import { expect, test } from 'vitest'
import { toldEntries, type TellableEntry, type ToldEntries } from './told-entries.ts'

const entry = (seq: number, line = `entry ${seq}`): TellableEntry => ({ seq, line })

/** What became of each of these entries. */
const takeAll = (told: ToldEntries, entries: readonly TellableEntry[]): string[] =>
  entries.map((each) => told.take(each))

test('what was told before is known after a break, and what comes then is new', () => {
  const told = toldEntries()
  expect(told.begin()).toBeUndefined()
  expect(takeAll(told, [entry(7), entry(8), entry(9)])).toEqual(['new', 'new', 'new'])
  expect(told.begin()).toBe(7)
  expect(takeAll(told, [entry(7), entry(8), entry(9), entry(10)])).toEqual(['known', 'known', 'known', 'new'])
})

test('a game that is put back while it is followed is told once', () => {
  const told = toldEntries()
  takeAll(told, [entry(1), entry(2), entry(3)])
  expect(takeAll(told, [entry(2, 'other 2'), entry(3, 'other 3')])).toEqual(['instead', 'new'])
  expect(told.begin()).toBe(1)
  expect(takeAll(told, [entry(1), entry(2, 'other 2'), entry(3, 'other 3'), entry(4)])).toEqual([
    'known',
    'known',
    'known',
    'new',
  ])
})

test('of a game that is put back while it is followed the entry is told again that it goes on after', () => {
  const told = toldEntries()
  takeAll(told, [entry(1), entry(2), entry(3)])
  expect(takeAll(told, [entry(3), entry(1), entry(2, 'other 2')])).toEqual(['known', 'back', 'new'])
  expect(told.begin()).toBe(1)
  expect(takeAll(told, [entry(1), entry(2, 'other 2'), entry(3)])).toEqual(['known', 'known', 'new'])
})

test('a game that was put back during a break is told from there on', () => {
  const told = toldEntries()
  takeAll(told, [entry(1), entry(2), entry(3)])
  told.begin()
  expect(takeAll(told, [entry(1), entry(2, 'other 2')])).toEqual(['known', 'instead'])
  told.begin()
  expect(takeAll(told, [entry(1), entry(2, 'other 2'), entry(3)])).toEqual(['known', 'known', 'new'])
})

test('what is not kept any more is missed by nobody', () => {
  const told = toldEntries()
  takeAll(told, [entry(1), entry(2), entry(3)])
  told.begin()
  expect(takeAll(told, [entry(3), entry(4)])).toEqual(['known', 'new'])
})

test('a thousand are remembered', () => {
  const told = toldEntries()
  for (let seq = 1; seq <= 1_200; seq += 1) told.take(entry(seq))
  expect(told.begin()).toBe(201)
})
