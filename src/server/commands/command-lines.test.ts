import { expect, test } from 'vitest'
import { faultBody } from '../../game/kernel/fault.ts'
import { BrokenBody } from '../incoming-stream.ts'
import { commandLines, type Line } from './command-lines.ts'

async function linesOf(...pieces: readonly (string | Buffer)[]): Promise<readonly Line[]> {
  const buffers = pieces.map((piece) => Buffer.from(piece as string))
  return (await Array.fromAsync(commandLines(inPieces(buffers)))).flat()
}

async function* inPieces(buffers: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* buffers
}

test('lines come whole however their bytes are cut, the last one without an end too', async () => {
  const text = Buffer.from('{"a":"ü"}\r\n\n  \n{"b":1}\n{"c":2}')
  const wanted = [
    { number: 1, text: '{"a":"ü"}\r' },
    { number: 4, text: '{"b":1}' },
    { number: 5, text: '{"c":2}' },
  ]
  expect(await linesOf(text)).toEqual(wanted)
  const bytes = Array.from(text, (byte) => Buffer.from([byte]))
  expect(await linesOf(...bytes)).toEqual(wanted)
  expect(await linesOf()).toEqual([])
})

test.each([['\ufeff{"a":1}\n'], [Buffer.from([0xef]), Buffer.from([0xbb]), Buffer.from([0xbf])]])(
  'a body that starts with a byte order mark is refused: %j',
  async (...pieces) => {
    const error: unknown = await linesOf(...pieces).catch((thrown: unknown) => thrown)
    expect(error instanceof BrokenBody && faultBody(error.fault)).toEqual({
      error: 'invalid_json',
      error_description: 'The request body is not valid JSON: it starts with a byte order mark; send UTF-8 without one',
    })
  },
)

test('a byte order mark in any other line stays', async () => {
  const found = await linesOf('{"a":1}\n\ufeff{"b":2}')
  expect(found.map(({ text }) => text)).toEqual(['{"a":1}', '\ufeff{"b":2}'])
})

test('a line that is too long, or no UTF-8, is a fault, and the next one is read', async () => {
  const long = 'x'.repeat(1024 * 1024)
  const found = await linesOf(long, '\n', long, 'x', long, '\n{}\n', Buffer.from([0x22, 0xff, 0x22]), '\n{}')
  expect(found.map(({ number, text }) => [number, typeof text === 'string' ? text.length : text.fault])).toEqual([
    [1, 1024 * 1024],
    [2, 'payload_too_large'],
    [3, 2],
    [4, 'invalid_json'],
    [5, 2],
  ])
})
