import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainJson } from './plain-json.ts'
import { rewrittenJson } from './rewritten-json.ts'

/** What becomes of a text when its value is changed. */
function edited(text: string, change: (value: never) => unknown): string {
  const before: unknown = JSON.parse(plainJson(text))
  const after = change(structuredClone(before) as never)
  const result = rewrittenJson(text, before, after)
  expect(JSON.stringify(JSON.parse(plainJson(result)))).toBe(JSON.stringify(after))
  return result
}

type Fields = Record<string, unknown>
type Members = Fields[]

describe('what changes', () => {
  test('is written in its place alone, whatever the form of the rest', () => {
    const text = '\n{ "id" :"a",\n\t"n": 1.0,"list":[ 1,2 ,\n3 ], "name": "A",\n "\\u0061b": {"x":{}} }\n\n'
    expect(edited(text, (value: Fields) => ({ ...value, name: 'B "}' }))).toBe(text.replace('"A"', '"B \\"}"'))
    expect(edited(text, (value: Fields) => ({ ...value, ab: { x: true } }))).toBe(text.replace('{}', 'true'))
  })

  test('is a field that comes, where the others stand', () => {
    const lines = '{\r\n    "id": "a",\r\n    "type": "point"\r\n}\r\n'
    const added = (value: Fields) => ({ id: value['id'], name: 'A', type: 'point', more: { deep: [1] } })
    expect(edited(lines, added)).toBe(
      '{\r\n    "id": "a",\r\n    "name": "A",\r\n    "type": "point",\r\n    "more": {\r\n' +
        '        "deep": [\r\n            1\r\n        ]\r\n    }\r\n}\r\n',
    )
    const line = '[{"id":"a"}, { "id": "b", "n": 1 }]'
    expect(edited(line, ([a, b]: never[]) => [a, Object.assign({}, b, { more: { deep: [1] } })])).toBe(
      '[{"id":"a"}, { "id": "b", "n": 1, "more": { "deep": [ 1 ] } }]',
    )
    expect(edited('[{"id":"a"}]', () => [{ id: 'a', more: { b: 1 } }])).toBe('[{"id":"a","more":{"b":1}}]')
  })

  test('is a field that goes, or its order', () => {
    const text = '{\n  "a": 1,\n  "b": { "c" : 2 },\n  "d": 3\n}'
    expect(edited(text, ({ b, d }: Fields) => ({ b, d }))).toBe('{\n  "b": { "c" : 2 },\n  "d": 3\n}')
    expect(edited(text, ({ a, b }: Fields) => ({ a, b }))).toBe('{\n  "a": 1,\n  "b": { "c" : 2 }\n}')
    expect(edited(text, ({ a, ...rest }: Fields) => ({ ...rest, a }))).toBe(
      '{\n  "b": { "c" : 2 },\n  "d": 3,\n  "a": 1\n}',
    )
    expect(edited(text, () => ({}))).toBe('{}')
    expect(edited('{}', () => ({ a: 1 }))).toBe('{\n  "a": 1\n}')
  })

  test('is a member, and no other one', () => {
    const members = ['{"id":"a" , "n":1}', '{\n"id":"b"}', '{ "id": "c", "n": 1e3 }', '{"id":"d"}']
    const text = `[${members.join(',\n')}]\n`
    const without = (...gone: number[]) => `[${members.filter((_, i) => !gone.includes(i)).join(',\n')}]\n`
    expect(edited(text, (all: Members) => all.toSpliced(0, 1))).toBe(without(0))
    expect(edited(text, (all: Members) => all.toSpliced(2, 2))).toBe(without(2, 3))
    const changed = (all: Members) => [all[1], { ...all[2], n: 5 }, all[3]]
    expect(edited(text, changed)).toBe(without(0).replace('1e3', '5'))
  })
})

describe('comments', () => {
  const text = `// All of it.
{
  "a": 1, // about a
  // about b
  "b": { "c": 2 /* about c */, "d": 3, },
  /* about e */ "e": [
    1, // one
    2, // two
  ],
  // the end
}
// behind it
`
  test('stay with what they are about, and so do commas behind the last element', () => {
    expect(edited(text, (value: Fields) => ({ ...value, a: 5 }))).toBe(text.replace('1, // about', '5, // about'))
    expect(edited(text, ({ b, ...rest }: Fields) => ({ ...rest, b }))).toBe(`// All of it.
{
  "a": 1, // about a
  /* about e */ "e": [
    1, // one
    2, // two
  ],
  // about b
  "b": { "c": 2 /* about c */, "d": 3, },
  // the end
}
// behind it
`)
  })

  test('go with it', () => {
    expect(edited(text, ({ a, e }: Fields) => ({ a, e: (e as number[]).slice(0, 1) }))).toBe(`// All of it.
{
  "a": 1, // about a
  /* about e */ "e": [
    1, // one
  ],
  // the end
}
// behind it
`)
  })

  test('are not written again for what is new, and end before it', () => {
    expect(edited(text, (value: Fields) => ({ ...value, f: { g: 1 }, e: [1, 2, 3] }))).toBe(
      text.replace('2, // two\n', '2, // two\n    3,\n').replace('\n  ],\n', '\n  ],\n  "f": {\n    "g": 1\n  },\n'),
    )
    expect(edited('{ "a": 1, // one\n "b": 2 }', ({ a }: Fields) => ({ a }))).toBe('{ "a": 1 // one\n }')
    expect(edited('{ "a": 1, // one\n "b": 2 }', ({ a, b }: Fields) => ({ b, a, c: 3 }))).toBe(
      '{ "b": 2,\n "a": 1, // one\n "c": 3 }',
    )
  })
})

test('whatever it was and is to be, it holds that, and nothing where nothing changes', () => {
  const json = fc.json({ maxDepth: 4 })
  const space = fc.constantFrom(0, 1, 4, '\t')
  fc.assert(
    fc.property(json, json, space, (before, after, indent) => {
      const text = JSON.stringify(JSON.parse(before), null, indent)
      const [from, to] = [JSON.parse(text), JSON.parse(after)] as [unknown, unknown]
      expect(JSON.stringify(JSON.parse(rewrittenJson(text, from, to)))).toBe(JSON.stringify(to))
      expect(rewrittenJson(text, from, structuredClone(from))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test('so it does with comments anywhere', () => {
  const json = fc.json({ maxDepth: 3 })
  const between = fc.array(fc.constantFrom('', ' ', '\n', '/* , */', '// ]}\n', '\r\n  ', ' //\r\n\t', '/*\n"*/'), {
    minLength: 1,
  })
  fc.assert(
    fc.property(json, json, between, fc.boolean(), (before, after, gaps, hasLastCommas) => {
      const text = commented(JSON.parse(before), gaps, hasLastCommas)
      const [from, to] = [JSON.parse(plainJson(text)), JSON.parse(after)] as [unknown, unknown]
      expect(from).toEqual(JSON.parse(before))
      expect(JSON.stringify(JSON.parse(plainJson(rewrittenJson(text, from, to))))).toBe(JSON.stringify(to))
      expect(rewrittenJson(text, from, structuredClone(from))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

/** The text of a value with something between all of its tokens. */
function commented(value: unknown, gaps: readonly string[], hasLastCommas: boolean): string {
  const tokens = JSON.stringify(value, null, 1).match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? []
  const isLast = (i: number): boolean => /^[\]}]/.test(tokens[i + 1] ?? '') && !/^[[{]/.test(tokens[i] ?? '')
  return tokens.map((token, i) => token + (hasLastCommas && isLast(i) ? ',' : '') + gaps[i % gaps.length]).join('')
}
