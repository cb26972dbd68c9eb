import { expect, test } from 'vitest'
import { byteLines } from './byte-lines.ts'

/** At most so many bytes a line. */
const MAX_BYTES = 4

async function* piecesOf(...pieces: readonly string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
}

async function linesOf(...pieces: readonly string[]): Promise<[number, string | undefined, boolean][][]> {
  const groups = await Array.fromAsync(byteLines(piecesOf(...pieces), MAX_BYTES))
  return groups.map((lines) =>
    lines.map(({ number, bytes, hasNewline: isEnded }) => [number, bytes?.toString(), isEnded]),
  )
}

test('lines come with the piece that ends them, the last one with the end', async () => {
  expect(await linesOf('ab\n\ncd', 'ef\ngh')).toEqual([
    [
      [1, 'ab', true],
      [2, '', true],
    ],
    [[3, 'cdef', true]],
    [[4, 'gh', false]],
  ])
  expect(await linesOf('ab\n')).toEqual([[[1, 'ab', true]]])
  expect(await linesOf()).toEqual([])
})

test('one that is too long is told before its end, once, and the next one is read', async () => {
  expect(await linesOf('abc', 'de', 'fgh', 'i\nab\n', 'abcdefg\nc')).toEqual([
    [],
    [[1, undefined, false]],
    [],
    [[2, 'ab', true]],
    [[3, undefined, false]],
    [[4, 'c', false]],
  ])
})
