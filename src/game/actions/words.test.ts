import { expect, test } from 'vitest'
import { limitWords } from './words.ts'

test.each([
  [[1, 86_400_000, 'FIXED'], 'at most 1 per day'],
  [[1, 2_592_000_000, 'FIXED'], 'at most 1 per month'],
  [[2, 3_600_000, 'ROLLING'], 'at most 2 in any hour'],
  [[2, 2_592_000_000, 'ROLLING'], 'at most 2 in any 30 days'],
  [[2, 5_400_000, 'ROLLING'], 'at most 2 in any 90 minutes'],
  [[2, 1500, 'ROLLING'], 'at most 2 in any 1500 ms'],
  [[3, 3_600_000, 'LEAKY'], 'at most 3 at once, refilled at 3 per hour'],
] as const)('the limit %j is %s', ([count, windowMs, kind], words) =>
  expect(limitWords([count, windowMs, kind])).toBe(words),
)
