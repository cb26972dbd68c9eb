import { expect, test } from 'vitest'
import { fault, faultBody, invalid } from './fault.ts'
import { andMore, firstFew, moreText, quoted, shortName } from './message-text.ts'
import { pathText } from './schema-problems.ts'

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

const long = 'x'.repeat(500_000)

test('a name is told up to a hundred characters, and on one line', () => {
  expect(shortName('a'.repeat(100))).toBe('a'.repeat(100))
  expect(shortName(long)).toBe(`${'x'.repeat(100)}…`)
  expect(quoted('a\nb')).toBe("'a\\nb'")
})

test('no answer is as long as the names in it', () => {
  expect(pathText(['value', long, 3])).toHaveLength('value.'.length + 101 + '.3'.length)
  expect(faultBody(fault('metric_not_found', { id: long })).error_description.length).toBeLessThan(200)
})

test('a fault tells how many more problems there are', () => {
  const problem = { path: 'a', message: 'wrong' }
  expect(invalid([problem]).problems).toEqual([problem])
  expect(invalid([problem], 7).problems).toEqual([problem, { path: '', message: '7 more problems' }])
})
