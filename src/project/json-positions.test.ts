import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { positionsIn, positionsOf, type Path } from './json-positions.ts'

test('many places are found at once, and what would hold those that are not there', () => {
  const text = '[\n  {"id": "a"},\n  {"name": "b", "id": 7}\n]\n'
  expect(positionsIn(text, [[], [0, 'id'], [1, 'id'], [1, 'x', 'y'], [2]])).toEqual([
    { line: 1, column: 1 },
    { line: 2, column: 10 },
    { line: 3, column: 23 },
    { line: 3, column: 3 },
    { line: 1, column: 1 },
  ])
})

/** All paths into a value. */
function* pathsIn(value: unknown, path: Path = []): Generator<Path> {
  yield path
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) yield* pathsIn(part, [...path, Array.isArray(value) ? +key : key])
}

const strange = {
  '': [{}, [], [[]], { a: null }],
  'a"b\\': ['"', '\\', '\\"', ']}', '{[', 'x, y: z'],
  __proto__: 1,
  'zeile\u2028\n': [-1.5e-7, true, false, 0, '', 'ü', '🎉'],
  '7': { '7': [[[1], 2], 3] },
}

test.each([undefined, 2, '\t'])(
  'every place in a text is found as another parser finds it (indented by %j)',
  (space) => {
    const text = ` \r\n${JSON.stringify(strange, null, space)}\n`
    const paths = [...pathsIn(strange)]
    const tree = parseTree(text)!
    const offsets = paths.map((path) => findNodeAtLocation(tree, [...path])!.offset)
    expect(paths.length).toBeGreaterThanOrEqual(30)
    expect(positionsIn(text, paths)).toEqual(offsets.map(positionsOf(text)))
  },
)

test('every offset has its line and column', () => {
  const text = '\nab\n\nc'
  const positionOf = positionsOf(text)
  const expected = [...text, ''].map((_, offset) => {
    const lines = text.slice(0, offset).split('\n')
    return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
  })
  expect([...text, ''].map((_, offset) => positionOf(offset))).toEqual(expected)
})
