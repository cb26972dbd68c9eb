import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { action, designOf, problemsOf } from '../../../test/support/design-parts.ts'
import { given, type Given } from '../../../test/support/given.ts'
import { zoneOffset } from '../../emulator/zone.ts'
import { calendarUnits, DAY_MS, HOUR_MS, MINUTE_MS, type CalendarUnit } from '../kernel/instant.ts'
import { createPlayer } from '../players/administration.ts'
import { playAction } from './operations.ts'
import { rateRoom, takeRate, unusedRates, type Rate, type RateUses } from './rate.ts'

type Kind = 'ROLLING' | 'FIXED' | 'LEAKY'

/** A game whose action `play` may be played so often, at a wall of a zone. */
const limited = (rate: readonly [number, number, Kind], at = '2030-05-15T12:00:00Z', zone = 'UTC') =>
  given(designOf({ actions: [action('play', [], { rate })] }), { at: Date.parse(at), zoneOffset: zoneOffset(zone) })

/** Which plays at these moments, given as ms since the start or as instants, go through. */
function allowed(game: Given, moments: readonly (number | string)[], count = 1): boolean[] {
  const start = game.run.at
  return moments.map((moment) => {
    game.run.at = typeof moment === 'number' ? start + moment : Date.parse(moment)
    const { result } = game.run.execute(
      playAction,
      { action: 'play', count, variables: {}, scopes: [], query: false },
      { client: 'test', player: 'neo' },
    )
    return !('fault' in result)
  })
}

describe('a rolling rate', () => {
  test('allows so many plays in the last window', () => {
    expect(allowed(limited([2, HOUR_MS, 'ROLLING']), [0, 1, 2, HOUR_MS - 1])).toEqual([true, true, false, false])
  })

  test('counts a play exactly one window ago no longer', () => {
    expect(allowed(limited([1, HOUR_MS, 'ROLLING']), [0, HOUR_MS - 1, HOUR_MS, 2 * HOUR_MS])).toEqual([
      true,
      false,
      true,
      true,
    ])
  })

  test('does not count what was refused', () => {
    expect(allowed(limited([1, 100, 'ROLLING']), [0, 50, 99, 100])).toEqual([true, false, false, true])
  })

  test('frees the plays one by one', () => {
    expect(allowed(limited([2, 100, 'ROLLING']), [0, 60, 99, 100, 101, 159, 160])).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
      true,
    ])
  })
})

describe('the use of a rolling rate', () => {
  const rate = { kind: 'ROLLING', count: 400, windowMs: 1000 } as const

  test('counts as a plain list of plays would, however many there are', () => {
    const step = fc.record({ waitMs: fc.nat(6), plays: fc.integer({ min: 1, max: 3 }) })
    fc.assert(
      fc.property(fc.array(step, { minLength: 500, maxLength: 1500, size: 'max' }), (steps) => {
        let list: { at: number; plays: number }[] = []
        let uses: RateUses = { rate: null }
        let at = 0
        for (const { waitMs, plays } of steps) {
          at += waitMs
          list = list.filter((each) => each.at > at - rate.windowMs)
          const fits = list.reduce((sum, each) => sum + each.plays, plays) <= rate.count
          const after = takeRate(rate, uses, plays, at, 0)
          expect(after !== undefined).toBe(fits)
          if (!after) continue
          uses = after
          list.push({ at, plays })
        }
      }),
      { numRuns: 20 },
    )
  })

  test('is left as it was by another play, comes back from JSON, and holds plays of one moment together', () => {
    let uses: RateUses = { rate: null }
    for (let i = 0; i < 300; i += 1) uses = takeRate(rate, uses, 1, Math.floor(i / 2), 0) ?? uses
    const before = JSON.stringify(uses)
    expect(takeRate(rate, JSON.parse(before) as RateUses, 1, 150, 0)).toEqual(takeRate(rate, uses, 1, 150, 0))
    expect(JSON.stringify(uses)).toBe(before)
    expect(uses.rate?.slice(1).flatMap((run) => (typeof run === 'object' ? run.moments : []))).toHaveLength(2 * 150)
  })

  test('of a full window is copied in part', () => {
    let uses: RateUses = { rate: null }
    for (let at = 0; at < 399; at += 1) uses = takeRate(rate, uses, 1, at, 0) ?? uses
    const after = takeRate(rate, uses, 1, 399, 0)
    expect(after?.rate?.[1]).toBe(uses.rate?.[1])
    expect(after?.rate?.[3]).toBe(uses.rate?.[3])
  })
})

