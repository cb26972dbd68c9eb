import { describe, expect, test } from 'vitest'
import { action, add, designOf, point } from '../../../test/support/design-parts.ts'
import { between, byDays, exactly, live, mean, play, steady } from '../../../test/support/simulated-life.ts'
import { HOUR_MS } from '../../game/kernel/instant.ts'
import { labZone } from '../lab-zone.ts'
import { calendarFrom } from './calendar.ts'
import { drawsOf } from './draws.ts'
import { sessionsOf } from './sessions.ts'
import type { Persona } from './simulation.ts'

/** With 100,000 draws, a mean that is wrong by 2 % is more than 5 sigma away. */
const MANY = 1000
const FEW = 200
const DAYS = 100

const calendar = calendarFrom('2030-01-07', DAYS, () => 0)

/** The sessions of many players on many days, one list for each player and day. */
const sessionsOfMany = (more: Partial<Persona>, players = MANY) =>
  Array.from({ length: players * DAYS }, (_, i) => {
    const [player, day] = [`p-${Math.floor(i / DAYS) + 1}`, (i % DAYS) + 1]
    return sessionsOf({ ...steady, ...more }, calendar, day, drawsOf('seed', player, day)).map(({ at, tries }) => ({
      hour: (at - calendar.startOf(day)) / HOUR_MS,
      tries,
    }))
  })

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** Expects a mean of independent numbers within 5 sigma. `variance` is that of one of them. */
function expectMean(numbers: readonly number[], of: number, variance: number): void {
  expect(Math.abs(sum(numbers) / numbers.length - of)).toBeLessThan(5 * Math.sqrt(variance / numbers.length))
}

/** Expects how often something happens, within 5 sigma. */
const expectShare = (times: number, of: number, share: number): void => {
  expect(Math.abs(times - of * share)).toBeLessThan(5 * Math.sqrt(of * share * (1 - share)))
}

describe('the number of sessions of a day', () => {
  test('has the mean, the variance and the chances of the Poisson distribution', () => {
    const counts = sessionsOfMany({ sessions: mean(0.8) }).map(({ length }) => length)
    expectMean(counts, 0.8, 0.8)
    // The fourth central moment is the mean and three times its square, so this is the variance of squares.
    expectMean(
      counts.map((count) => (count - 0.8) ** 2),
      0.8,
      0.8 + 2 * 0.8 ** 2,
    )
    for (const [count, chance] of [1, 0.8, 0.8 ** 2 / 2, 0.8 ** 3 / 6].entries())
      expectShare(counts.filter((each) => each === count).length, counts.length, chance * Math.exp(-0.8))
  })

  test('has a large mean, too', () => {
    const counts = Array.from(
      { length: 300 },
      (_, day) => sessionsOf({ ...steady, sessions: mean(500) }, calendar, 1, drawsOf('seed', 'p-1', day)).length,
    )
    expectMean(counts, 500, 500)
  })

  test('is exactly what is said', () => {
    expect(new Set(sessionsOfMany({ sessions: exactly(3) }, 1).map(({ length }) => length))).toEqual(new Set([3]))
    expect(sum(sessionsOfMany({ sessions: exactly(0) }, 1).map(({ length }) => length))).toBe(0)
  })

  test('has the mean of its weekday, from Monday on', () => {
    const means = [0, 0, 0.3, 0, 0, 0, 2]
    const perDay = sessionsOfMany({ sessions: { kind: 'weekdays', means } }).map(({ length }) => length)
    // The first day is a Monday.
    const ofWeekday = means.map((_, weekday) => perDay.filter((_, i) => (i % DAYS) % 7 === weekday))
    ofWeekday.forEach((counts, weekday) => {
      const of = means[weekday] ?? 0
      if (of === 0) expect(sum(counts)).toBe(0)
      else expectMean(counts, of, of)
    })
  })
})

