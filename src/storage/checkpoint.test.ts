import { describe, expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { openCheckpoints, type CheckpointPart, type Checkpoints } from './checkpoint.ts'
import { StorageError } from './storage-error.ts'

const DIRECTORY = 'data/staging/snapshots'

const open = (fs: SimulatedFileSystem, runtime = 'staging'): Promise<Checkpoints> =>
  openCheckpoints({ fs, directory: DIRECTORY, program: '1.0.0', runtime })

const about = (seq: number, generation = 1) => ({ generation, seq, sum: seq * 11, at: seq * 1000, design: 'abc' })

const PARTS: readonly CheckpointPart[] = [
  { name: 'players', data: [{ id: 'neo', alias: 'ünïcödé 🎮\n\t"' }, { id: '__proto__' }] },
  { name: 'board', bytes: new Uint8Array([0, 1, 2, 253, 254, 255]) },
  { name: 'board', bytes: new Uint8Array([]) },
  { name: 'nothing', data: null },
]

const pathOf = (seq: number, generation = 1): string =>
  `${DIRECTORY}/${generation}-${String(seq).padStart(12, '0')}.ndjson`

/** The parts of the newest one. */
async function partsOf(checkpoints: Checkpoints): Promise<CheckpointPart[]> {
  const [newest] = await checkpoints.list()
  const parts = await Array.fromAsync(newest?.parts() ?? [])
  return parts.map((part) => ('bytes' in part ? { ...part, bytes: new Uint8Array(part.bytes) } : part))
}

async function overwrite(fs: SimulatedFileSystem, path: string, change: (content: Buffer) => Buffer): Promise<void> {
  const content = change((await fs.readFile(path)) ?? Buffer.alloc(0))
  await (await fs.open(path, 'replace')).write(content, 0)
}

test('a snapshot gives back its parts, in order, and its file tells what it is', async () => {
  const fs = new SimulatedFileSystem()
  await (await open(fs)).write(about(7), PARTS)
  const left = fs.crash('none')
  const checkpoints = await open(left)
  expect(await checkpoints.list()).toMatchObject([{ path: pathOf(7), generation: 1, seq: 7 }])
  expect(await partsOf(checkpoints)).toEqual(PARTS)
  const header = String(await left.readFile(pathOf(7))).split('\n')[0]
  expect(JSON.parse(header ?? '')).toEqual({ format: 5, program: '1.0.0', runtime: 'staging', ...about(7) })
})

test('bytes that were read can be looked at as numbers', async () => {
  const checkpoints = await open(new SimulatedFileSystem())
  const numbers = new Float64Array([0.1, -1, 1e300])
  await checkpoints.write(about(1), [{ name: 'a', bytes: new Uint8Array(numbers.buffer) }])
  const [newest] = await checkpoints.list()
  const [part] = await Array.fromAsync(newest?.parts() ?? [])
  const bytes = part && 'bytes' in part ? part.bytes : new Uint8Array()
  expect(new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8)).toEqual(numbers)
})

test('many and large parts, made while they are written, come back whole', async () => {
  const checkpoints = await open(new SimulatedFileSystem())
  let made = 0
  async function* parts(): AsyncGenerator<CheckpointPart> {
    for (; made < 40; made += 1)
      yield { name: 'players', data: Array(made === 7 ? 40_000 : 500).fill(`player ${made}`) }
  }
  await checkpoints.write(about(1), parts())
  const sizes = (await partsOf(checkpoints)).map((part) => (part as { data: string[] }).data.length)
  expect(sizes).toEqual(Array.from({ length: 40 }, (_, index) => (index === 7 ? 40_000 : 500)))
})

test('the event loop has its turn while one is written', async () => {
  const checkpoints = await open(new SimulatedFileSystem())
  const turns: number[] = []
  const timer = setInterval(() => turns.push(performance.now()), 1)
  function* parts(): Generator<CheckpointPart> {
    for (let made = 0; made < 30; made += 1) {
      for (const end = performance.now() + 2; performance.now() < end;);
      yield { name: 'a', data: made }
    }
  }
  await checkpoints.write(about(1), parts())
  clearInterval(timer)
  expect(turns.length).toBeGreaterThan(5)
})

