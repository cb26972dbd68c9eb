import { expect, test, vi } from 'vitest'
import * as parser from 'jsonc-parser'
import { lazyPositions, positionsOf } from './json-positions.ts'

vi.mock(import('jsonc-parser'), async (load) => {
  const original = await load()
  return { ...original, parseTree: vi.fn(original.parseTree) }
})

test('a text is parsed once, when the first place in it is asked for', async () => {
  const positionOf = lazyPositions('[\n  {"id": "a"},\n  {"name": "b", "id": 7}\n]\n')
  expect(parser.parseTree).not.toHaveBeenCalled()
  const places = await Promise.all([[], [0, 'id'], [1, 'id'], [1, 'x', 'y'], [2]].map(positionOf))
  expect(places).toEqual([
    { line: 1, column: 1 },
    { line: 2, column: 10 },
    { line: 3, column: 23 },
    { line: 3, column: 3 },
    { line: 1, column: 1 },
  ])
  expect(parser.parseTree).toHaveBeenCalledTimes(1)
})

test('every offset has its line and column', () => {
  const text = '\nab\n\nc'
  const positionOf = positionsOf(text)
  const expected = [...text, ''].map((_, offset) => {
    const lines = text.slice(0, offset).split('\n')
    return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
  })
  expect([...text, ''].map((_, offset) => positionOf(offset))).toEqual(expected)
})
