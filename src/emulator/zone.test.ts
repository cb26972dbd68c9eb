import { describe, expect, test } from 'vitest'
import { zoneOffset } from './zone.ts'

const HOUR_MS = 3_600_000
const hoursIn = (zone: string, ...instants: string[]) =>
  instants.map((at) => zoneOffset(zone)(Date.parse(at)) / HOUR_MS)

describe('the offset of a zone', () => {
  test.each([
    ['UTC', 0],
    ['Etc/UTC', 0],
    ['Africa/Abidjan', 0],
    ['Asia/Kolkata', 5.5],
    ['Asia/Kathmandu', 5.75],
    ['America/Caracas', -4],
    ['Pacific/Marquesas', -9.5],
    ['Pacific/Kiritimati', 14],
  ])('%s is %d hours', (zone, hours) => {
    expect(hoursIn(zone, '2030-05-15T12:00:00Z')).toEqual([hours])
  })

  test('changes with the time of the year, to the second', () => {
    expect(
      hoursIn(
        'Europe/Berlin',
        '2030-03-31T00:59:59.999Z',
        '2030-03-31T01:00:00Z',
        '2030-10-27T00:59:59.999Z',
        '2030-10-27T01:00:00Z',
      ),
    ).toEqual([1, 2, 2, 1])
    expect(hoursIn('Australia/Lord_Howe', '2030-04-06T14:59:59Z', '2030-04-06T15:00:00Z')).toEqual([11, 10.5])
  })

  test('is the same however the instants come', () => {
    const berlin = zoneOffset('Europe/Berlin')
    const instants = [
      '2030-01-01',
      '2030-07-01',
      '2030-01-01',
      '2030-03-31T00:50:00Z',
      '2030-03-31T01:10:00Z',
      '2030-03-31T00:59:00Z',
    ]
    expect(instants.map((at) => berlin(Date.parse(at)) / HOUR_MS)).toEqual([1, 2, 1, 1, 2, 1])
  })

  test('of long ago has seconds', () => {
    expect(zoneOffset('America/Caracas')(Date.parse('1900-01-01T00:00:00Z'))).toBe(-((4 * 60 + 27) * 60 + 40) * 1000)
  })
})
