import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  calendarUnits,
  DAY_MS,
  FIRST_INSTANT,
  HOUR_MS,
  LAST_INSTANT,
  parseInstant,
  startOfUnit,
  toIso,
  wallTime,
  type CalendarUnit,
} from './instant.ts'

const instant = fc.integer({ min: FIRST_INSTANT, max: LAST_INSTANT })

describe('an instant as text', () => {
  test('is what JavaScript writes', () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(toIso(at)).toBe(new Date(at).toISOString())
      }),
    )
  })

  test.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [951_782_400_000, '2000-02-29T00:00:00.000Z'],
    [1_709_251_199_999, '2024-02-29T23:59:59.999Z'],
    [4_107_542_400_000, '2100-03-01T00:00:00.000Z'],
    [4_107_542_399_999, '2100-02-28T23:59:59.999Z'],
    [LAST_INSTANT, '9999-12-31T23:59:59.999Z'],
  ])('%i is %s', (at, text) => {
    expect(toIso(at)).toBe(text)
  })
})

describe('reading an instant', () => {
  test('gives back what was written', () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(parseInstant(toIso(at))).toBe(at)
      }),
    )
  })

  test.each([
    ['seconds', '1900000000', 1_900_000_000_000],
    ['seconds and a part of one', '1900000000.1239', 1_900_000_000_123],
    ['milliseconds', '1900000000000', 1_900_000_000_000],
    ['seconds that look like a year', '2030', 2_030_000],
    ['the beginning', '0', 0],
    ['the last that is seconds', '99999999999', 99_999_999_999_000],
    ['the first that is milliseconds', '100000000000', 100_000_000_000],
    ['a date', '2030-05-15', Date.UTC(2030, 4, 15)],
    ['a leap day', '2024-02-29', Date.UTC(2024, 1, 29)],
    ['a leap day of a century', '2000-02-29', Date.UTC(2000, 1, 29)],
    ['a time without a zone, in UTC', '2030-05-15T12:34', Date.UTC(2030, 4, 15, 12, 34)],
    ['seconds', '2030-05-15T12:34:56Z', Date.UTC(2030, 4, 15, 12, 34, 56)],
    ['a blank between', '2030-05-15 12:34:56', Date.UTC(2030, 4, 15, 12, 34, 56)],
    ['small letters', '2030-05-15t12:34:56z', Date.UTC(2030, 4, 15, 12, 34, 56)],
    ['tenths', '2030-05-15T12:34:56.7Z', Date.UTC(2030, 4, 15, 12, 34, 56, 700)],
    ['nanoseconds, cut', '2030-05-15T12:34:56.789999999Z', Date.UTC(2030, 4, 15, 12, 34, 56, 789)],
    ['a comma', '2030-05-15T12:34:56,789Z', Date.UTC(2030, 4, 15, 12, 34, 56, 789)],
    ['east of Greenwich', '2030-05-15T12:34+02:00', Date.UTC(2030, 4, 15, 10, 34)],
    ['west of Greenwich', '2030-05-15T12:34:00.000-0330', Date.UTC(2030, 4, 15, 16, 4)],
    ['whole hours', '2030-05-15T12:34-05', Date.UTC(2030, 4, 15, 17, 34)],
    ['into the year before', '2030-01-01T00:30+01:00', Date.UTC(2029, 11, 31, 23, 30)],
    ['the end', '9999-12-31T23:59:59.999Z', LAST_INSTANT],
  ])('takes %s: %s', (_, text, at) => {
    expect(parseInstant(text)).toBe(at)
  })

  const numbers = [
    '-1',
    '+5',
    '1e9',
    '1e999',
    'NaN',
    'Infinity',
    '0x10',
    '1_000',
    '1.',
    '.5',
    '99999999999999999',
    '253402300800000',
  ]
  const words = ['', ' ', 'now', 'yesterday', 'neo', '__proto__', '10s', 'Wed, 15 May 2030 12:00:00 GMT', '٢٠٣٠-٠٥-١٥']
  const dates = [
    '2030-05',
    '2030-5-15',
    '30-05-15',
    '2030/05/15',
    '15-05-2030',
    '2030-W20-3',
    '2030-135',
    '+012030-05-15',
    '2030-00-10',
    '2030-13-01',
    '2030-05-00',
    '2030-05-32',
    '2030-04-31',
    '2030-02-29',
    '2100-02-29',
    '2030-05-15Z',
    '0000-01-01',
    '1969-12-31',
  ]
  const clocks = [
    '2030-05-15T',
    '2030-05-15T12',
    '2030-05-15T1:30',
    '2030-05-15T12:3',
    '2030-05-15T1230',
    '2030-05-15T24:00',
    '2030-05-15T12:60',
    '2030-05-15T12:30:60',
    '2030-05-15T12:30:',
    '2030-05-15T12:30:00.',
    '2030-05-15T12:30:00.1234567890',
    '2030-05-15T12:30:00 02:00',
    '2030-05-15T12:30:00 CEST',
    '2030-05-15T12:30+24:00',
    '2030-05-15T12:30+02:60',
    '2030-05-15T12:30+2',
    '2030-05-15T12:30ZZ',
    '2030-05-15T12:30Z\n',
    ' 2030-05-15T12:30Z',
    '1970-01-01T00:00+00:01',
    '9999-12-31T23:59:59.999-00:01',
  ]
  test.each([...numbers, ...words, ...dates, ...clocks])('%j is none', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })
})