describe('a fixed rate', () => {
  test.each<[CalendarUnit, string, string, string]>([
    ['minute', '2030-05-15T12:00:00Z', '2030-05-15T12:00:59.999Z', '2030-05-15T12:01:00Z'],
    ['hour', '2030-05-15T12:30:00Z', '2030-05-15T12:59:59.999Z', '2030-05-15T13:00:00Z'],
    ['day', '2030-05-15T12:30:00Z', '2030-05-15T23:59:59.999Z', '2030-05-16T00:00:00Z'],
    ['week', '2030-05-15T12:30:00Z', '2030-05-18T23:59:59.999Z', '2030-05-19T00:00:00Z'],
    ['month', '2028-02-01T12:30:00Z', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00Z'],
    ['year', '2028-01-01T00:00:00Z', '2028-12-31T23:59:59.999Z', '2029-01-01T00:00:00Z'],
  ])('of a %s begins anew with the next one', (unit, first, last, next) => {
    expect(allowed(limited([1, calendarUnits[unit], 'FIXED'], first), [first, last, next])).toEqual([true, false, true])
  })

  test('is not a window: the end of one unit and the start of the next hold twice as many', () => {
    expect(
      allowed(limited([1, DAY_MS, 'FIXED']), [
        '2030-05-15T23:59:59.999Z',
        '2030-05-16T00:00:00Z',
        '2030-05-16T00:00:01Z',
      ]),
    ).toEqual([true, true, false])
  })

  test('goes by the wall of the zone of the game', () => {
    const game = limited([1, DAY_MS, 'FIXED'], '2030-05-15T12:00:00Z', 'America/New_York')
    expect(
      allowed(game, ['2030-05-16T03:59:59Z', '2030-05-16T04:00:00Z', '2030-05-17T03:59:59Z', '2030-05-17T04:00:00Z']),
    ).toEqual([true, true, false, true])
  })

  test('holds through a day of 23 hours and one of 25', () => {
    const spring = limited([1, DAY_MS, 'FIXED'], '2030-03-01T00:00:00Z', 'Europe/Berlin')
    expect(
      allowed(spring, ['2030-03-30T23:00:00Z', '2030-03-31T01:30:00Z', '2030-03-31T21:59:59Z', '2030-03-31T22:00:00Z']),
    ).toEqual([true, false, false, true])
    const autumn = limited([1, DAY_MS, 'FIXED'], '2030-10-01T00:00:00Z', 'Europe/Berlin')
    expect(
      allowed(autumn, ['2030-10-26T22:00:00Z', '2030-10-27T01:30:00Z', '2030-10-27T22:59:59Z', '2030-10-27T23:00:00Z']),
    ).toEqual([true, false, false, true])
  })

  test('takes the hour that a change of time repeats for two', () => {
    const twice = limited([1, HOUR_MS, 'FIXED'], '2030-10-01T00:00:00Z', 'Europe/Berlin')
    // Both are 02:30 on the wall.
    expect(
      allowed(twice, [
        '2030-10-27T00:30:00Z',
        '2030-10-27T00:59:59Z',
        '2030-10-27T01:30:00Z',
        '2030-10-27T01:59:59Z',
        '2030-10-27T02:00:00Z',
      ]),
    ).toEqual([true, false, true, false, true])
    const minute = limited([1, MINUTE_MS, 'FIXED'], '2030-10-01T00:00:00Z', 'Europe/Berlin')
    expect(allowed(minute, ['2030-10-27T00:30:00Z', '2030-10-27T01:30:00Z', '2030-10-27T01:30:59Z'])).toEqual([
      true,
      true,
      false,
    ])
  })

  test('of an hour begins with the hour of a zone that is half an hour off', () => {
    const game = limited([1, HOUR_MS, 'FIXED'], '2030-05-15T12:00:00Z', 'Asia/Kolkata')
    expect(allowed(game, ['2030-05-15T12:00:00Z', '2030-05-15T12:29:59Z', '2030-05-15T12:30:00Z'])).toEqual([
      true,
      false,
      true,
    ])
  })
})

describe('a leaky rate', () => {
  test('is a bucket of so many plays', () => {
    expect(allowed(limited([3, HOUR_MS, 'LEAKY']), [0, 0, 0, 0])).toEqual([true, true, true, false])
  })

  test('drains so many in a window, one after the other', () => {
    const third = 20 * MINUTE_MS
    expect(allowed(limited([3, HOUR_MS, 'LEAKY']), [0, 0, 0, third - 1, third, third, 2 * third])).toEqual([
      true,
      true,
      true,
      false,
      true,
      false,
      true,
    ])
  })

  test('is empty at last, and holds no more than before', () => {
    expect(allowed(limited([2, HOUR_MS, 'LEAKY']), [0, 0, DAY_MS, DAY_MS, DAY_MS])).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })

  test('leaks exactly, also where the window does not divide', () => {
    expect(allowed(limited([3, 10, 'LEAKY']), [0, 0, 0, 3, 4])).toEqual([true, true, true, false, true])
    const full = [0, 0, 0, 2, 2, 4, 4, 5, 7, 7]
    expect(allowed(limited([5, 7, 'LEAKY']), full.concat(7))).toEqual([...full.map(() => true), false])
  })
})

describe('every rate', () => {
  const kinds: readonly Kind[] = ['ROLLING', 'FIXED', 'LEAKY']

  test.each(kinds)('%s: a play of count n takes n of it', (kind) => {
    expect(allowed(limited([5, HOUR_MS, kind]), [0, 0], 3)).toEqual([true, false])
    expect(allowed(limited([6, HOUR_MS, kind]), [0, 0, 0], 3)).toEqual([true, true, false])
    expect(allowed(limited([5, HOUR_MS, kind]), [0, DAY_MS], 6)).toEqual([false, false])
  })

  test.each(kinds)("%s: is each player's own, and each action's", (kind) => {
    const rate = [1, HOUR_MS, kind] as const
    const game = given(designOf({ actions: [action('play', [], { rate }), action('other', [], { rate })] })).after(
      createPlayer,
      { id: 'trinity' },
    )
    game
      .after(playAction, { action: 'play' })
      .after(playAction, { action: 'play', as: 'trinity' })
      .after(playAction, { action: 'other' })
    game.when(playAction, { action: 'play' }).refuses('rate_limit_exceeded')
  })

  test.each(kinds)('%s: goes on with what was used when the design changes its size', (kind) => {
    const rate = (count: number, windowMs: number) =>
      designOf({ actions: [action('play', [], { rate: [count, windowMs, kind] })] })
    const game = given(rate(2, DAY_MS)).after(playAction, { action: 'play' }).after(playAction, { action: 'play' })
    game.deploying(rate(3, DAY_MS)).when(playAction, { action: 'play' }).emits('action')
    game.deploying(rate(1, DAY_MS)).when(playAction, { action: 'play' }).refuses('rate_limit_exceeded')
  })

  test.each(kinds)('%s: begins anew when the design takes another kind', (kind) => {
    const rate = (of: Kind) => designOf({ actions: [action('play', [], { rate: [1, DAY_MS, of] })] })
    const game = given(rate(kind)).after(playAction, { action: 'play' })
    for (const other of kinds.filter((each) => each !== kind))
      game.deploying(rate(other)).when(playAction, { action: 'play' }).emits('action')
  })

  test.each(kinds)('%s: comes back with its kind, though the player played under another meanwhile', (kind) => {
    const rate = (of: Kind) => designOf({ actions: [action('play', [], { rate: [1, DAY_MS, of] })] })
    const game = given(rate(kind)).after(playAction, { action: 'play' })
    for (const other of kinds.filter((each) => each !== kind)) {
      const meanwhile = game.deploying(rate(other)).after(playAction, { action: 'play' })
      meanwhile.deploying(rate(kind)).when(playAction, { action: 'play' }).refuses('rate_limit_exceeded')
    }
  })

  test('LEAKY: holds the same plays when the window changes', () => {
    const rate = (windowMs: number) => designOf({ actions: [action('play', [], { rate: [4, windowMs, 'LEAKY'] })] })
    const game = given(rate(DAY_MS)).after(playAction, { action: 'play', count: 3 }).deploying(rate(MINUTE_MS))
    game.when(playAction, { action: 'play', count: 2 }).refuses('rate_limit_exceeded')
    game.when(playAction, { action: 'play' }).emits('action')
    game.later(MINUTE_MS).when(playAction, { action: 'play', count: 4 }).emits('action')
  })

  test('is used by a play of no reward, and comes to an end with its declaration', () => {
    const rate = [1, HOUR_MS, 'ROLLING']
    const unlucky = { actions: [action('play', [], { rate, probability: 0 })] }
    const game = given(designOf(unlucky)).after(playAction, { action: 'play' })
    game.when(playAction, { action: 'play' }).refuses('rate_limit_exceeded')
    game
      .deploying(designOf({ actions: [action('play')] }))
      .when(playAction, { action: 'play' })
      .emits('action')
  })

  test.each<[readonly [number, number, Kind], string]>([
    [[1, MINUTE_MS, 'FIXED'], 'minute'],
    [[1, HOUR_MS, 'ROLLING'], 'hour'],
    [[1, DAY_MS, 'LEAKY'], 'day'],
    [[1, 7 * DAY_MS, 'FIXED'], 'week'],
    [[1, 2_592_000_000, 'FIXED'], 'month'],
    [[1, 31_536_000_000, 'FIXED'], 'year'],
    [[1, 1500, 'ROLLING'], '1500 ms'],
  ])('%j is named by its %s', (rate, window) => {
    limited(rate)
      .after(playAction, { action: 'play' })
      .when(playAction, { action: 'play' })
      .refuses('rate_limit_exceeded', { id: 'play', count: 1, window })
  })

  test.each([
    [[0, 1000, 'ROLLING']],
    [[1.5, 1000, 'ROLLING']],
    [[1, 0, 'ROLLING']],
    [[1, 1000]],
    [[1, 1000, 'ROLLING', 1]],
    [[1, 1000, 'rolling']],
    [['1', 1000, 'ROLLING']],
    [[1_000_001, 1000, 'LEAKY']],
    [{ count: 1 }],
  ])('%j is none', (rate) => {
    expect(problemsOf({ actions: [action('play', [], { rate })] })).not.toEqual([])
  })

  test('FIXED is of a calendar unit', () => {
    expect(problemsOf({ actions: [action('play', [], { rate: [1, 30 * MINUTE_MS, 'FIXED'] })] })).toEqual([
      'actions/play rate.1: a FIXED rate needs "1m", "1h", "1d", "1w", "30d" or "365d" in a file, and the same in milliseconds on a route',
    ])
  })
})

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
