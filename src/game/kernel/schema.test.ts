import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { isTooDeep, MAX_DEPTH } from './json-value.ts'
import { problemsOf } from './schema-problems.ts'
import {
  aliasSchema,
  emailSchema,
  flag,
  idSchema,
  limitText,
  namedEntries,
  nameSchema,
  paging,
  period,
  strictObject,
} from './schema.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('an id', () => {
  test.each(['a', 'neo', 'N', 'a1', 'a-b_c', 'constructor', 'x'.repeat(64)])('%s is one', (id) => {
    expect(accepts(idSchema, id)).toBe(true)
  })

  test.each([
    '',
    '1a',
    '_a',
    '-a',
    ':a',
    'a b',
    'a/b',
    'ünï',
    'a\n',
    '__proto__',
    'x'.repeat(65),
    'x'.repeat(10_240),
    5,
    null,
  ])('%j is none', (id) => {
    expect(accepts(idSchema, id)).toBe(false)
  })
})

describe('a name of an item or a state', () => {
  test.each(['a', '7', ' ', 'a b', '__proto__', 'constructor', "it's", '"', '日本', '🏅'.repeat(64)])(
    '%j is one',
    (name) => {
      expect(accepts(nameSchema, name)).toBe(true)
    },
  )

  test.each(['', 'x'.repeat(65), '🏅'.repeat(65), 'a\nb', 'a\u0000', '\u007f', '\u0085', 5])('%j is none', (name) => {
    expect(accepts(nameSchema, name)).toBe(false)
  })
})

describe('what a player is called', () => {
  test.each(['a', ' a', 'Mr Anderson', 'Нео', '🏅'.repeat(128), '__proto__'])('may be %j', (alias) => {
    expect(accepts(aliasSchema, alias)).toBe(true)
  })

  test.each(['', '   ', '\u2028', 'a\u0000', '   \u0000\u0007', 'a\nb', '\ud83d', 'x\udc00', 'x'.repeat(257), 5])(
    'is never %j',
    (alias) => {
      expect(accepts(aliasSchema, alias)).toBe(false)
    },
  )

  test('is looked at in no time, however much blank it begins with', () => {
    const startMs = performance.now()
    expect(accepts(aliasSchema, ' '.repeat(1 << 20))).toBe(false)
    expect(performance.now() - startMs).toBeLessThan(1000)
  })
})

describe('an email address', () => {
  test.each(['neo@example.org', 'n@x', '日本@例え.test', '🏅@x'])('may be %j', (email) => {
    expect(accepts(emailSchema, email)).toBe(true)
  })

  test.each(['', 'neo', '@x', 'x@', 'a@b@c', 'a b@x', 'a\u0000@x', '\ud800@x', 'x@\udc00', '\udc00\ud800@x'])(
    '%j is none',
    (email) => {
      expect(accepts(emailSchema, email)).toBe(false)
    },
  )
})

test('a limit is a decimal string or an infinity, never a number', () => {
  expect(['5', '-0.5', 'Infinity', '-Infinity'].every((text) => accepts(limitText, text))).toBe(true)
  expect(['', 'inf', '1e3', 'NaN', 5, Infinity, null].some((value) => accepts(limitText, value))).toBe(false)
})

describe('an object of names that people choose', () => {
  test('keeps every name, __proto__ too', () => {
    const given: unknown = JSON.parse('{"__proto__":"1","constructor":"2","7":"3"}')
    expect(JSON.stringify(namedEntries.parse(given))).toBe('{"7":"3","__proto__":"1","constructor":"2"}')
  })

  test.each([null, [], 'a', 5, undefined])('is not %j', (value) => {
    expect(accepts(namedEntries, value)).toBe(false)
  })
})

