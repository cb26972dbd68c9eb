import { expect, test } from 'vitest'
import { fault, faultBody, invalid } from './fault.ts'
import { pathText } from './schema.ts'
import { quoted, shortName } from './short-name.ts'

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
