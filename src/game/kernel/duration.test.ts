import { expect, test } from 'vitest'
import { parseDuration } from './duration.ts'

test.each([
  ['90m', 5_400_000],
  ['1d', 86_400_000],
  ['1d12h', 129_600_000],
  ['1.5h', 5_400_000],
  ['250ms', 250],
  ['2w', 1_209_600_000],
  ['0s', 0],
  ['PT90M', 5_400_000],
  ['P1DT12H', 129_600_000],
  ['P1W', 604_800_000],
  ['P1M', 2_592_000_000],
  ['P1Y', 31_536_000_000],
  ['PT0.5S', 500],
])('%s is %i ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test.each([
  '',
  'd',
  '1',
  '-1d',
  '1 d',
  '1y',
  'P',
  'PT',
  'P1',
  'P1H',
  'PT1D',
  '1d,2h',
  '1e3s',
  'NaN',
  '999999999999w',
  '1s'.repeat(500_000),
])('%.20s is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})
