import { expect, test } from 'vitest'
import { narrowed } from './leaderboard-text.ts'

const WHO = { id: 1, name: 2 }
const rows = [
  ['RANK', 'PLAYER', 'ALIAS', 'SCORE'],
  ['1', 'trinity', 'The Trinity', '123456'],
]

test('what fits stays as it is', () => {
  expect(narrowed(rows, 34, WHO, true)).toBe(rows)
})

test('names give way first', () => {
  expect(narrowed(rows, 30, WHO, true)).toEqual([rows[0], ['1', 'trinity', 'The Tr…', '123456']])
  expect(narrowed(rows, 27, WHO, true)).toEqual([
    ['RANK', 'PLAYER', 'ALI…', 'SCORE'],
    ['1', 'trinity', 'The…', '123456'],
  ])
})

test('names of which hardly anything would be left go, and ids give way next', () => {
  expect(narrowed(rows, 26, WHO, true)).toEqual([
    ['RANK', 'PLAYER', 'SCORE'],
    ['1', 'trinity', '123456'],
  ])
  expect(narrowed(rows, 19, WHO, false)).toEqual([
    ['RANK', 'PLAY~', 'SCORE'],
    ['1', 'trin~', '123456'],
  ])
})

test('ids are never shortened to nothing, and numbers not at all', () => {
  expect(narrowed(rows, 1, WHO, true)).toEqual([
    ['RANK', 'PLA…', 'SCORE'],
    ['1', 'tri…', '123456'],
  ])
})

test('what would steer a terminal is as wide as it is shown', () => {
  expect(narrowed([['1', 'a', '\u001b\u001b', '5']], 14, WHO, true)).toEqual([['1', 'a', '\\u{1…', '5']])
})