describe('the time at which a session begins', () => {
  const hoursOf = (hours: Persona['hours'], players = FEW): number[] =>
    sessionsOfMany({ sessions: exactly(1), hours }, players).flatMap((sessions) => sessions.map(({ hour }) => hour))

  test.each([
    ['within the hours', [8, 23], 8, 23],
    ['through midnight', [22, 2], 22, 26],
    ['up to midnight', [20, 24], 20, 24],
    ['from midnight on', [0, 3], 0, 3],
    ['from the last hour to the next midnight', [23, 0], 23, 24],
  ] as const)('is drawn evenly %s', (_, hours, from, to) => {
    const drawn = hoursOf(hours)
    expect(drawn.every((hour) => hour >= from && hour < to)).toBe(true)
    expectMean(drawn, (from + to) / 2, (to - from) ** 2 / 12)
    for (let hour: number = from; to - from > 1 && hour < to; hour += 1)
      expectShare(drawn.filter((each) => Math.floor(each) === hour).length, drawn.length, 1 / (to - from))
  })

  test('is a whole second, and each second of an hour comes', () => {
    const seconds = hoursOf([8, 9], MANY).map((hour) => (hour - 8) * 3600)
    // 100,000 draws of 3,600 seconds leave none out.
    expect(new Set(seconds.map((second) => second.toFixed(6))).size).toBe(3600)
  })
})

describe('the number of tries of a session', () => {
  const triesOf = (plays: Persona['plays'], players = MANY): number[] =>
    sessionsOfMany({ sessions: exactly(1), plays }, players).flatMap((sessions) => sessions.map(({ tries }) => tries))

  test('has the mean and the chances of the geometric distribution from 1 on', () => {
    const tries = triesOf(mean(4))
    expectMean(tries, 4, 4 * 3)
    for (const count of [1, 2, 3, 8])
      expectShare(tries.filter((each) => each === count).length, tries.length, 0.25 * 0.75 ** (count - 1))
    expect(Math.min(...new Set(tries))).toBe(1)
  })

  test('is always 1 if that is the mean', () => {
    expect(new Set(triesOf(mean(1), FEW))).toEqual(new Set([1]))
  })

  test('is drawn evenly between two numbers, both included', () => {
    const tries = triesOf(between(2, 9), FEW)
    expect(new Set(tries)).toEqual(new Set([2, 3, 4, 5, 6, 7, 8, 9]))
    for (let count = 2; count <= 9; count += 1)
      expectShare(tries.filter((each) => each === count).length, tries.length, 1 / 8)
  })

  test('does not depend on the number of sessions, nor on when they begin', () => {
    const counts = sessionsOfMany({ sessions: mean(1), plays: between(1, 2), hours: [8, 10] })
    const first = counts.flatMap(([session]) => (session ? [session] : []))
    const early = first.filter(({ hour }) => hour < 8.3)
    expectShare(early.filter(({ tries }) => tries === 2).length, early.length, 0.5)
    const busy = counts.filter(({ length }) => length >= 3).flat()
    expectShare(busy.filter(({ tries }) => tries === 2).length, busy.length, 0.5)
  })
})

describe('in a zone that changes its clocks', () => {
  const zone = labZone('Europe/Berlin')
  const hoursSinceMidnight = (from: string, day: number, hours: Persona['hours']): number[] => {
    const berlin = calendarFrom(from, 3, zone)
    return Array.from({ length: 200 }, (_, i) =>
      sessionsOf({ ...steady, hours }, berlin, day, drawsOf('seed', `p-${i}`, day)).map(
        ({ at }) => (at - berlin.startOf(day)) / HOUR_MS,
      ),
    ).flat()
  }
  const lengths = (from: string): number[] => {
    const berlin = calendarFrom(from, 3, zone)
    return [1, 2, 3].map((day) => (berlin.startOf(day + 1) - berlin.startOf(day)) / HOUR_MS)
  }

  test('a day has 23 or 25 hours', () => {
    expect(lengths('2030-03-30')).toEqual([24, 23, 24])
    expect(lengths('2030-10-26')).toEqual([24, 25, 24])
  })

  test.each([
    ['an hour sooner after midnight on the day that skips one', '2030-03-30', 2, [8, 9], 7, 8],
    ['an hour later after midnight on the day that has one twice', '2030-10-26', 2, [8, 9], 9, 10],
    ['as usual on the day after', '2030-10-26', 3, [8, 9], 8, 9],
    ['in the first of the two hours that the clocks show twice', '2030-10-26', 2, [2, 3], 2, 3],
    ['as much later if the clocks skip the hour', '2030-03-30', 2, [2, 3], 2, 3],
    ['after the midnight that the change follows', '2030-03-30', 1, [23, 1], 23, 25],
  ] as const)('a session begins %s', (_, from, day, hours, low, high) => {
    const began = hoursSinceMidnight(from, day, hours)
    expect(Math.min(...began)).toBeGreaterThanOrEqual(low)
    expect(Math.max(...began)).toBeLessThan(high)
    expect(Math.max(...began) - Math.min(...began)).toBeGreaterThan((high - low) * 0.9)
  })
})

