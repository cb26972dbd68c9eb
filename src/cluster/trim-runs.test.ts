import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryLog } from '../../test/support/memory-log.ts'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { directoryBlobs } from '../storage/log/blobs.ts'
import type { StoredBase } from './base.ts'
import { TrimRuns } from './trim-runs.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000

beforeEach(() => void vi.useFakeTimers({ now: 2 * DAY_MS }))
afterEach(() => void vi.useRealTimers())

/** The trims of a writer whose last base is two days old. */
async function trimming() {
  const message = { headers: { kind: 'entries' }, data: Buffer.from('') }
  const log = new MemoryLog(Array.from({ length: 1_500 }, () => message))
  await log.trim(100)
  const bases: StoredBase[] = [{ position: 90, from: 80, made: 1 }]
  let failure: Error | undefined
  const makeBase = vi.fn(async () => {
    if (failure) throw failure
    const base = { position: await log.end(), from: await log.end(), made: Date.now() }
    bases.push(base)
    return base
  })
  const blobs = await directoryBlobs(new SimulatedFileSystem(), 'blobs')
  const warned: string[] = []
  let isServing = true
  const runs = new TrimRuns({
    store: { makeBase, bases, blobs, createdMs: 1 },
    log,
    position: () => 1_500,
    serves: () => isServing,
    settled: () => [1_500],
    warn: (text) => void warned.push(text),
  })
  return {
    log,
    runs,
    makeBase,
    warned,
    serve: (serves: boolean) => void (isServing = serves),
    fail: (error: Error | undefined) => void (failure = error),
  }
}

test('the writer makes a base by itself when the last one is old, and only once', async () => {
  const { log, runs, makeBase, warned } = await trimming()
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1)
  expect(makeBase).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  expect(makeBase).toHaveBeenCalledTimes(1)
  expect(warned).toEqual([])
  // What comes after the base before is kept.
  expect(await log.start()).toBe(100)
  runs.end()
})

test('a trim by itself that fails is said, and tried again an hour later', async () => {
  const { runs, makeBase, warned, fail } = await trimming()
  fail(new Error('the disk is full'))
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS)
  expect(makeBase).toHaveBeenCalledTimes(1)
  expect(warned).toEqual(['The log could not be trimmed: the disk is full'])
  fail(undefined)
  await vi.advanceTimersByTimeAsync(35 * MINUTE_MS)
  expect(makeBase).toHaveBeenCalledTimes(2)
  runs.end()
})

test('a node that does not serve, or is not the writer any more, trims nothing', async () => {
  const { runs, makeBase, serve } = await trimming()
  serve(false)
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  expect(runs.answer(undefined)).toEqual({ refused: 'the writer is still loading the game' })
  serve(true)
  runs.end()
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  expect(makeBase).toHaveBeenCalledTimes(0)
})

test('a trim that was asked for tells what has become of it, and is the only one', async () => {
  const { runs } = await trimming()
  const begun = runs.answer(undefined)
  if (!('trims' in begun)) throw new Error('it was refused')
  expect(runs.answer(undefined)).toEqual({ refused: 'the log is being trimmed already' })
  expect(runs.answer('another')).toEqual({ refused: 'another node has become the writer meanwhile' })
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 2)
  expect(runs.answer(begun.trims)).toEqual({ trimmed: { start: 1_501, messages: 1_401, files: 0 } })
  runs.end()
})
