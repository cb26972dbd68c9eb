import { expect, test, vi } from 'vitest'
import { MemoryLog } from '../../test/support/memory-log.ts'
import { openNode, takeAll, writeWith } from '../../test/support/node-stores.ts'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { dataOn } from '../../test/support/storages.ts'
import { addEntry, newBatch, sealBatch } from '../storage/batch.ts'
import { checksum } from '../storage/checksum.ts'
import { makeDirectory } from '../storage/durable-file.ts'
import { directoryBlobs, writePieces, type Blobs } from '../storage/log/blobs.ts'
import { batchContent, claimMessage, contentMessages } from '../storage/log/log-message.ts'
import { LogWriter } from '../storage/log/log-writer.ts'
import type { RuntimeStore } from '../storage/runtime-store.ts'
import { StorageError } from '../storage/storage-error.ts'
import { logDocument } from './log-documents.ts'
import { writeNodeFile } from './node-store.ts'

const secret = 's'.repeat(40)
const empty = { generation: 1, files: [] }
const begun = {
  created: 7,
  secret,
  runtimes: { staging: empty, production: empty },
  design: null,
  images: null,
  revoked: [],
  files: [],
}

async function* piece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function world() {
  const log = new MemoryLog()
  const blobs = await directoryBlobs(new SimulatedFileSystem(), 'blobs')
  const node = (data = dataOn(new SimulatedFileSystem()), own: Blobs = blobs) =>
    openNode({ data, blobs: own, createdMs: 1, game: 'quest', log })
  return { log, blobs, node }
}

async function append({ live: { journal } }: RuntimeStore, ...letters: readonly string[]): Promise<void> {
  for (const letter of letters) {
    const text = JSON.stringify({ seq: journal.lastSeq + 1, letter })
    await journal.append(journal.lastSeq + 1, text, checksum(text))
  }
}

/** A node that has begun the game and written some entries. */
async function written() {
  const made = await world()
  const first = await writeWith(await made.node(), made.log)
  const staging = await first.openRuntime('staging', { generation: undefined, design: () => null })
  await first.openRuntime('production', { generation: undefined, design: () => null })
  await first.file.begin({ staging: { generation: 1 }, production: { generation: 1 } })
  await append(staging, 'a', 'b')
  return { ...made, first, staging }
}

test('a node that follows has what the writer has stored, and goes on where it was after a start', async () => {
  const { log, node, first, staging } = await written()
  const data = dataOn(new SimulatedFileSystem())
  const follower = await node(data)
  expect(await follower.lastSeqs()).toEqual({ staging: 2, production: 0 })
  await follower.close()
  await append(staging, 'c')
  const again = await node(data)
  expect(again.position).toBe(await log.end())
  expect(await again.lastSeqs()).toEqual({ staging: 3, production: 0 })
  await again.close()
  await first.close()
})

test('a node that was killed reads again what it had not recorded, and stores nothing twice', async () => {
  const { node, first } = await written()
  const files = new SimulatedFileSystem()
  await node(dataOn(files))
  // Another process, because the one before did not let go of the directory.
  const again = await node(dataOn(files, 2))
  expect(await again.lastSeqs()).toEqual({ staging: 2, production: 0 })
  await first.close()
})

/** Files of which those whose paths have `part` are written when `mayWrite` resolves. */
function filesThatWait(part: string, mayWrite: () => Promise<void>): SimulatedFileSystem {
  const files = new SimulatedFileSystem()
  const open = files.open.bind(files)
  files.open = async (path, ...rest) => {
    const file = await open(path, ...rest)
    if (!path.includes(part)) return file
    return { ...file, write: async (bytes, position) => mayWrite().then(() => file.write(bytes, position)) }
  }
  return files
}

