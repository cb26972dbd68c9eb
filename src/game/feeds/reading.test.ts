import { expect, test } from 'vitest'
import { DAY_MS } from '../kernel/instant.ts'
import { periodOf } from './reading.ts'

const NOW = Date.UTC(2030, 4, 15)
const period = (start: number | undefined, end: number | undefined, now = NOW) => {
  const { startMs, endMs } = periodOf({ start, end }, now)
  return [startMs, endMs]
}

test('the last 24 hours, where nothing is said', () => {
  expect(period(undefined, undefined)).toEqual([NOW - DAY_MS, NOW])
})

test('from a start until now', () => {
  expect(period(5, undefined)).toEqual([5, NOW])
})

test('an end alone means the 24 hours before it', () => {
  expect(period(undefined, NOW - 5 * DAY_MS)).toEqual([NOW - 6 * DAY_MS, NOW - 5 * DAY_MS])
})

test('both as they are given', () => {
  expect(period(5, 6)).toEqual([5, 6])
})

test('nothing is before 1970', () => {
  expect(period(undefined, 5)).toEqual([0, 5])
})
