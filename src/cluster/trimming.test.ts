import { expect, test } from 'vitest'
import { MemoryLog } from '../../test/support/memory-log.ts'
import { openNode, takeAll, writeWith } from '../../test/support/node-stores.ts'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { dataOn } from '../../test/support/storages.ts'
import { openGameFile } from '../emulator/game-document.ts'
import { checksum } from '../storage/checksum.ts'
import { directoryBlobs, type Blobs } from '../storage/log/blobs.ts'
import { LogTrimmed } from '../storage/log/replicated-log.ts'
import type { RuntimeStore } from '../storage/runtime-store.ts'
import { logDocument } from './log-documents.ts'
import { exportGame } from './moving.ts'
import { isTrimDue, trimLog } from './trimming.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function append({ live: { journal } }: RuntimeStore, letters: string): Promise<void> {
  for (const letter of letters) {
    const text = JSON.stringify({ seq: journal.lastSeq + 1, letter })
    await journal.append(journal.lastSeq + 1, text, checksum(text))
  }
}

const lettersOf = async ({ live: { journal } }: RuntimeStore): Promise<string> =>
  (await Array.fromAsync(journal.read(1), ({ text }) => (JSON.parse(text) as { letter: string }).letter)).join('')

async function rewindTo(store: Awaited<ReturnType<typeof writeWith>>, runtime: RuntimeStore, seq: number) {
  const [text = ''] = (await runtime.live.journal.texts([seq])).map((each) => each ?? '')
  const parent = { generation: runtime.live.generation, seq }
  const next = await runtime.begin({ parent, first: seq + 1, chain: checksum(text) })
  await next.sync()
  await store.file.keepGeneration('staging', next.generation)
  await runtime.madeLive(next)
}

/** A node that writes a game, with segments that close after a few entries, or are long. */
async function written(segmentBytes = 300) {
  const log = new MemoryLog()
  const kept = new SimulatedFileSystem()
  const blobs = await directoryBlobs(kept, 'blobs')
  const limits = { segmentBytes }
  const open = (fs = new SimulatedFileSystem(), own: Blobs = blobs) =>
    openNode({ data: { ...dataOn(fs), limits }, blobs: own, createdMs: 1, game: 'quest', log })
  const store = await writeWith(await open(), log)
  const staging = await store.openRuntime('staging', { generation: undefined, design: () => null })
  await store.openRuntime('production', { generation: undefined, design: () => null })
  await store.file.begin({ staging: { generation: 1 }, production: { generation: 1 } })
  await append(staging, 'abcdefgh')
  /** Returns what a node on these files has, once it writes. */
  const found = async (node: Awaited<ReturnType<typeof open>>) => {
    const next = await writeWith(node, log)
    const { runtimes, secret, design } = next.file
    const generation = runtimes?.staging.generation
    const runtime = await next.openRuntime('staging', { generation, design: () => null })
    const revoked = [...next.revoked.found]
    const images = (await next.openImages()).list()
    const points = await runtime.snapshots.list()
    const letters = await lettersOf(runtime)
    const boards = await runtime.live.boards.archive.list()
    const [point] = points
    const restored = point && (await runtime.begin({ parent: { ...point }, first: point.seq + 1, chain: point.sum }))
    /** The oldest entry that a restored snapshot has. */
    const oldest = restored?.journal.firstSeq
    await next.close()
    return { letters, secret, design, revoked, images, boards, oldest, points: points.map(({ name }) => name) }
  }
  return { log, blobs, open, store, staging, found }
}

