import { expect, test } from 'vitest'
import { PrefixCounts } from './prefix-counts.ts'

/** More than 32 groups of 32, twice. */
const MANY = 2500
const MOST = 100

test.each([1, 31, 32, 33, 1024, 1025, MANY])('%i counts know what comes before each', (length) => {
  const { sums, counts } = filled(length)
  expectAgree(sums, counts)
})

test('of thousands of counts, some change, come and go', () => {
  const { sums, counts, draw } = filled(MANY)
  for (let step = 0; step < 300; step++) {
    const position = draw(counts.length)
    const count = 1 + draw(MOST)
    if (step % 3 === 0) {
      sums.insert(position, count)
      counts.splice(position, 0, count)
    } else if (step % 3 === 1) {
      sums.remove(position)
      counts.splice(position, 1)
    } else {
      sums.add(position, count)
      counts[position] = (counts[position] ?? 0) + count
    }
    if (step % 50 === 49) expectAgree(sums, counts)
  }
})

test('what is emptied is filled again', () => {
  const { sums } = filled(40)
  for (let left = 40; left > 0; left--) sums.remove(left - 1)
  sums.insert(0, 3)
  sums.insert(1, 4)
  expectAgree(sums, [3, 4])
})

function filled(length: number) {
  let seed = 1
  const draw = (end: number): number => {
    seed = (seed * 48_271) % 0x7fffffff
    return seed % end
  }
  const sums = new PrefixCounts()
  const counts: number[] = []
  for (let i = 0; i < length; i++) {
    const position = draw(i + 1)
    const count = 1 + draw(MOST)
    sums.insert(position, count)
    counts.splice(position, 0, count)
  }
  return { sums, counts, draw }
}

function expectAgree(sums: PrefixCounts, counts: readonly number[]): void {
  const before: number[] = []
  let sum = 0
  for (const count of counts) {
    before.push(sum)
    sum += count
  }
  expect(counts.map((_, position) => sums.before(position))).toEqual(before)
  expect(before.map((index) => sums.positionAt(index))).toEqual([...counts.keys()])
  expect(counts.map((count, position) => sums.positionAt((before[position] ?? 0) + count - 1))).toEqual([
    ...counts.keys(),
  ])
}
