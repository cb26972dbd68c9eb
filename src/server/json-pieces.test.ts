import { describe, expect, test } from 'vitest'
import { ROWS_A_PIECE, isLong, jsonPieces } from './json-pieces.ts'

const rows = (count: number): unknown[] =>
  Array.from({ length: count }, (_, i) => ({ id: `p${i}`, alias: 'é🦄"\\\n\ud800', score: i / 3, none: undefined }))

describe('the pieces of a value are together what JSON.stringify makes of it', () => {
  test.each([
    ['a list as long as a piece', rows(ROWS_A_PIECE)],
    ['a list of one row more', rows(ROWS_A_PIECE + 1)],
    ['a list of two pieces', rows(2 * ROWS_A_PIECE)],
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

test('no piece has more rows than a piece may', () => {
  const pieces = [...jsonPieces({ data: Array(10_000).fill(0), total: 10_000 })]
  const sizes = pieces.map((piece) => [...piece.matchAll(/\b0\b/g)].length)
  expect(Math.max(...sizes)).toBe(ROWS_A_PIECE)
})

test.each([
  [false, null],
  [false, 'x'.repeat(10_000)],
  [false, Array(ROWS_A_PIECE).fill(0)],
  [false, { data: Array(ROWS_A_PIECE).fill(0), total: 1 }],
  [true, Array(ROWS_A_PIECE + 1).fill(0)],
  [true, { total: 1, data: Array(ROWS_A_PIECE + 1).fill(0) }],
])('whether it is long: %s', (long, value) => {
  expect(isLong(value)).toBe(long)
})
