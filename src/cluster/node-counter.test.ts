import { expect, test } from 'vitest'
import { SimulatedLog, SimulatedTime } from '../../test/support/simulated-log.ts'
import { LogWriter } from '../storage/log/log-writer.ts'
import { logDocument } from './log-documents.ts'
import { NodeCounter } from './node-counter.ts'

test('a node counts the messages that it does not have, and since when the first of them exists', () => {
  let nowMs = 0
  const counter = new NodeCounter(() => nowMs)
  const lagAt = (ms: number, own: number) => {
    nowMs = ms
    const { lagMessages, lagMs } = counter.figures(own)
    return [lagMessages, lagMs]
  }
  expect(lagAt(5, 0)).toEqual([0, 0])
  for (const [ms, told, own] of [
    [100, 3, 3],
    [200, 5, 3],
    [300, 8, 4],
  ] as const) {
    nowMs = ms
    counter.hear(told, own)
  }
  expect(lagAt(350, 4)).toEqual([4, 150])
  expect(lagAt(360, 5)).toEqual([3, 60])
  expect(lagAt(370, 8)).toEqual([0, 0])
  // What the node has taken in is ahead of what the writer has last told.
  expect(lagAt(380, 9)).toEqual([0, 0])
})

test('a node that stays behind keeps the time of the first message that it does not have', () => {
  let nowMs = 0
  const counter = new NodeCounter(() => nowMs)
  for (nowMs = 1; nowMs <= 5_000; nowMs += 1) counter.hear(nowMs, 0)
  expect(counter.figures(0)).toMatchObject({ lagMessages: 5_000, lagMs: 5_000 })
})

test('a node counts what it sent again while the log was silent, and how long that took', async () => {
  const time = new SimulatedTime()
  const log = new SimulatedLog(time)
  const connection = log.connect()
  const counter = new NodeCounter(() => time.nowMs)
  const facts = { node: 'n1', instance: 'i', url: 'http://n1', program: '1', tz: '' }
  const watched = counter.watching(connection)
  const claim = LogWriter.claim(watched, { writer: 'n1.1', after: 0, facts, wait: connection.wait })
  const writer = await time.until(claim, 1_000)
  expect(counter.figures(1)).toMatchObject({ silentPublishes: 0, silentMs: 0 })
  log.elect(1_000)
  const begunMs = time.nowMs
  const appended = writer?.append(logDocument('end', { successor: '' }))
  await time.until(connection.wait(500), 2_000)
  expect(counter.figures(1).silentMs).toBeGreaterThan(400)
  await time.until(appended ?? Promise.reject(new Error('no writer')), 5_000)
  const { silentPublishes, silentMs } = counter.figures(2)
  // Each attempt waits 100 ms for its answer and 50 ms for the next one.
  expect(silentPublishes).toBe(7)
  expect(silentMs).toBe(time.nowMs - begunMs)
})
