import { expect, test } from 'vitest'
import { fault, type Fault, faultBody } from '../../game/kernel/fault.ts'
import { BrokenBody } from '../incoming-stream.ts'
import { runCommands, commandLines, type Line } from './command-run.ts'

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Lines that come one by one, with a pause after each. */
async function* slowly(lines: readonly string[], pauseMs: number): AsyncGenerator<Buffer> {
  for (const line of lines) {
    yield Buffer.from(`${line}\n`)
    await later(pauseMs)
  }
}

const notFound = fault('player_not_found', { id: 'x' })

test('commands follow each other without waiting, what goes alone waits for all before it', async () => {
  const seen: string[] = []
  const kept = async (line: string, ms: number): Promise<undefined> => {
    await later(ms)
    seen.push(`${line} kept`)
  }
  const report = await runCommands(slowly(['a', 'b', 'alone', 'c'], 0), (line) => {
    seen.push(line)
    return line === 'alone' ? { alone: () => kept('alone', 1) } : { waits: kept(line, line === 'a' ? 30 : 10) }
  })
  expect(report).toEqual({ done: 4, failed: [] })
  expect(seen).toEqual(['a', 'b', 'alone', 'b kept', 'a kept', 'alone kept', 'c', 'c kept'])
})

test('lines that failed are told in their order, whenever each was known to', async () => {
  const lines = Array.from({ length: 1100 }, (_, i) => String(i + 1))
  const late = async (): Promise<Fault> => {
    await later(5)
    return notFound
  }
  const report = await runCommands(slowly([lines.join('\n')], 0), (line) => ({
    waits: Number(line) % 100 === 0 ? late() : Number(line) % 50 === 0 ? notFound : Promise.resolve(undefined),
  }))
  expect(report.done).toBe(1078)
  expect(report.failed.map(({ line }) => line)).toEqual(Array.from({ length: 22 }, (_, i) => (i + 1) * 50))
})

test('a failure ends it, and is heard of by nobody else', async () => {
  const fails = async (): Promise<undefined> => {
    await later(1)
    throw new Error('the disk is gone')
  }
  const lines = Array.from({ length: 8 }, (_, i) => `line ${i}`)
  await expect(runCommands(slowly(lines, 5), () => ({ waits: fails() }))).rejects.toThrow('the disk is gone')
  const many = Array(1600).fill('line').join('\n')
  await expect(runCommands(slowly([many], 5), () => ({ waits: fails() }))).rejects.toThrow('the disk is gone')
})

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