test('a node without a directory begins with the base of a trimmed log, and goes on with what comes after it', async () => {
  const { log, open, store, staging, found } = await written()
  await (
    await store.openImages()
  ).put('design', 'ab'.repeat(12), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
  await store.revoked.add({ family: 'tokens:app', id: 'a', untilS: 99 })
  await store.file.keepDesign({ latest: 'a'.repeat(64), stash: null, files: null, writing: null, versions: [] })
  const end = await log.end()
  expect(await store.trim()).toMatchObject({ start: end + 1, messages: end })
  expect(await log.start()).toBe(end + 1)
  await append(staging, 'ij')
  const node = await open()
  expect(await node.lastSeqs()).toEqual({ staging: 10, production: 0 })
  await append(staging, 'k')
  await rewindTo(store, staging, 9)
  await append(staging, 'x')
  await takeAll(node, log)
  expect(await found(node)).toMatchObject({
    letters: 'abcdefghix',
    secret: store.file.secret,
    design: { latest: 'a'.repeat(64) },
    revoked: [{ id: 'a' }],
    images: ['ab'.repeat(12)],
  })
})

test('a base has the history and the snapshots of a game that was rewound before it', async () => {
  const { open, store, staging, found } = await written()
  const { journal, generation } = staging.live
  const about = { name: 'one', generation, seq: 8, sum: journal.lastSum, at: 1, now: 1, frozen: false, created: 1 }
  await staging.snapshots.save(about, [])
  await staging.live.boards.archive.write('Top.2026-W1', [])
  await rewindTo(store, staging, 3)
  await append(staging, 'xy')
  await store.trim()
  expect(await found(await open())).toMatchObject({
    letters: 'abcxy',
    points: ['one'],
    oldest: 1,
    boards: ['Top.2026-W1'],
  })
})

test.each([300, 100_000])(
  'what comes in while a base is made is not lost, with segments of %i bytes',
  async (bytes) => {
    const { log, blobs, open, store, staging, found } = await written(bytes)
    const put = blobs.put.bind(blobs)
    let turn = 0
    blobs.put = async (...parameters) => {
      await append(staging, String(turn++ % 10))
      // A file of the journal grows between its checksum and here.
      return put(...parameters)
    }
    await store.trim()
    blobs.put = put
    await (await open()).close()
    const first = await log.end()
    await store.makeBase()
    // The first base is still there, but not all that came in while it was made.
    await log.trim(first)
    const letters = await lettersOf(staging)
    expect(letters.length).toBeGreaterThan(9)
    expect((await found(await open())).letters).toBe(letters)
    expect(await log.start()).toBeGreaterThan(1)
  },
)

test('a design that is being stored when a base is begun is part of what a node gets', async () => {
  const { log, open, store, found } = await written()
  const record = { latest: 'b'.repeat(64), stash: null, files: null, writing: null, versions: [] }
  const end = await log.end()
  const keeping = store.file.keepDesign(record)
  while ((await log.end()) === end) await Promise.resolve()
  await store.trim()
  await keeping
  expect(await found(await open())).toMatchObject({ design: { latest: 'b'.repeat(64) } })
})

test('a base of several messages is found, also after an older one that is cut in half', async () => {
  const { log, open, store, staging, found } = await written()
  for (const id of ['a', 'b', 'c', 'd', 'e'])
    await store.revoked.add({ family: 'tokens:app', id: id.repeat(150_000), untilS: 99 })
  await store.trim()
  const firstEnd = await log.end()
  await append(staging, 'i')
  const node = await open()
  expect(node.position).toBe(await log.end())
  await node.close()
  await store.makeBase()
  // The first base has two messages, of which one is left.
  await log.trim(firstEnd)
  const { revoked, letters } = await found(await open())
  expect(revoked).toHaveLength(5)
  expect(letters).toBe('abcdefghi')
})

test('files that a message names which stays in the log are not removed', async () => {
  const { log, open, store, staging, found } = await written()
  const { start } = await store.trim()
  const { journal, generation } = staging.live
  const about = { name: 'one', generation, seq: 8, sum: journal.lastSum, at: 1, now: 1, frozen: false, created: 1 }
  await staging.snapshots.save(about, [])
  await rewindTo(store, staging, 3)
  await append(staging, 'xy')
  expect(await store.trim([start - 1])).toMatchObject({ start, messages: 0 })
  expect(await log.start()).toBe(start)
  expect(await found(await open())).toMatchObject({ letters: 'abcxy', points: ['one'] })
})

test('a damaged blob is refused', async () => {
  const { blobs, open, store } = await written()
  await store.trim()
  const bad: Blobs = {
    ...blobs,
    get: async (name) => (await blobs.get(name)) && ReadableStream.from([Buffer.from('something else')]),
  }
  await expect(open(new SimulatedFileSystem(), bad)).rejects.toThrow('is damaged. Restore the blobs')
})

test('a second base stores only what is new, and the files that nothing names any more are removed', async () => {
  const { blobs, open, store, staging, found } = await written()
  await store.trim()
  const first = new Set(await blobs.names())
  await append(staging, 'ijklmnop')
  await blobs.put('files/left', () => ReadableStream.from([Buffer.from('by a share that failed')]))
  const { files } = await store.trim()
  const second = new Set(await blobs.names())
  const kept = first.intersection(second)
  expect(kept.size).toBeGreaterThan(1)
  expect(first.difference(second).size).toBe(files - 1)
  expect(second.has('files/left')).toBe(false)
  expect((await found(await open())).letters).toBe('abcdefghijklmnop')
})

test('a log that is trimmed sparingly keeps what comes after the base before', async () => {
  const { log, open } = await written()
  const node = await open()
  const store = await writeWith(node, log)
  const staging = await store.openRuntime('staging', { generation: 1, design: () => null })
  await store.openRuntime('production', { generation: 1, design: () => null })
  const parts = { log, store: node, wait, ending: new AbortController().signal, settled: () => [Infinity] }
  expect(await trimLog(parts, true)).toMatchObject({ start: 1, messages: 0 })
  const [{ from } = { from: 0 }] = node.bases
  await append(staging, 'ij')
  expect(await trimLog(parts, true)).toMatchObject({ start: from + 1, messages: from })
})

test('a log keeps what a node that was heard lately does not have on disk', async () => {
  const { log, open, found } = await written()
  const node = await open()
  const store = await writeWith(node, log)
  await store.openRuntime('staging', { generation: 1, design: () => null })
  await store.openRuntime('production', { generation: 1, design: () => null })
  const parts = { log, store: node, wait: () => wait(0), ending: new AbortController().signal }
  const settled = () => [node.settledPosition, 5]
  expect(await trimLog({ ...parts, settled }, false)).toMatchObject({ start: 6, messages: 5 })
  expect((await found(await open())).letters).toBe('abcdefgh')
})

test('a directory that is too far behind is refused, and says what to do', async () => {
  const { open, store, staging } = await written()
  const files = new SimulatedFileSystem()
  await (await open(files)).close()
  await append(staging, 'i')
  await store.trim()
  const error = await open(files).catch((failed: unknown) => failed)
  expect(error).toBeInstanceOf(LogTrimmed)
  expect(String(error)).toContain('Delete its data directory and start it again')
})

test('a start that was interrupted begins again, also with a later base', async () => {
  const { blobs, open, store, staging, found } = await written(100_000)
  await store.trim()
  const files = new SimulatedFileSystem()
  let gets = 0
  const broken: Blobs = {
    ...blobs,
    get: async (name) => ((gets += 1) > 1 ? Promise.reject(new Error('the process was killed')) : blobs.get(name)),
  }
  await expect(open(files, broken)).rejects.toThrow('the process was killed')
  expect(await files.list('data/staging/journal')).toHaveLength(1)
  await append(staging, 'i')
  await rewindTo(store, staging, 9)
  await append(staging, 'xyz')
  await store.trim()
  const node = await open(files)
  expect((await openGameFile(files, 'data', 0)).runtimes?.staging.generation).toBe(2)
  expect((await found(node)).letters).toBe('abcdefghixyz')
})

test('the game of a trimmed log can be exported', async () => {
  const { log, blobs, store, staging } = await written()
  await store.trim()
  await append(staging, 'i')
  const files = new SimulatedFileSystem()
  const options = { log, logId: 'the log', blobs, game: 'quest', program: 'test', warn: () => {} }
  expect(await exportGame({ ...options, data: dataOn(files) })).toMatchObject({
    entries: { staging: 9, production: 0 },
  })
  expect((await openGameFile(files, 'data', 0)).secret).toBe(store.file.secret)
})

test('the writer that was killed after a base needs nothing of what was trimmed', async () => {
  const { log, blobs } = await written()
  const files = new SimulatedFileSystem()
  const node = await openNode({ data: dataOn(files), blobs, createdMs: 1, game: 'quest', log })
  const store = await writeWith(node, log)
  const staging = await store.openRuntime('staging', { generation: 1, design: () => null })
  await store.openRuntime('production', { generation: 1, design: () => null })
  await append(staging, 'ij')
  await store.trim()
  await append(staging, 'k')
  const again = await openNode({ data: dataOn(files, 2), blobs, createdMs: 1, game: 'quest', log })
  expect(await again.lastSeqs()).toEqual({ staging: 11, production: 0 })
})

test('a base that a node passes while it follows changes nothing there', async () => {
  const { log, open, store, staging, found } = await written()
  const node = await open()
  await store.trim()
  await append(staging, 'i')
  await takeAll(node, log)
  expect(node.bases).toHaveLength(1)
  expect((await found(node)).letters).toBe('abcdefghi')
})

test('a log that has no base any more says that a copy is needed', async () => {
  const { log, open, store } = await written()
  await store.writer.append(logDocument('end', { successor: '' }))
  await log.trim((await log.end()) + 1)
  await expect(open()).rejects.toThrow('has no base with which a node could begin')
})

test.each([
  ['a log with few messages', { grown: 1_000, ageMs: 30 * DAY_MS }, false],
  ['a log that has grown, with a base of today', { grown: 400_000, ageMs: DAY_MS - 1 }, false],
  ['a log that has grown, with a base of yesterday', { grown: 1_001, ageMs: DAY_MS + 1 }, true],
  ['a log that has grown by much', { grown: 500_001, ageMs: 0 }, true],
])('%s is trimmed by itself or not', (_, { grown, ageMs }, isDue) => {
  const bases = [{ position: 12, from: 10, made: 1_000 }]
  expect(isTrimDue({ bases, createdMs: 0 }, 10 + grown, 1_000 + ageMs)).toBe(isDue)
})