describe('which ones there are', () => {
  test('none at first', async () => {
    expect(await (await open(new SimulatedFileSystem())).list()).toEqual([])
  })

  test('the newest of the newest generation first', async () => {
    const checkpoints = await open(new SimulatedFileSystem())
    await checkpoints.write(about(900), PARTS)
    await checkpoints.write(about(100, 2), PARTS)
    expect((await checkpoints.list()).map(({ path }) => path)).toEqual([pathOf(100, 2), pathOf(900)])
  })

  const pathsOf = async (checkpoints: Checkpoints): Promise<string[]> =>
    (await checkpoints.list()).map(({ path }) => path)
  const any = (): boolean => true

  test('all but two of those that are named are removed', async () => {
    const fs = new SimulatedFileSystem()
    const checkpoints = await open(fs)
    for (const seq of [1, 2, 10, 3]) await checkpoints.write(about(seq), PARTS)
    await checkpoints.write(about(1, 2), PARTS)
    await checkpoints.keepNewest(({ generation }) => generation === 1)
    expect(await pathsOf(checkpoints)).toEqual([pathOf(1, 2), pathOf(10), pathOf(3)])
  })

  test('what was not finished is removed', async () => {
    const fs = new SimulatedFileSystem()
    await (await open(fs)).write(about(10), PARTS)
    await fs.open(`${pathOf(11)}.5.tmp`, 'create')
    expect(await pathsOf(await open(fs))).toEqual([pathOf(10)])
    expect(await fs.list(DIRECTORY)).toHaveLength(1)
  })

  test('one that was passed over is not one of the two', async () => {
    const checkpoints = await open(new SimulatedFileSystem())
    for (const seq of [1, 2]) await checkpoints.write(about(seq), PARTS)
    for (const bad of (await checkpoints.list()).slice(0, 1)) checkpoints.markUnusable(bad)
    await checkpoints.write(about(3), PARTS)
    await checkpoints.keepNewest(any)
    expect(await pathsOf(checkpoints)).toEqual([pathOf(3), pathOf(1)])
  })

  test('one that is written in the place of one that was passed over counts', async () => {
    const checkpoints = await open(new SimulatedFileSystem())
    await checkpoints.write(about(2), PARTS)
    for (const bad of await checkpoints.list()) checkpoints.markUnusable(bad)
    await checkpoints.write(about(2), PARTS)
    await checkpoints.keepNewest(any)
    expect(await pathsOf(checkpoints)).toEqual([pathOf(2)])
  })

  test('those that are named are removed', async () => {
    const checkpoints = await open(new SimulatedFileSystem())
    for (const generation of [1, 2]) await checkpoints.write(about(5, generation), PARTS)
    await checkpoints.remove(({ generation }) => generation === 1)
    expect(await pathsOf(checkpoints)).toEqual([pathOf(5, 2)])
  })
})

describe('one that is no good tells why when it is read', () => {
  test.each<[string, (content: Buffer) => Buffer]>([
    ['a byte', (content) => Buffer.from(content.toString().replace('neo', 'neu'))],
    ['a byte of its structure', (content) => Buffer.from(content.toString().replace('[{', '[['))],
    ['a byte of its first line', (content) => Buffer.from(content.toString().replace('1.0.0', '1.0.1'))],
    ['its end', (content) => content.subarray(0, -1)],
    ['its last line', (content) => content.subarray(0, content.lastIndexOf('\n', -2) + 1)],
    ['the last of its parts', (content) => Buffer.from(content.toString().replace(/\{"name":"nothing".*\n/, ''))],
    ['all but its first line', (content) => content.subarray(0, content.indexOf('\n') + 1)],
    ['everything', () => Buffer.alloc(0)],
    ['everything but zeros', (content) => Buffer.alloc(content.length)],
  ])('it lost %s', async (_name, change) => {
    const fs = new SimulatedFileSystem()
    const checkpoints = await open(fs)
    await checkpoints.write(about(2), PARTS)
    await overwrite(fs, pathOf(2), change)
    await expect(partsOf(checkpoints)).rejects.toThrow(new StorageError('it is damaged'))
  })

  test.each<[string, (content: string) => string, string]>([
    ['an older format', (text) => text.replace('"format":5', '"format":1'), 'it has format 1, written by gamify 1.0.0'],
    ['another runtime', (text) => text.replace('staging', 'production'), 'it belongs to the production runtime'],
    ['another name', (text) => text.replace('"seq":2', '"seq":3'), 'its name belongs to another file'],
  ])('it is one of %s', async (_name, change, words) => {
    const fs = new SimulatedFileSystem()
    const checkpoints = await open(fs)
    await checkpoints.write(about(2), Array<CheckpointPart>(40).fill({ name: 'a', data: 'x'.repeat(1 << 15) }))
    await overwrite(fs, pathOf(2), (content) => Buffer.from(change(content.toString())))
    await expect(partsOf(checkpoints)).rejects.toThrow(new StorageError(words))
  })

  test('it cannot be read', async () => {
    const fs = new SimulatedFileSystem()
    const checkpoints = await open(fs)
    await checkpoints.write(about(2), PARTS)
    fs.fault = { at: fs.operations + 4, kind: 'EIO' }
    await expect(partsOf(checkpoints)).rejects.toThrow(/^it cannot be read: EIO/)
  })
})

test.each(['EIO', 'ENOSPC'] as const)('%s: one that cannot be written leaves those that are there', async (kind) => {
  const fs = new SimulatedFileSystem()
  const checkpoints = await open(fs)
  await checkpoints.write(about(1), PARTS)
  fs.fault = { at: fs.operations + 2, kind }
  await expect(checkpoints.write(about(2), PARTS)).rejects.toThrow(
    `No snapshot can be written in ${DIRECTORY}: ${kind}`,
  )
  expect(fs.faulted).toMatch('write')
  expect((await fs.list(DIRECTORY)).map((name) => `${DIRECTORY}/${name}`)).toEqual([pathOf(1)])
  expect(await partsOf(checkpoints)).toEqual(PARTS)
})
