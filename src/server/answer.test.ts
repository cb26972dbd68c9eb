import { describe, expect, test } from 'vitest'
import { FEW_ROWS, PIECE_LENGTH, jsonPieces, mayBeLong } from './answer.ts'

const rows = (count: number): unknown[] =>
  Array.from({ length: count }, (_, i) => ({ id: `p${i}`, alias: 'é🦄"\\\n\ud800', score: i / 3, none: undefined }))

describe('the pieces of a value are together what JSON.stringify makes of it', () => {
  test.each([
    ['a list of few rows', rows(FEW_ROWS)],
    ['a list of one row more', rows(FEW_ROWS + 1)],
    ['a list of 200,000 rows', rows(200_000)],
    ['a page', { data: rows(3_000), total: 3_000 }],
    ['fields of all sorts', { a: undefined, 'b"\n': rows(2_000), c: null, d: [], e: { f: [1] }, g: rows(5_000) }],
    ['a long list after nothing', { a: undefined, b: rows(2_000) }],
    ['long lists further down', { a: rows(2_000), b: { c: { d: 1 }, e: rows(3_000) } }],
    ['rows that JSON knows not', Array.from({ length: 1_500 }, (_, i) => (i % 2 ? undefined : Number.NaN))],
    ['lists of lists', Array.from({ length: 1_500 }, () => [[], [1, []]])],
    ['an empty list', []],
    ['an empty object', {}],
    ['no object', 'text'],
    ['nothing', null],
  ])('%s', (_what, value) => {
    // Compared before they are shown: a difference of megabytes takes minutes to print.
    expect([...jsonPieces(value)].join('') === JSON.stringify(value)).toBe(true)
  })
})

const longest = (pieces: Iterable<string>): number => Math.max(...[...pieces].map(({ length }) => length))

test('no piece is longer than a piece and one row, whatever the rows hold', () => {
  const row = 'x'.repeat(1_000)
  const small = [...jsonPieces({ data: Array(10_000).fill(row), total: 10_000 })]
  expect(longest(small)).toBeLessThan(PIECE_LENGTH + 1_010)
  expect(small.length).toBeLessThanOrEqual(10_000_000 / PIECE_LENGTH + 1)
  const huge = Array(2 * FEW_ROWS).fill('x'.repeat(1_000_000))
  expect(longest(jsonPieces(huge))).toBeLessThan(PIECE_LENGTH + 1_000_010)
})

test.each([
  [false, null],
  [false, 'x'.repeat(10_000)],
  [false, Array(FEW_ROWS).fill(0)],
  [false, { data: Array(FEW_ROWS).fill(0), total: 1 }],
  [true, Array(FEW_ROWS + 1).fill(0)],
  [true, { total: 1, data: Array(FEW_ROWS + 1).fill(0) }],
])('whether it may be long: %s', (long, value) => {
  expect(mayBeLong(value)).toBe(long)
})