describe('the wall', () => {
  test('shows what the calendar of JavaScript shows', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const date = new Date(at)
        const { year, month, day, hour, weekday } = wallTime(at)
        expect([year, month, day, hour, weekday]).toEqual([
          date.getUTCFullYear(),
          date.getUTCMonth() + 1,
          date.getUTCDate(),
          date.getUTCHours(),
          date.getUTCDay() + 1,
        ])
      }),
    )
  })

  test.each([
    ['2023-12-31', 365],
    ['2024-01-01', 1],
    ['2024-02-29', 60],
    ['2024-03-01', 61],
    ['2024-12-31', 366],
    ['2100-12-31', 365],
    ['2000-12-31', 366],
  ])('on %s day %i of the year', (date, dayOfYear) => {
    expect(wallTime(Date.parse(date)).dayOfYear).toBe(dayOfYear)
  })

  test.each([
    ['2005-01-01', 53],
    ['2005-01-02', 53],
    ['2005-12-31', 52],
    ['2006-01-01', 52],
    ['2006-01-02', 1],
    ['2007-01-01', 1],
    ['2007-12-30', 52],
    ['2007-12-31', 1],
    ['2008-12-28', 52],
    ['2008-12-29', 1],
    ['2009-12-31', 53],
    ['2010-01-03', 53],
    ['2010-01-04', 1],
    ['2020-12-31', 53],
    ['2026-12-31', 53],
  ])('on %s ISO week %i', (date, week) => {
    expect(wallTime(Date.parse(date)).week).toBe(week)
  })

  test('runs on before 1970, where a zone reaches back', () => {
    expect(wallTime(-HOUR_MS)).toEqual({
      year: 1969,
      month: 12,
      day: 31,
      hour: 23,
      weekday: 4,
      dayOfYear: 365,
      week: 1,
    })
  })
})

describe('the start of a unit', () => {
  test.each<[CalendarUnit, string]>([
    ['minute', '2024-02-29T13:45:00.000Z'],
    ['hour', '2024-02-29T13:00:00.000Z'],
    ['day', '2024-02-29T00:00:00.000Z'],
    ['week', '2024-02-25T00:00:00.000Z'],
    ['month', '2024-02-01T00:00:00.000Z'],
    ['year', '2024-01-01T00:00:00.000Z'],
  ])('%s', (unit, start) => {
    expect(toIso(startOfUnit(Date.UTC(2024, 1, 29, 13, 45, 30, 1), unit))).toBe(start)
    expect(toIso(startOfUnit(Date.parse(start), unit))).toBe(start)
    expect(startOfUnit(Date.parse(start) - 1, unit)).toBeLessThan(Date.parse(start))
  })

  test('of a week is a Sunday', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const start = startOfUnit(at, 'week')
        expect(new Date(start).getUTCDay()).toBe(0)
        expect(at - start).toBeGreaterThanOrEqual(0)
        expect(at - start).toBeLessThan(7 * DAY_MS)
      }),
    )
  })
})

test('a month is named by 30 days, a year by 365', () => {
  expect(calendarUnits).toEqual({
    minute: 60_000,
    hour: 3_600_000,
    day: 86_400_000,
    week: 604_800_000,
    month: 2_592_000_000,
    year: 31_536_000_000,
  })
})
