import { afterEach, expect, test, vi } from 'vitest'
import { MemoryLog } from '../../test/support/memory-log.ts'
import { claimMessage, LogRecords } from '../storage/log/log-message.ts'
import type { StoredMessage } from '../storage/log/replicated-log.ts'
import { StorageError } from '../storage/storage-error.ts'
import { GameNode, type NodeRadio } from './game-node.ts'
import type { NodeStore } from './node-store.ts'

afterEach(() => void vi.restoreAllMocks())

/** There is none to load. */
const NO_GAME = { load: async () => {}, drop: async () => {} }

/** A node of a log with one claim, and what lets it hear a beat of an earlier run of its name. */
async function follower({ position = 1, url = 'http://another:4040', facts = {} } = {}) {
  const log = new MemoryLog()
  const warnings: string[] = []
  await log.publish(claimMessage('another.1', '1', { node: 'another', url, ...facts }), 0)
  const records = new LogRecords()
  const store = {
    position,
    settle: async () => {},
    settleWritten: async () => {},
    take: async (message: StoredMessage) => {
      const record = records.take(message)
      store.position = message.position
      return record
    },
  }
  let hear: Parameters<NodeRadio['hear']>[0] = () => {}
  const radio: NodeRadio = {
    connection: { isConnected: true, disconnects: 0 },
    beat: () => {},
    hear: (listener) => void (hear = listener),
    answer: () => {},
  }
  const node = new GameNode({
    name: 'n1',
    url: 'http://127.0.0.1:1',
    program: 'test',
    keep: '1d',
    store: store as unknown as NodeStore,
    log: Object.assign(log, radio),
    warn: (message) => void warnings.push(message),
    note: () => {},
  })
  const beat = { node: 'n1', instance: 'earlier', started: 0, now: 0, url: 'http://other:4040', role: 'follower' }
  const writer = { ...beat, node: 'n2', instance: 'writer', url: 'http://writer:4040', role: 'writer', claimed: 7 }
  const heard = (given: object) => hear({ ...writer, ...given })
  return { node, log, store, warnings, heard, hearEarlier: () => hear(beat), hearWriter: () => hear(writer) }
}

test.each<[string, string, string | undefined]>([
  ['is known after its claim', 'http://another:4040', 'http://another:4040'],
  ['is not known after an adoption, whose claim has no address', '', undefined],
])('the writer %s', async (_, url, writerUrl) => {
  const { node, store } = await follower({ position: 0, url })
  const ending = new AbortController()
  const following = node.untilWriter(ending.signal, NO_GAME)
  await expect.poll(() => store.position).toBe(1)
  expect(node.writerUrl).toBe(writerUrl)
  ending.abort()
  await expect(following).rejects.toThrow()
  node.close()
})

const tz = process.versions.tz

test.each<[string, object, readonly string[]]>([
  ['of another version', { program: 'other', tz }, ['The writer n2 runs gamify other, and this node runs test']],
  ['of the same version', { program: 'test', tz, keep: '24h' }, []],
  [
    'that keeps more history',
    { program: 'test', tz, keep: 'ever' },
    ['The writer n2 keeps history for ever, and this node for 1d. Use the same --keep on all nodes'],
  ],
  [
    'with other time zones',
    { program: 'test', tz: '1999z' },
    [expect.stringContaining('The writer n2 has time zone data 1999z, and this node has')],
  ],
])('a writer %s is warned of once, and again after its next claim', async (_, facts, expected) => {
  const { node, warnings, heard } = await follower()
  for (let i = 0; i < 3; i++) heard(facts)
  expect(warnings).toEqual(expected)
  heard({ ...facts, claimed: 9 })
  expect(warnings).toEqual([...expected, ...expected])
  node.close()
})

test('the writer that was heard stays known when an older claim is read', async () => {
  const { node, store, hearWriter } = await follower({ position: 0 })
  hearWriter()
  const ending = new AbortController()
  const following = node.untilWriter(ending.signal, NO_GAME)
  await expect.poll(() => store.position).toBe(1)
  expect(node.writerUrl).toBe('http://writer:4040')
  ending.abort()
  await expect(following).rejects.toThrow()
  node.close()
})

test('a writer that has handed over is not replaced for the calls that it has, as long as it is heard', async () => {
  const { node, heard } = await follower()
  const [old, next] = [{ url: 'http://writer:4040' }, { node: 'n3', instance: 'next', url: 'http://next:4040' }]
  heard(old)
  heard({ ...next, claimed: 9, serves: true })
  expect(node.isReplaced(old.url)).toBe(false)
  const beating = setInterval(() => heard({ ...old, role: 'follower' }), 100)
  await new Promise((resolve) => setTimeout(resolve, 1_700))
  expect(node.isReplaced(old.url)).toBe(false)
  clearInterval(beating)
  await expect.poll(() => node.isReplaced(old.url), { timeout: 5_000 }).toBe(true)
  expect(node.isReplaced(next.url)).toBe(false)
  node.close()
})

test('a writer whose log was removed learns it, also when nothing is played', async () => {
  const { node, log } = await follower()
  const { writer } = await node.untilWriter(new AbortController().signal, NO_GAME)
  log.end = () => Promise.reject(new StorageError('the log servers have no stream'))
  await writer.ended
  expect(() => writer.throwIfGivenUp()).toThrow('the log servers have no stream')
  expect(node.figures.replaced).toBe(0)
  node.close()
}, 15_000)

test('a node that hears the writer only when it is about to claim claims nothing', async () => {
  const { node, log, hearWriter } = await follower()
  // It waits 1.5 s for the writer. Whoever reads the log asks after 1 and 2 s where that ends.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const ending = new AbortController()
  const startMs = performance.now()
  const following = node.untilWriter(ending.signal, NO_GAME)
  const end = log.end.bind(log)
  let hears = 0
  log.end = async () => {
    if (performance.now() - startMs > 1_400) {
      hears += 1
      hearWriter()
    }
    return end()
  }
  await expect.poll(() => hears, { timeout: 5_000 }).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(node.role).toBe('follower')
  ending.abort()
  await expect(following).rejects.toThrow()
  node.close()
})

test('beats of the last run of a node that arrive late do not end it', async () => {
  const { node, hearEarlier } = await follower()
  const becoming = node.untilWriter(new AbortController().signal, NO_GAME)
  for (let i = 0; i < 5; i++) hearEarlier()
  expect(await becoming).toMatchObject({ id: expect.stringMatching(/^n1\./) as string })
  node.close()
})

test('another node of the same name that goes on ends it', async () => {
  const { node, hearEarlier } = await follower()
  const beating = setInterval(hearEarlier, 250)
  await expect(node.untilWriter(new AbortController().signal, NO_GAME)).rejects.toThrow(
    "A node with the name 'n1' already runs at http://other:4040",
  )
  clearInterval(beating)
  node.close()
})