test('a follower whose disk was full goes on with the entry that it could not write', async () => {
  const { log, node, first, staging } = await written()
  let isFull = false
  const files = filesThatWait('journal', async () => {
    if (isFull) throw new Error('the disk is full')
  })
  const follower = await node(dataOn(files))
  const game = await follower.openGame()
  const live = {
    staging: await game.openRuntime('staging'),
    production: await game.openRuntime('production'),
  }
  game.taker = async (runtime, { seq, text, sum }) => ({ stored: live[runtime].live.journal.append(seq, text, sum) })
  isFull = true
  await append(staging, 'c', 'd', 'e')
  await expect(takeAll(follower, log)).rejects.toThrow('the disk is full')
  await game.close()
  const last = { position: await log.end(), message: claimMessage('next', '1', {}) }
  await expect(follower.take(last)).rejects.toThrow('the disk is full')
  await follower.close()
  isFull = false
  const again = await node(dataOn(files))
  expect(await again.lastSeqs()).toEqual({ staging: 5, production: 0 })
  await again.close()
  await first.close()
})

/** A node that writes a game on such files. */
async function writingWith(part = '', mayWrite: () => Promise<void> = async () => {}) {
  const { log, node } = await world()
  const files = filesThatWait(part, mayWrite)
  const store = await node(dataOn(files))
  const game = await writeWith(store, log)
  const staging = await game.openRuntime('staging', { generation: undefined, design: () => null })
  await game.openRuntime('production', { generation: undefined, design: () => null })
  await game.file.begin({ staging: { generation: 1 }, production: { generation: 1 } })
  await append(staging, 'a', 'b')
  // Another process, because a killed one does not let go of the directory.
  return { log, game, store, staging, again: () => node(dataOn(files, 2)) }
}

const ENDED = { family: 'tokens:app', id: 'one', untilS: 99 } as const

test('a writer that was killed reads again only what it had put into the log since it settled', async () => {
  const { log, game, store, staging, again } = await writingWith()
  await game.revoked.add(ENDED)
  await store.settleWritten()
  const settled = await log.end()
  expect(store.settledPosition).toBe(settled)
  await append(staging, 'c')
  const read = vi.spyOn(log, 'read')
  const next = await again()
  expect(read.mock.calls).toEqual([[settled + 1]])
  expect(await next.lastSeqs()).toEqual({ staging: 3, production: 0 })
  const goesOn = await writeWith(next, log)
  expect(goesOn.revoked.found).toEqual([ENDED])
  await goesOn.close()
})

test('a writer settles what the log has only when the directory has it too', async () => {
  const gate = Promise.withResolvers<void>()
  const { log, game, store } = await writingWith('revoked-tokens', () => gate.promise)
  const before = await log.end()
  const adding = game.revoked.add(ENDED)
  await expect.poll(() => log.end()).toBe(before + 1)
  const settling = store.settleWritten()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(store.settledPosition).toBeLessThan(before)
  gate.resolve()
  await Promise.all([adding, settling])
  expect(store.settledPosition).toBe(before + 1)
})

test('a writer that has just made another history live settles what that has on disk, and no more', async () => {
  const gate = Promise.withResolvers<void>()
  let writing = Promise.resolve()
  const { log, game, store, staging } = await writingWith('journal/2-', () => writing)
  const chain = checksum('{"seq":1,"letter":"a"}')
  const next = await staging.begin({ parent: { generation: 1, seq: 1 }, first: 2, chain })
  await next.sync()
  await game.file.keepGeneration('staging', next.generation)
  await store.settleWritten()
  const settled = await log.end()
  expect(store.settledPosition).toBe(settled)
  writing = gate.promise
  const text = '{"seq":2,"letter":"x"}'
  const appending = next.journal.append(2, text, checksum(text))
  await expect.poll(() => log.end()).toBe(settled + 1)
  const settling = store.settleWritten()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(store.settledPosition).toBe(settled)
  gate.resolve()
  await Promise.all([appending, settling])
  expect(store.settledPosition).toBe(settled + 1)
})

