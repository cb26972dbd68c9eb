import { expect, test } from 'vitest'
import { rateRoom } from './rate-room.ts'
import { takeRate, unusedRates, type Rate, type RateUses } from './rate.ts'

const HOUR_MS = 3_600_000
const NOON = Date.UTC(2030, 0, 6, 12)
const utc = (at: number) => ({ at, zoneOffsetMs: 0 })

const used = (rate: Rate, ...plays: readonly (readonly [at: number, count: number])[]): RateUses =>
  plays.reduce((uses, [at, count]) => takeRate(rate, uses, count, at, 0) ?? uses, unusedRates)

test.each([
  // Of what is left nothing is waited for.
  ['ROLLING', [[NOON, 1]], 1, 1, NOON],
  [
    'ROLLING',
    [
      [NOON - 1000, 1],
      [NOON, 2],
    ],
    1,
    3,
    NOON - 1000 + HOUR_MS,
  ],
  [
    'ROLLING',
    [
      [NOON - 1000, 1],
      [NOON, 2],
    ],
    2,
    3,
    NOON + HOUR_MS,
  ],
  ['FIXED', [[NOON + 60_000, 3]], 1, 3, NOON + HOUR_MS],
  ['LEAKY', [[NOON, 3]], 1, 3, NOON + HOUR_MS / 3],
  ['LEAKY', [[NOON, 3]], 4, 3, undefined],
] as const)('a %s limit after %j tells when there is room for %i more', (kind, plays, more, taken, freeAtMs) => {
  const rate = { kind, count: 3, windowMs: HOUR_MS }
  const at = Math.max(...plays.map(([time]) => time))
  expect(rateRoom(rate, used(rate, ...plays), more, utc(at))).toEqual({ used: taken, freeAtMs })
})
