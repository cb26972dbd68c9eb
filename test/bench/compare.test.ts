import { expect, test } from 'vitest'
import { worseRows } from '../../bench/compare.ts'
import type { Row } from '../../bench/figure.ts'

const row = (value: number, half: number, better: 'more' | 'less'): Row => ({
  what: 'a play',
  value,
  unit: 'x',
  middleHalf: [value - half, value + half],
  better,
})

test.each<[string, Row, Row, number]>([
  ['a rate that fell by more than it varies', row(0.2, 0.02, 'more'), row(0.3, 0.02, 'more'), 1],
  ['a rate that fell by less', row(0.28, 0.02, 'more'), row(0.3, 0.02, 'more'), 0],
  ['a rate that rose', row(0.4, 0.02, 'more'), row(0.3, 0.02, 'more'), 0],
  ['a time that rose by more than it varies', row(3, 0.2, 'less'), row(2, 0.2, 'less'), 1],
  ['a time that fell', row(2, 0.2, 'less'), row(3, 0.2, 'less'), 0],
  [
    'memory that grew by a tenth',
    { what: 'a play', value: 110, unit: 'B' },
    { what: 'a play', value: 100, unit: 'B' },
    1,
  ],
  [
    'memory that grew by a fortieth',
    { what: 'a play', value: 102.5, unit: 'B' },
    { what: 'a play', value: 100, unit: 'B' },
    0,
  ],
  ['a time by itself', { what: 'a play', value: 9, unit: 'ms' }, { what: 'a play', value: 1, unit: 'ms' }, 0],
])('%s', (_, now, kept, count) => {
  expect(worseRows([now], [kept])).toHaveLength(count)
})

test('a row that was never measured is not worse, and a worse one shows both ranges', () => {
  expect(worseRows([row(3, 1, 'less')], [])).toEqual([])
  expect(worseRows([row(3, 0.2, 'less')], [row(2, 0.2, 'less')])).toEqual([
    { what: 'a play', change: '3 x (2.8 to 3.2), was 2 x (1.8 to 2.2)' },
  ])
})
