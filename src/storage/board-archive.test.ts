import { AssertionError } from 'node:assert'
import { describe, expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { memoryBoardArchive, openBoardArchive, type BoardArchive } from './board-archive.ts'
import { makeDirectory } from './durable-file.ts'
import type { FilePart } from './parts-file.ts'
import { StorageError } from './storage-error.ts'

const DIRECTORY = 'data/staging/boards'

const open = (fs: SimulatedFileSystem, runtime = 'staging'): Promise<BoardArchive> =>
  openBoardArchive({ fs, directory: DIRECTORY, program: '1.0.0', runtime })

const PARTS: readonly FilePart[] = [
  { name: 'period', data: { start: 5, words: 'ünïcödé 🎮\n\t"' } },
  { name: 'rows', bytes: new Uint8Array([0, 1, 2, 253, 254, 255]) },
  { name: 'rows', bytes: new Uint8Array([]) },
  { name: 'late', data: null },
]

const version = (words: string): FilePart[] => [...PARTS, { name: 'version', data: words }]

/** Those of one, its bytes as plain arrays so that they compare whatever holds them. */
async function partsOf(archive: BoardArchive, name: string): Promise<FilePart[]> {
  const parts = await Array.fromAsync(archive.read(name))
  return parts.map((part) => ('bytes' in part ? { ...part, bytes: new Uint8Array(part.bytes) } : part))
}

/** Undefined where it is not there. */
async function pathOf(fs: SimulatedFileSystem, name: string): Promise<string | undefined> {
  const file = (await fs.list(DIRECTORY)).find((each) => each.startsWith(`${name}.`))
  return file && `${DIRECTORY}/${file}`
}

/** Every implementation of the interface passes these. */
const IMPLEMENTATIONS: readonly (readonly [string, () => Promise<BoardArchive>])[] = [
  ['in memory', async () => memoryBoardArchive()],
  ['in files', () => open(new SimulatedFileSystem())],
]

describe.each(IMPLEMENTATIONS)('an archive %s', (_name, openArchive) => {
  test('gives back what was written, as often as it is asked', async () => {
    const archive = await openArchive()
    await archive.write('a', PARTS)
    await archive.write('b', [])
    for (const _ of [1, 2]) expect(await partsOf(archive, 'a')).toEqual(PARTS)
    expect(await partsOf(archive, 'b')).toEqual([])
  })

  test('tells of one that is not there', async () => {
    const archive = await openArchive()
    await expect(partsOf(archive, 'a')).rejects.toThrow(StorageError)
    await archive.write('b', PARTS)
    await expect(partsOf(archive, 'a')).rejects.toThrow(/^The finished period .*a\b.*/)
  })

  test('replaces one of the same name', async () => {
    const archive = await openArchive()
    for (const words of ['first', 'second']) await archive.write('a', version(words))
    expect(await partsOf(archive, 'a')).toEqual(version('second'))
  })

  test('of one whose parts could not be made keeps what was there', async () => {
    const archive = await openArchive()
    await archive.write('a', PARTS)
    function* failing(): Generator<FilePart> {
      yield { name: 'period', data: 1 }
      throw new Error('no more')
    }
    await expect(archive.write('a', failing())).rejects.toThrow('no more')
    expect(await partsOf(archive, 'a')).toEqual(PARTS)
  })

  test('keeps those that are held, as they are then, and no longer', async () => {
    const archive = await openArchive()
    const held = ['a']
    const letGo = archive.hold(() => held)
    const letAlsoGo = archive.hold(() => ['a'])
    held.push('b')
    for (const name of ['a', 'b', 'c']) await archive.write(name, PARTS)
    await archive.keepOnly(new Set())
    for (const name of held) expect(await partsOf(archive, name)).toEqual(PARTS)
    await expect(partsOf(archive, 'c')).rejects.toThrow(StorageError)
    letGo()
    await archive.keepOnly(new Set())
    expect(await partsOf(archive, 'a')).toEqual(PARTS)
    await expect(partsOf(archive, 'b')).rejects.toThrow(StorageError)
    letAlsoGo()
    await archive.keepOnly(new Set())
    await expect(partsOf(archive, 'a')).rejects.toThrow(StorageError)
  })

  test('keeps only those that are named', async () => {
    const archive = await openArchive()
    await archive.keepOnly(new Set(['a']))
    for (const name of ['a', 'b', 'c']) await archive.write(name, version(name))
    await archive.keepOnly(new Set(['b', 'never-written']))
    expect(await partsOf(archive, 'b')).toEqual(version('b'))
    for (const gone of ['a', 'c']) await expect(partsOf(archive, gone)).rejects.toThrow(StorageError)
    await archive.keepOnly(new Set())
    await expect(partsOf(archive, 'b')).rejects.toThrow(StorageError)
    await archive.write('b', PARTS)
    expect(await partsOf(archive, 'b')).toEqual(PARTS)
  })

  test('who has begun to read gets all of one that is replaced or removed meanwhile', async () => {
    const archive = await openArchive()
    const large = Array.from({ length: 40 }, (_, data): FilePart => ({ name: `${data}`.repeat(1 << 15), data }))
    for (const change of [() => archive.write('a', PARTS), () => archive.keepOnly(new Set())]) {
      await archive.write('a', large)
      const read: FilePart[] = []
      for await (const part of archive.read('a')) {
        if (read.push(part) === 1) await change()
      }
      expect(read.map(({ name }) => name)).toEqual(large.map(({ name }) => name))
    }
  })

  test('neither who wrote bytes nor who read them can change what it holds; read, they can be looked at as numbers', async () => {
    const archive = await openArchive()
    const numbers = new Float64Array([0.1, -1, 1e300])
    const written = Buffer.from(numbers.slice().buffer)
    await archive.write('a', [{ name: 'rows', bytes: written }])
    written.fill(0)
    for (const _ of [1, 2]) {
      const [part] = await Array.fromAsync(archive.read('a'))
      const bytes = part && 'bytes' in part ? part.bytes : new Uint8Array()
      expect(new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8)).toEqual(numbers)
      bytes.fill(0)
    }
  })

  test('lets the event loop have its turn while one is written, and while one is read', async () => {
    const archive = await openArchive()
    const turnsDuring = async (run: () => Promise<unknown>): Promise<number> => {
      let turns = 0
      const timer = setInterval(() => (turns += 1), 1)
      await run()
      clearInterval(timer)
      return turns
    }
    const work = (): void => {
      for (const end = performance.now() + 2; performance.now() < end;);
    }
    function* parts(): Generator<FilePart> {
      for (let made = 0; made < 30; made += 1) {
        work()
        yield { name: 'rows', data: 'x'.repeat(1 << 16) }
      }
    }
    expect(await turnsDuring(() => archive.write('a', parts()))).toBeGreaterThan(5)
    const read = async (): Promise<void> => {
      for await (const _ of archive.read('a')) work()
    }
    expect(await turnsDuring(read)).toBeGreaterThan(5)
  })

  test('takes names that differ by case alone, or are long, for what they are', async () => {
    const archive = await openArchive()
    const names = ['Top.weekly-1_0', 'top.weekly-1_0', '.', '..', 'A'.repeat(200), 'a'.repeat(200)]
    for (const name of names) await archive.write(name, version(name))
    for (const name of names) expect(await partsOf(archive, name)).toEqual(version(name))
  })

  test.each(['', 'a/b', '../a', 'a\n', 'ä', 'a'.repeat(201)])('takes %j for no name', async (name) => {
    const archive = await openArchive()
    await expect(archive.write(name, PARTS)).rejects.toThrow(AssertionError)
    expect(() => archive.read(name)).toThrow(AssertionError)
    await expect(archive.keepOnly(new Set([name]))).rejects.toThrow(AssertionError)
  })
})