describe('sessions in a life', () => {
  const design = designOf({ metrics: [point('xp')], actions: [action('like', [add('xp', '1')])] })

  test('of the last hour and through midnight have the plays of each day', async () => {
    // The session begins after 23:00, and a play follows each two hours: one before midnight and twelve on the next day.
    const late = { ...steady, hours: [23, 0] as const, plays: exactly(24), pauseS: 7200 }
    const report = await live({ design, personas: [late], days: 3 })
    // Each session waits for the one before it, which ends after 46 hours, so the player plays all the time.
    expect(byDays(report, 'plays')).toEqual([1, 12, 12])
    expect(byDays(report, 'active')).toEqual([1, 1, 1])
  })

  test('of a day with 25 hours have a play more', async () => {
    const always = { ...steady, hours: [0, 1] as const, plays: exactly(24), pauseS: 3600, sessions: exactly(2) }
    const timezone = 'Europe/Berlin'
    const autumn = await live({ design, personas: [always], days: 4, from: '2030-10-26', timezone })
    const spring = await live({ design, personas: [always], days: 4, from: '2030-03-30', timezone })
    expect(byDays(autumn, 'plays')).toEqual([24, 25, 24, 24])
    expect(byDays(spring, 'plays')).toEqual([24, 23, 24, 24])
  })

  test('of a player who leaves for good stop at midnight', async () => {
    const late = { ...steady, hours: [23, 0] as const, plays: exactly(3), pauseS: 3600, leavesPerDay: 1 }
    const report = await live({ design, personas: [late], days: 3 })
    expect(byDays(report, 'plays')).toEqual([1, 0, 0])
    expect(byDays(report, 'left')).toEqual([1, 0, 0])
  })

  test('of a day without one have a session from the day before that goes on after midnight', async () => {
    const monday = { kind: 'weekdays', means: [300, 0, 0, 0, 0, 0, 0] } as const
    const late = { ...steady, hours: [23, 0] as const, sessions: monday, plays: exactly(1), pauseS: 60 }
    const report = await live({ design, personas: [late], days: 3 })
    // About 300 plays a minute apart, from soon after 23:00: some 60 on the first day, and the others on the second.
    const [first = 0, second = 0, third] = byDays(report, 'plays')
    expect(first).toBeGreaterThanOrEqual(55)
    expect(first).toBeLessThanOrEqual(60)
    expect(Math.abs(first + second - 300)).toBeLessThan(5 * Math.sqrt(300))
    expect([third, ...byDays(report, 'active')]).toEqual([0, 1, 1, 0])
  })

  test('begin one pause after the last try if they would begin before the last one has ended', async () => {
    const eager = { ...steady, choices: [play('like')], sessions: exactly(3), plays: exactly(5), pauseS: 3600 }
    const { all } = await live({ design, personas: [eager], days: 1 })
    // All three begin between 8 and 9, so fifteen plays follow each other by an hour, the last one before 23:00.
    expect(all.days[0]?.plays).toBe(15)
    const later = await live({ design, personas: [{ ...eager, pauseS: 4500 }], days: 1 })
    // With 75 minutes the 13th comes 15 hours after the first one, and the 14th after midnight.
    expect(later.all.days[0]?.plays).toBe(13)
  })
})
