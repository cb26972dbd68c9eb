import { describe, expect, test } from 'vitest'
import { SimulatedFileSystem } from './simulated-fs.ts'
import { openSnapshots, type SnapshotPart, type Snapshots } from './snapshot.ts'

const DIRECTORY = 'data/staging/snapshots'

const open = (fs: SimulatedFileSystem, runtime = 'staging'): Promise<Snapshots> =>
  openSnapshots({ fs, directory: DIRECTORY, program: '1.0.0', runtime })

const about = (seq: number, generation = 1) => ({ generation, seq, sum: seq * 11, at: seq * 1000, design: 'abc' })

const PARTS: readonly SnapshotPart[] = [
  { name: 'players', data: [{ id: 'neo', alias: 'ünïcödé 🎮\n\t"' }, { id: '__proto__' }] },
  { name: 'board', bytes: new Uint8Array([0, 1, 2, 253, 254, 255]) },
  { name: 'board', bytes: new Uint8Array([]) },
  { name: 'nothing', data: null },
]

const pathOf = (seq: number, generation = 1): string =>
  `${DIRECTORY}/${generation}-${String(seq).padStart(12, '0')}.ndjson`
const anywhere = (): boolean => true

async function partsOf(snapshots: Snapshots): Promise<unknown[] | undefined> {
  const { snapshot } = await snapshots.newest(anywhere)
  const parts = snapshot && (await Array.fromAsync(snapshot.parts()))
  return parts?.map((part) => ('bytes' in part ? { ...part, bytes: new Uint8Array(part.bytes) } : part))
}

async function overwrite(fs: SimulatedFileSystem, path: string, change: (content: Buffer) => Buffer): Promise<void> {
  const content = change((await fs.readFile(path)) ?? Buffer.alloc(0))
  await (await fs.open(path, 'replace')).write(content, 0)
}

test('a snapshot gives back its header and its parts, in order', async () => {
  const fs = new SimulatedFileSystem()
  await (await open(fs)).write(about(7), PARTS)
  const snapshots = await open(fs.crash('none'))
  const { snapshot, warnings } = await snapshots.newest(anywhere)
  expect(warnings).toEqual([])
  expect(snapshot?.header).toEqual({ format: 1, program: '1.0.0', runtime: 'staging', ...about(7) })
  expect(await partsOf(snapshots)).toEqual(PARTS)
})

test('bytes that were read can be looked at as numbers', async () => {
  const snapshots = await open(new SimulatedFileSystem())
  const numbers = new Float64Array([0.1, -1, 1e300])
  await snapshots.write(about(1), [{ name: 'a', bytes: new Uint8Array(numbers.buffer) }])
  const [part] = await Array.fromAsync((await snapshots.newest(anywhere)).snapshot?.parts() ?? [])
  const bytes = part && 'bytes' in part ? part.bytes : new Uint8Array()
  expect(new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8)).toEqual(numbers)
})

test('many and large parts, made while they are written, come back whole', async () => {
  const snapshots = await open(new SimulatedFileSystem())
  let made = 0
  async function* parts(): AsyncGenerator<SnapshotPart> {
    for (; made < 40; made += 1)
      yield { name: 'players', data: Array(made === 7 ? 40_000 : 500).fill(`player ${made}`) }
  }
  await snapshots.write(about(1), parts())
  const sizes = (await partsOf(snapshots))?.map((part) => (part as { data: string[] }).data.length)
  expect(sizes).toEqual(Array.from({ length: 40 }, (_, index) => (index === 7 ? 40_000 : 500)))
})

test('the event loop has its turn while one is written', async () => {
  const snapshots = await open(new SimulatedFileSystem())
  const turns: number[] = []
  const timer = setInterval(() => turns.push(performance.now()), 1)
  function* parts(): Generator<SnapshotPart> {
    for (let made = 0; made < 30; made += 1) {
      for (const end = performance.now() + 2; performance.now() < end;);
      yield { name: 'a', data: made }
    }
  }
  await snapshots.write(about(1), parts())
  clearInterval(timer)
  expect(turns.length).toBeGreaterThan(5)
})