describe('an archive in files', () => {
  test('makes no directory before the first one is written, and opens with one look', async () => {
    const fs = new SimulatedFileSystem()
    const archive = await open(fs)
    expect(fs.operations).toBe(1)
    expect(await fs.facts('data')).toBeUndefined()
    await archive.write('a', PARTS)
    expect(await partsOf(await open(fs.crash('none')), 'a')).toEqual(PARTS)
  })

  test('has files that tell what they are, which differ by more than case', async () => {
    const fs = new SimulatedFileSystem()
    const archive = await open(fs)
    for (const name of ['Top', 'top']) await archive.write(name, PARTS)
    const files = await fs.list(DIRECTORY)
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(2)
    const header = String(await fs.readFile(`${DIRECTORY}/${files[0]}`)).split('\n')[0]
    expect(JSON.parse(header ?? '')).toEqual({ format: 1, program: '1.0.0', runtime: 'staging', period: 'Top' })
  })

  test('removes what was not finished and what is not named, and leaves what is not its own', async () => {
    const fs = new SimulatedFileSystem()
    await (await open(fs)).write('a', PARTS)
    const path = await pathOf(fs, 'a')
    for (const other of [`${path}.7.tmp`, `${DIRECTORY}/notes.7.tmp`, `${DIRECTORY}/notes.ndjson`])
      await fs.open(other, 'create')
    const again = await open(fs)
    const notes = ['notes.7.tmp', 'notes.ndjson']
    expect(await fs.list(DIRECTORY)).toEqual([path?.slice(DIRECTORY.length + 1), ...notes])
    await again.keepOnly(new Set())
    expect(await fs.list(DIRECTORY)).toEqual(notes)
  })

  test.each<[string, (text: string) => string, string]>([
    ['a byte', (text) => text.replace('"start":5', '"start":6'), 'it is damaged'],
    ['its end', (text) => text.slice(0, -1), 'it is damaged'],
    ['its last line', (text) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1), 'it is damaged'],
    ['everything', () => '', 'it is damaged'],
  ])('tells of one that lost %s', async (_name, change, words) => {
    const fs = new SimulatedFileSystem()
    const archive = await open(fs)
    await archive.write('a', PARTS)
    const path = (await pathOf(fs, 'a')) ?? ''
    const text = change(String(await fs.readFile(path)))
    await (await fs.open(path, 'replace')).write(Buffer.from(text), 0)
    await expect(partsOf(archive, 'a')).rejects.toMatchObject({
      name: 'StorageError',
      message: `The finished period ${path} cannot be used: ${words}`,
    })
  })

  test('tells of one that is of another runtime, or has the name of another one', async () => {
    const fs = new SimulatedFileSystem()
    const archive = await open(fs)
    for (const name of ['a', 'b']) await archive.write(name, PARTS)
    await expect(partsOf(await open(fs, 'production'), 'a')).rejects.toThrow('it belongs to the staging runtime')
    await fs.rename((await pathOf(fs, 'b')) ?? '', (await pathOf(fs, 'a')) ?? '')
    await expect(partsOf(archive, 'a')).rejects.toThrow('its name belongs to another file')
  })

  test('tells of a disk that does not read, list or remove', async () => {
    const fs = new SimulatedFileSystem()
    const archive = await open(fs)
    await archive.write('a', PARTS)
    for (const [at, run, words] of [
      [3, () => partsOf(archive, 'a'), /^The finished period .* cannot be used: it cannot be read: EIO/],
      [1, () => archive.keepOnly(new Set()), `The finished periods of boards cannot be removed in ${DIRECTORY}: EIO`],
      [2, () => archive.keepOnly(new Set()), `The finished periods of boards cannot be removed in ${DIRECTORY}: EIO`],
      [1, () => open(fs), `The finished periods of boards cannot be opened in ${DIRECTORY}: EIO`],
    ] as const) {
      fs.fault = { at: fs.operations + at, kind: 'EIO' }
      await expect(run()).rejects.toThrow(words)
    }
    expect(await partsOf(archive, 'a')).toEqual(PARTS)
  })

  test.each(['EIO', 'ENOSPC'] as const)(
    'a write that fails by %s anywhere is told and leaves nothing unfinished; written again, it is there',
    async (kind) => {
      let at = 0
      for (let isHit = true; isHit;) {
        at += 1
        const fs = new SimulatedFileSystem(at)
        // As it is in a game, where the runtime's other files are there before.
        await makeDirectory(fs, 'data/staging')
        const archive = await open(fs)
        fs.fault = { at: fs.operations + at, kind }
        const failure = await archive.write('a', PARTS).catch((error: unknown) => error)
        fs.fault = undefined
        isHit = fs.faulted !== undefined
        if (isHit) expect(String(failure)).toMatch(`The finished period a cannot be written in ${DIRECTORY}: ${kind}`)
        expect((await fs.list(DIRECTORY)).filter((name) => name.endsWith('.tmp'))).toEqual([])
        await archive.write('a', version('again'))
        expect(await partsOf(await open(fs.crash('none')), 'a')).toEqual(version('again'))
      }
      expect(at).toBeGreaterThan(8)
    },
  )

  test.each(['stop', 'tear'] as const)(
    'wherever the program stops (%s), each one is the old or the new, whole, and what was written is there',
    async (kind) => {
      let at = 0
      for (let isHit = true; isHit;) {
        at += 1
        for (const survival of ['none', 'some', 'all'] as const) {
          const fs = new SimulatedFileSystem(at, { at, kind })
          const done: string[] = []
          await walk(fs, done).catch(() => {})
          isHit = fs.faulted !== undefined
          const left = fs.crash(survival)
          const again = await open(left)
          expect((await left.list(DIRECTORY)).filter((name) => name.endsWith('.tmp'))).toEqual([])
          const written = Math.min(done.length, 2)
          expect(['missing', 'first', 'second'].slice(written, written + 2)).toContain(await wordsIn(again, left, 'a'))
          expect(['missing', 'other']).toContain(await wordsIn(again, left, 'b'))
        }
      }
      expect(at).toBeGreaterThan(20)
    },
  )

  async function walk(fs: SimulatedFileSystem, done: string[]): Promise<void> {
    const archive = await open(fs)
    for (const [name, words] of [
      ['a', 'first'],
      ['a', 'second'],
      ['b', 'other'],
    ] as const) {
      await archive.write(name, version(words))
      done.push(words)
    }
    await archive.keepOnly(new Set(['a']))
  }

  /** Those of the version that is there; 'missing' where there is none. */
  async function wordsIn(archive: BoardArchive, fs: SimulatedFileSystem, name: string): Promise<unknown> {
    if ((await pathOf(fs, name)) === undefined) return 'missing'
    const parts = await partsOf(archive, name)
    expect(parts.slice(0, -1)).toEqual(PARTS)
    return (parts.at(-1) as { data: unknown }).data
  }
})
