import { expect, test } from 'vitest'
import { andMore, firstFew, moreText } from './first-few.ts'

const changes = ['change', 'changes'] as const

test.each<[number, readonly string[], readonly string[]]>([
  [0, [], []],
  [3, ['1', '2', '3'], []],
  [4, ['1', '2'], ['and 2 more changes']],
  [9, ['1', '2'], ['and 7 more changes']],
])('of %i, with room for three lines', (count, few, more) => {
  const all = Array.from({ length: count }, (_, at) => String(at + 1))
  expect(firstFew(all, 3, changes)).toEqual({ few, more })
})

test('says one in the singular, several in the plural, and without a noun only how many', () => {
  expect([moreText(1, changes), moreText(2, changes), moreText(1)]).toEqual([
    '1 more change',
    '2 more changes',
    '1 more',
  ])
  expect([andMore(0, changes), andMore(1, changes), andMore(2)]).toEqual([[], ['and 1 more change'], ['and 2 more']])
})
