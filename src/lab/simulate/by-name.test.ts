import { expect, test } from 'vitest'
import * as z from 'zod'
import { byName } from './by-name.ts'

const counts = byName(z.string().regex(/^\w+$/, 'expected a word'), z.int().min(0), 3)
const parse = (text: string) => counts.safeParse(JSON.parse(text))
const issuesOf = (text: string) => parse(text).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('an object keeps all names, also those that objects have themselves', () => {
  const { data = {} } = parse('{ "__proto__": 1, "constructor": 2 }')
  expect(Object.entries(data)).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
  ])
})

test('an object has the problems of its names and values, each at its name', () => {
  expect(issuesOf('{ "a b": 1, "c": -1 }')).toEqual([
    ['a b', 'expected a word'],
    ['c', expect.stringContaining('>=0')],
  ])
  expect(issuesOf('{ "a": 1, "b": 1, "c": 1, "d": -1 }')).toEqual([['', 'expected at most 3 names']])
  expect(issuesOf('[]')).toEqual([['', 'expected an object']])
})