describe('which one is found', () => {
  test('none at first', async () => {
    expect(await (await open(new SimulatedFileSystem())).newest(anywhere)).toEqual({
      snapshot: undefined,
      warnings: [],
    })
  })

  test('the newest of the newest generation that fits', async () => {
    const fs = new SimulatedFileSystem()
    const snapshots = await open(fs)
    await snapshots.write(about(900), PARTS)
    await snapshots.write(about(100, 2), PARTS)
    const places: unknown[] = []
    const { snapshot } = await snapshots.newest(({ generation, seq }) => {
      places.push([generation, seq])
      return generation === 1
    })
    expect(places).toEqual([
      [2, 100],
      [1, 900],
    ])
    expect(snapshot?.header).toMatchObject({ generation: 1, seq: 900 })
  })

  test('all but two are removed, and what was not finished', async () => {
    const fs = new SimulatedFileSystem()
    const snapshots = await open(fs)
    for (const seq of [1, 2, 10, 3]) await snapshots.write(about(seq), PARTS)
    await fs.open(`${pathOf(11)}.5.tmp`, 'create')
    await open(fs)
    expect((await fs.list(DIRECTORY)).map((name) => `${DIRECTORY}/${name}`)).toEqual([pathOf(3), pathOf(10)])
  })

  test.each<[string, (content: Buffer) => Buffer, string]>([
    ['a byte', (content) => Buffer.from(content.toString().replace('neo', 'neu')), 'it is damaged'],
    ['its end', (content) => content.subarray(0, -1), 'it is damaged'],
    ['its last line', (content) => content.subarray(0, content.lastIndexOf('\n', -2) + 1), 'it is damaged'],
    ['everything', () => Buffer.alloc(0), 'it is damaged'],
    ['everything but zeros', (content) => Buffer.alloc(content.length), 'it is damaged'],
  ])('one that lost %s is passed over with a warning, and the one before it taken', async (_name, change, words) => {
    const fs = new SimulatedFileSystem()
    const snapshots = await open(fs)
    await snapshots.write(about(1), PARTS)
    await snapshots.write(about(2), PARTS)
    await overwrite(fs, pathOf(2), change)
    const { snapshot, warnings } = await snapshots.newest(anywhere)
    expect(warnings).toEqual([`${pathOf(2)} is passed over: ${words}`])
    expect(snapshot?.header.seq).toBe(1)
  })

  test('one of another runtime, or under another name, is passed over', async () => {
    const fs = new SimulatedFileSystem()
    await (await open(fs, 'production')).write(about(3), PARTS)
    const snapshots = await open(fs)
    await snapshots.write(about(1), PARTS)
    await fs.rename(pathOf(1), pathOf(2))
    const { snapshot, warnings } = await snapshots.newest(anywhere)
    expect(snapshot).toBeUndefined()
    expect(warnings).toEqual([
      `${pathOf(3)} is passed over: it is one of the production runtime`,
      `${pathOf(2)} is passed over: it has the name of another one`,
    ])
  })
})

test.each(['EIO', 'ENOSPC'] as const)('%s: one that cannot be written leaves those that are there', async (kind) => {
  const fs = new SimulatedFileSystem()
  const snapshots = await open(fs)
  await snapshots.write(about(1), PARTS)
  fs.fault = { at: fs.operations + 2, kind }
  await expect(snapshots.write(about(2), PARTS)).rejects.toThrow(`No snapshot can be written in ${DIRECTORY}: ${kind}`)
  expect(fs.faulted).toMatch('write')
  expect((await fs.list(DIRECTORY)).map((name) => `${DIRECTORY}/${name}`)).toEqual([pathOf(1)])
  expect(await partsOf(snapshots)).toEqual(PARTS)
})
