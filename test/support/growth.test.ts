import { expect, test } from 'vitest'
import { hasGrown } from './growth.ts'

const steps = Array.from({ length: 30 }, (_, i) => i)

test.each([
  ['stays as it is', () => 100, false],
  ['goes up and down', (step: number) => 100 + (step % 7) * 10, false],
  ['settles', (step: number) => 100 - 80 / (step + 1), false],
  ['grows by a part of itself all the time', (step: number) => 50 + step * 5, true],
  ['doubles at the end', (step: number) => (step < 20 ? 100 : 200), true],
])('what %s: %s', (_, valueAt, expected) => {
  expect(hasGrown(steps.map(valueAt))).toBe(expected)
})

test('few values do not tell', () => {
  expect(hasGrown([1, 10, 100])).toBe(false)
})