test('a writer settles nothing where that cannot be recorded', async () => {
  let isFull = false
  const { game, store } = await writingWith('log.json', async () => {
    if (isFull) throw new Error('the disk is full')
  })
  const { settledPosition } = store
  isFull = true
  await expect(store.settleWritten()).rejects.toThrow('the disk is full')
  expect(store.settledPosition).toBe(settledPosition)
  isFull = false
  await store.settleWritten()
  expect(store.settledPosition).toBe(game.writer.position)
})

test('a writer does not settle beyond what the directory could not take', async () => {
  const { log, game, store, staging, again } = await writingWith('revoked-tokens', async () => {
    throw new Error('the disk is full')
  })
  await expect(game.revoked.add(ENDED)).rejects.toThrow('the disk is full')
  const failed = await log.end()
  await append(staging, 'c')
  await store.settleWritten()
  expect(store.settledPosition).toBeLessThan(failed)
  await expect(again()).rejects.toThrow('the disk is full')
})

test('what a replaced writer decides is not stored, anywhere', async () => {
  const { log, node, first, staging } = await written()
  const second = await writeWith(await node(), log)
  await expect(append(staging, 'lost')).rejects.toThrow('Another node writes the log of the game')
  expect(first.writer.isFenced).toBe(true)
  await expect(first.file.keepGeneration('staging', 9)).rejects.toThrow('Another node writes')
  const third = await node()
  expect(await third.lastSeqs()).toEqual({ staging: 2, production: 0 })
  await third.close()
  await second.close()
})

test('another history reaches the other nodes as files', async () => {
  const { log, node, first, staging } = await written()
  const follower = await node()
  const next = await staging.begin({
    parent: { generation: 1, seq: 1 },
    first: 2,
    chain: checksum('{"seq":1,"letter":"a"}'),
  })
  const text = '{"seq":2,"letter":"x"}'
  await next.journal.append(2, text, checksum(text))
  await next.sync()
  await first.file.keepGeneration('staging', next.generation)
  await staging.madeLive(next)
  await append(staging, 'y')
  await takeAll(follower, log)
  expect(await follower.lastSeqs()).toEqual({ staging: 3, production: 0 })
  const store = await writeWith(follower, log)
  const found = await store.openRuntime('staging', { generation: next.generation, design: () => null })
  const letters = await Array.fromAsync(
    found.live.journal.read(1),
    ({ text: line }) => (JSON.parse(line) as { letter: string }).letter,
  )
  expect(letters.join('')).toBe('axy')
  await store.close()
})

test('what a killed writer has only begun gives way to the history that another one makes live', async () => {
  const { log, node } = await world()
  const files = new SimulatedFileSystem()
  const killed = await writeWith(await node(dataOn(files)), log)
  const staging = await killed.openRuntime('staging', { generation: undefined, design: () => null })
  await killed.openRuntime('production', { generation: undefined, design: () => null })
  await killed.file.begin({ staging: { generation: 1 }, production: { generation: 1 } })
  await append(staging, 'a', 'b')
  const beginWith = async (runtime: RuntimeStore, ...letters: readonly string[]) => {
    const chain = checksum('{"seq":1,"letter":"a"}')
    const next = await runtime.begin({ parent: { generation: 1, seq: 1 }, first: 2, chain })
    await append({ ...runtime, live: next }, ...letters)
    await next.sync()
    return next
  }
  await beginWith(staging, 'l', 'o', 's', 't')
  const second = await writeWith(await node(), log)
  const other = await second.openRuntime('staging', { generation: 1, design: () => null })
  const next = await beginWith(other, 'x')
  await second.file.keepGeneration('staging', next.generation)
  await other.madeLive(next)
  await append(other, 'y')
  // Another process, because the one before did not let go of the directory.
  const again = await node(dataOn(files, 2))
  expect(await again.lastSeqs()).toEqual({ staging: 3, production: 0 })
  await again.close()
  await second.close()
})