describe('an object without other fields', () => {
  const schema = strictObject({ count: z.number(), query: z.boolean().optional() })
  const problems = (value: unknown) => {
    const parsed = schema.safeParse(value, { reportInput: true })
    return parsed.success ? [] : problemsOf(parsed.error).map(({ path, message }) => `${path.join('.')}: ${message}`)
  }

  test('names each unknown field, with the one it was likely meant to be', () => {
    expect(problems({ count: 1, conut: 2, qery: true, xyz: 3 })).toEqual([
      "conut: unknown field 'conut' (did you mean 'count'?)",
      "qery: unknown field 'qery' (did you mean 'query'?)",
      "xyz: unknown field 'xyz'",
    ])
  })

  test('tells a field that is missing from one of the wrong type', () => {
    expect(problems({})).toEqual(['count: missing; expected number'])
    expect(problems({ count: 'x' })).toEqual(['count: expected number, found string'])
    expect(problems({ count: null })).toEqual(['count: expected number, found null'])
    expect(problems({ count: [] })).toEqual(['count: expected number, found array'])
  })

  test('names an unknown __proto__ too', () => {
    expect(problems(JSON.parse('{"count":1,"__proto__":{"query":true}}'))).toEqual([
      "__proto__: unknown field '__proto__'",
    ])
  })
})

describe('a value out of bounds', () => {
  test.each([
    [z.number().max(1), 1.5, 'expected a number of at most 1'],
    [z.int().min(1), 0, 'expected a number of at least 1'],
    [z.string().min(1), '', 'expected at least 1 character'],
    [z.string().max(2), 'abc', 'expected at most 2 characters'],
    [z.array(z.string()).min(1), [], 'expected at least 1 item'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'expected at most 2 items'],
    [z.array(z.string()).max(0, 'words of its own'), ['a'], 'words of its own'],
    [z.int(), 1.5, 'expected whole number, found 1.5'],
    [z.union([z.string(), z.int()]), true, 'expected string or number, found boolean'],
    [z.union([z.string(), z.int()]), undefined, 'missing; expected string or number'],
    [z.union([z.string(), z.int()], 'words of its own'), true, 'words of its own'],
  ])('is told what is expected (%#)', (schema, value, message) => {
    const { error } = schema.safeParse(value, { reportInput: true })
    expect(error === undefined ? [] : problemsOf(error)).toEqual([{ path: [], message }])
  })
})

describe('depth', () => {
  const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown

  test(`of up to ${MAX_DEPTH} levels is allowed`, () => {
    expect(isTooDeep(nested(MAX_DEPTH))).toBe(false)
    expect(isTooDeep(nested(MAX_DEPTH + 2))).toBe(true)
  })

  test('of 100,000 levels is refused without going down into them', () => {
    expect(isTooDeep(nested(100_000))).toBe(true)
  })

  test('is not breadth', () => {
    expect(isTooDeep(Array.from({ length: 100_000 }, () => ({ a: [1] })))).toBe(false)
  })
})

describe('a page', () => {
  const page = z.object(paging)

  test('is the first ten unless asked otherwise, of any size', () => {
    expect(page.parse({})).toEqual({ skip: 0, limit: 10 })
    expect(page.parse({ skip: '20', limit: '1000000' })).toEqual({ skip: 20, limit: 1_000_000 })
    expect(page.parse({ limit: '0' })).toEqual({ skip: 0, limit: 0 })
    const most = Number.MAX_SAFE_INTEGER
    expect(page.parse({ skip: '9'.repeat(300), limit: `${most}` })).toEqual({ skip: most, limit: most })
  })

  test.each(['-1', '1.5', 'ten', '1e3', ' 1', '0x1', '9'.repeat(400)])('is not of %s', (limit) => {
    const parsed = page.safeParse({ limit })
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
      "The 'limit' parameter must be an integer from 0",
    ])
  })
})

test('a period names the bound that is no date', () => {
  const parsed = z.object(period).safeParse({ start: '2030-05-15', end: 'soon' })
  expect(parsed.error?.issues).toMatchObject([{ path: ['end'], params: { fault: 'invalid_date', name: 'end' } }])
  expect(z.object(period).parse({ start: '2030-05-15' })).toEqual({ start: Date.UTC(2030, 4, 15), end: undefined })
})

test('a flag is true, false, 1 or 0, and false when it is not there', () => {
  const schema = z.object({ detailed: flag('detailed') })
  expect(['true', '1', 'false', '0', undefined].map((detailed) => schema.parse({ detailed }).detailed)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(['TRUE', 'yes', '2', ''].some((detailed) => schema.safeParse({ detailed }).success)).toBe(false)
})
