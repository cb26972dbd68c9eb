import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { BadState, stateLines } from './state-lines.ts'

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const read = (bytes: Buffer, size = 1 << 16) => Array.fromAsync(stateLines(cut(bytes, size)))

const lines = ['{"a":1}', '', '{"b":"Ünï"}']
const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))

test.each([1, 2, 3, 7, 1000])(
  'lines come with their numbers, and the sums before them, in pieces of %i',
  async (size) => {
    expect(await read(bytes, size)).toEqual([
      { number: 1, text: lines[0], sumBefore: 0 },
      { number: 2, text: lines[1], sumBefore: crc32(`${lines[0]}\n`) },
      { number: 3, text: lines[2], sumBefore: crc32(`${lines[0]}\n\n`) },
    ])
  },
)

test.each([1, 2, 1000])('other line ends change nothing: %i', async (size) => {
  const edited = Buffer.from(lines.map((line) => `${line}\r\n`).join(''))
  expect(await read(edited, size)).toEqual(await read(bytes))
})

test('a byte order mark before a later line stays', async () => {
  const [, second] = await read(Buffer.from('{}\n\ufeff{}\n'))
  expect(second?.text).toBe('\ufeff{}')
})

test.each([
  [Buffer.from([0xff, 0xfe, 0x7b, 0, 10, 0]), 'Line 1 is not UTF-8'],
  [Buffer.from('\ufeff{}\n'), 'The file starts with a byte order mark; save it as UTF-8 without one'],
  [Buffer.from('{}\n{'), 'The file ends in the middle of line 2: it was cut off'],
  [Buffer.from([0x1f, 0x8b, 8, 0]), 'The file is compressed with gzip; unpack it first'],
])('%j is refused', async (broken, words) => {
  await expect(read(broken)).rejects.toThrow(new BadState(words))
})