test('a snapshot that a killed writer has not told the log gives way to another one of its name', async () => {
  const { log, blobs, first } = await written()
  const [path, files] = ['staging/points/point-a.ndjson', new SimulatedFileSystem()]
  await makeDirectory(files, 'data/staging/points')
  await writePieces(files, `data/${path}`, piece('stale'))
  await blobs.put('files/new', () => piece('new'))
  await first.writer.append(logDocument('file', { path, blob: 'files/new' }))
  const follower = await openNode({ data: dataOn(files), blobs, createdMs: 1, game: 'quest', log, warn: () => {} })
  expect((await files.readFile(`data/${path}`))?.toString()).toBe('new')
  await follower.close()
})

test('a node waits for a blob that cannot be read, and says so', async () => {
  const { log, node, blobs, first } = await written()
  const path = 'staging/points/point-a.ndjson'
  let failures = 2
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('ne')
    throw new StorageError('the place of the blobs broke off')
  }
  const down: Blobs = {
    ...blobs,
    get: async (name) => {
      failures -= 1
      if (failures === 1) throw new StorageError('the place of the blobs is down')
      return failures === 0 ? broken() : blobs.get(name)
    },
  }
  const warnings: string[] = []
  const warn = (message: string): void => void warnings.push(message)
  const files = new SimulatedFileSystem()
  const ending = new AbortController()
  const { signal } = ending
  const data = dataOn(files)
  const follower = await openNode({ data, blobs: down, createdMs: 1, game: 'quest', log, warn, ending: signal })
  await blobs.put('files/new', () => piece('new'))
  const position = await first.writer.append(logDocument('file', { path, blob: 'files/new' }))
  const message = await log.read(position)
  if (message) await follower.take({ position, message })
  expect((await files.readFile(`data/${path}`))?.toString()).toBe('new')
  expect(warnings).toEqual([expect.stringContaining('the place of the blobs is down. This node waits for it')])
  failures = 2
  ending.abort(new Error('the node ends'))
  if (message) await expect(follower.take({ position: position + 1, message })).rejects.toThrow('the node ends')
  await follower.close()
  const other = await node()
  await other.close()
})

test('a node that has begun the game knows it when it follows', async () => {
  const { log, node } = await world()
  const store = await node()
  const writer = await LogWriter.claim(log, { writer: 'first', after: 0, facts: {}, wait: async () => {} })
  const game = await store.openGame()
  if (writer) await game.write(writer, 'first')
  await game.openRuntime('staging')
  await game.openRuntime('production')
  await game.file.begin({ staging: { generation: 1 }, production: { generation: 1 } })
  await game.close()
  expect(store.isBegun).toBe(true)
  await store.close()
})

test('a design and an image that a node lacks are fetched when they are needed', async () => {
  const { log, node, first } = await written()
  const hash = await (await first.openDesigns()).write('{"metrics":[]}')
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  await (await first.openImages()).put('players', 'ab'.repeat(12), png)
  const store = await writeWith(await node(), log)
  expect(await (await store.openDesigns()).read(hash)).toBe('{"metrics":[]}')
  expect(await (await store.openImages()).has('players', 'ab'.repeat(12))).toBe(true)
  expect(await (await store.openImages()).has('players', 'cd'.repeat(12))).toBe(false)
  await store.close()
})

test('a design that a history names stays for all nodes when a draft of the same content is forgotten', async () => {
  const { log, node, first } = await written()
  const designs = await first.openDesigns()
  const hash = await designs.write('{"metrics":[]}')
  const draft = await designs.writeDraft('{"actions":[]}')
  await designs.writeDraft('{"metrics":[]}')
  await designs.forgetDrafts(new Set())
  const store = await writeWith(await node(), log)
  const others = await store.openDesigns()
  expect(await others.read(hash)).toBe('{"metrics":[]}')
  expect([...(await others.missing([draft])).keys()]).toEqual([draft])
  await store.close()
})

