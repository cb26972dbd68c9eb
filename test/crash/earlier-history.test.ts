import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventShapes } from '../../src/game/event-shapes.ts'
import { nodeFileSystem } from '../../src/storage/fs.ts'
import { copyOf, importedHash, openRecorded, recorded, recoveredOn, wholeHash } from './fixtures.ts'

// Histories as earlier versions wrote them, each beside the hash of the state it comes to (made by record-fixture.ts).
// A version whose state has more in it changes the hash, once it is sure that this is all that changed.
const FIXTURES = join(import.meta.dirname, '../../fixtures/history')

/** `players` was written by the first version that kept one, `together` when players had come to play together. */
const names = await nodeFileSystem().list(FIXTURES)

test('the histories that were recorded are kept', () => {
  expect(names).toEqual(expect.arrayContaining(['players', 'together']))
})

const keptHash = async (history: string, name: string) => (await recorded(history, `${name}.sha256`))?.trim()

const passedOver = / is ignored: it has format \d+, written by gamify /

describe.each(names)('%s', (name) => {
  const history = join(FIXTURES, name)

  test('comes to the same state with its snapshot, which may be of a format read no more', async () => {
    const { hash, state, from, warnings } = await recoveredOn(await copyOf(history))
    if (from) {
      expect(from.seq).toBeLessThan(state.seq)
      expect(warnings).toEqual([])
    } else expect(warnings).toEqual([expect.stringMatching(passedOver)])
    expect(hash).toBe(await keptHash(history, 'state'))
  })

  test('comes to the same state from its entries alone', async () => {
    const { hash, from } = await recoveredOn(await copyOf(history, ['snapshots']))
    expect(from).toBeUndefined()
    expect(hash).toBe(await keptHash(history, 'state'))
  })

  test.each([
    ['as it is', []],
    ['without its snapshots and finished periods', ['snapshots', 'boards']],
  ])('%s starts as the same game', async (_how, without) => {
    const { emulator, warnings } = await openRecorded(await copyOf(history, without))
    expect(warnings.filter((warning) => !passedOver.test(warning))).toEqual([])
    for (const runtime of ['staging', 'production'] as const) {
      const kept = await keptHash(history, runtime)
      if (kept !== undefined) expect(await wholeHash(emulator, runtime)).toBe(kept)
    }
    await emulator.stop()
  })

  test.each(['export', 'export-without-history'])('its %s comes to the same state again', async (file) => {
    const text = await recorded(history, `${file}.ndjson`)
    expect(text === undefined ? undefined : await importedHash(text)).toBe(await keptHash(history, file))
  })
})

test('everything that can happen in a game happens in one of them', async () => {
  const happened = new Set<string>()
  for (const name of names) {
    const { emulator } = await openRecorded(await copyOf(join(FIXTURES, name)))
    for (const runtime of ['staging', 'production'] as const)
      for await (const { events } of emulator.runtime(runtime).history({}))
        for (const { event } of events) happened.add(event)
    await emulator.stop()
  }
  expect(Object.keys(eventShapes).filter((event) => !happened.has(event))).toEqual([])
})

describe('together', () => {
  const history = join(FIXTURES, 'together')

  // An older history lacks what its version had not, and nothing is compared there.
  test.each(['state', 'staging', 'production', 'export', 'export-without-history'])(
    'has the hash of its %s',
    async (name) => {
      expect(await keptHash(history, name)).toMatch(/^[\da-f]{64}$/)
    },
  )

  test('has generations, points of both, segments, finished periods and images', async () => {
    const files = await copyOf(history)
    const journal = await files.list('data/staging/journal')
    expect(new Set(journal.map((name) => name.split('-')[0]))).toEqual(new Set(['1', '2']))
    expect(journal.length).toBeGreaterThan(2)
    expect((await files.list('data/staging/boards')).length).toBeGreaterThan(2)
    const { emulator } = await openRecorded(files)
    const runtime = emulator.runtime('staging')
    const points = await runtime.snapshots.list()
    expect(points.map(({ name }) => name)).toEqual(['first-session', expect.stringMatching(/^before-rewind-/)])
    expect(emulator.images.list(0, 10)).toHaveLength(1)
    expect(runtime.state.teams.records.length).toBeGreaterThan(2)
    for (const { name } of points) expect(await runtime.snapshots.restore(name)).not.toHaveProperty('fault')
    await emulator.stop()
  })
})
