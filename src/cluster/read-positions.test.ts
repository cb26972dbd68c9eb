import { expect, test } from 'vitest'
import { ReadPositions } from './read-positions.ts'

/** A node that follows a log, which has a message more each time that it is asked for its end. */
function following() {
  const node = { position: 0 }
  let asked = 0
  const answers: (() => void)[] = []
  const log = {
    end: () => {
      asked += 1
      const end = asked
      return new Promise<number>((resolve) => answers.push(() => resolve(end)))
    },
  }
  const reads = new ReadPositions(log, () => node.position)
  const move = (position: number): void => {
    node.position = position
    reads.moved()
  }
  return { reads, move, answers, asked: () => asked }
}

const turn = () => new Promise(setImmediate)

test('a read waits until the node has what the log had when it came, and reads that come together ask once', async () => {
  const { reads, move, answers, asked } = following()
  reads.heard(0)
  const first = reads.untilCurrent()
  await turn()
  const [second, third] = [reads.untilCurrent(), reads.untilCurrent()]
  await turn()
  expect(asked()).toBe(1)
  answers.shift()?.()
  await turn()
  // Those that came later cannot use an answer that was asked for before.
  expect(asked()).toBe(2)
  move(1)
  expect(await first).toBe(true)
  answers.shift()?.()
  await turn()
  move(2)
  expect(await Promise.all([second, third])).toEqual([true, true])
})

test('a node that hears nothing of the writer cannot answer', async () => {
  const { reads, asked } = following()
  expect(await reads.untilCurrent()).toBe(false)
  expect(asked()).toBe(0)
})

test('a node whose log does not answer cannot answer', async () => {
  const reads = new ReadPositions({ end: () => Promise.reject(new Error('silent')) }, () => 0)
  reads.heard(0)
  expect(await reads.untilCurrent()).toBe(false)
  expect(await reads.untilCurrent()).toBe(false)
})

test('the lag is the time since the node had all that the writer had', async () => {
  const { reads, move } = following()
  reads.heard(5)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(reads.lagMs).toBeGreaterThanOrEqual(30)
  move(5)
  // It had the log of 30 ms ago, and can lack what came since.
  expect(reads.lagMs).toBeGreaterThanOrEqual(30)
  reads.heard(5)
  expect(reads.lagMs).toBeLessThan(30)
})