test.each<[string, () => Promise<unknown>, string]>([
  [
    'the log of another game',
    async () => {
      const { log, node } = await world()
      await log.publish(claimMessage('a', '1', {}), 0)
      const [message] = contentMessages('a', () => '2', logDocument('game', { game: 'other', ...begun }))
      if (message) await log.publish(message, 1)
      return node()
    },
    "The log belongs to the game 'other', and gamify.json names the game 'quest'",
  ],
  [
    'a directory with a game of its own',
    async () => {
      const files = new SimulatedFileSystem()
      const { log, blobs, node } = await written()
      const other = await writeWith(
        await openNode({ data: dataOn(files), blobs, createdMs: 1, game: 'quest', log }),
        log,
      )
      await other.close()
      await files.unlink('data/log.json')
      return node(dataOn(files))
    },
    'gamify cluster adopt --data data',
  ],
  [
    'a document of a later version',
    async () => {
      const { log, node } = await world()
      await log.publish(claimMessage('a', '1', {}), 0)
      await log.publish(
        { headers: { kind: 'document', name: 'wish', writer: 'a', id: '2', part: '1/1' }, data: Buffer.from('{}') },
        1,
      )
      return node()
    },
    'this version of gamify does not know it. Use a newer version',
  ],
  [
    'a log of a later format',
    async () => {
      const { log, node } = await world()
      const claim = claimMessage('a', '1', {})
      await log.publish({ ...claim, headers: { ...claim.headers, format: '2' } }, 0)
      return node()
    },
    'it has format 2, and this version of gamify reads format 1. Use a newer version',
  ],
  [
    'a path that leads out of the directory',
    async () => {
      const { log, node, first } = await written()
      await first.writer.append(logDocument('file', { path: '../../etc/passwd', blob: 'x' }))
      expect(await log.end()).toBeGreaterThan(0)
      return node()
    },
    "The document 'file' of the log is not valid",
  ],
  [
    'a blob that is gone',
    async () => {
      const { node, first } = await written()
      await first.writer.append(logDocument('file', { path: 'staging/points/point-a.ndjson', blob: 'files/gone' }))
      return node()
    },
    'its content files/gone is not among the blobs',
  ],
  [
    'a directory of another log',
    async () => {
      const { log, blobs, node } = await written()
      const files = new SimulatedFileSystem()
      await (await node(dataOn(files))).close()
      return openNode({ data: dataOn(files), blobs, createdMs: 1, game: 'quest', log, logId: 'another log' })
    },
    "data belongs to another log of the game 'quest'",
  ],
  [
    'a directory with other entries than the log',
    async () => {
      const { node, blobs, log } = await written()
      const files = new SimulatedFileSystem()
      await (await node(dataOn(files))).close()
      const other = new MemoryLog()
      // The same log until the entries, of which the second one is another.
      for (const message of log.messages.slice(0, -1)) await other.publish(message, await other.end())
      const { writer } = await writeWith(
        await openNode({ data: dataOn(new SimulatedFileSystem()), blobs, createdMs: 1, game: 'quest', log: other }),
        other,
      )
      const batch = newBatch(2, checksum('{"seq":1,"letter":"a"}'))
      addEntry(batch, '{"seq":2,"letter":"z"}', checksum('{"seq":2,"letter":"z"}'))
      await writer.append(batchContent({ runtime: 'staging', generation: 1 }, sealBatch(batch)))
      await files.unlink('data/log.json')
      await writeNodeFile(dataOn(files), { log: 'the log', position: 0, writer: '' })
      return openNode({ data: dataOn(files), blobs, createdMs: 1, game: 'quest', log: other })
    },
    'The entry 2 of the staging runtime in data is not the one that the log has',
  ],
])('%s is refused', async (_, open, why) => {
  const error = await open().catch((failed: unknown) => failed)
  expect(error).toBeInstanceOf(StorageError)
  expect((error as Error).message).toContain(why)
})
