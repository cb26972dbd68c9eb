import { expect, test } from 'vitest'
import { rangeOf, sparkline } from './sparkline.ts'

test('the better a rank, the higher its bar; where there is none there is a gap', () => {
  const ranks = [8, 7, undefined, 4, 2, 1]
  const range = rangeOf(ranks)
  expect(range).toEqual({ best: 1, worst: 8 })
  expect(sparkline(ranks, range, 'unicode')).toBe('▁▂·▅▇█')
  expect(sparkline(ranks, range, 'ascii')).toBe('_,.+#@')
})

test('bars are drawn between the ranks of all, not of one alone', () => {
  expect(sparkline([5, 4], { best: 1, worst: 5 }, 'unicode')).toBe('▁▃')
})

test('of who stands always alike only the first stands high, and no rank at all is but gaps', () => {
  expect(sparkline([1, 1], rangeOf([1, 1]), 'unicode')).toBe('██')
  expect(sparkline([3, 3], rangeOf([3, 3]), 'unicode')).toBe('▅▅')
  expect(sparkline([undefined, undefined], rangeOf([undefined]), 'unicode')).toBe('··')
})
