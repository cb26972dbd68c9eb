import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventId, MAX_EVENTS_AN_ENTRY, MAX_SEQ, positionOf } from './ids.ts'
import { LAST_INSTANT } from './instant.ts'

const moment = fc.record({
  at: fc.integer({ min: 0, max: LAST_INSTANT }),
  seq: fc.integer({ min: 1, max: MAX_SEQ }),
  chain: fc.integer({ min: 0, max: 0xffffffff }),
})
const index = fc.integer({ min: 0, max: MAX_EVENTS_AN_ENTRY - 1 })

describe('the id of an event', () => {
  test('is a UUID of version 7 with the time in front', () => {
    fc.assert(
      fc.property(moment, index, (entry, i) => {
        const id = eventId(entry, i)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(entry.at)
      }),
    )
  })

  test('leads back to its entry and its place there', () => {
    fc.assert(
      fc.property(moment, index, (entry, i) => {
        expect(positionOf(eventId(entry, i))).toEqual({ seq: entry.seq, index: i })
      }),
    )
  })

  test.each([
    [MAX_SEQ, MAX_EVENTS_AN_ENTRY - 1],
    [MAX_SEQ, 0],
    [1, MAX_EVENTS_AN_ENTRY - 1],
    [1023, 1],
    [1024, 1],
    [0xffffff, 1],
    [0x1000000, 1],
  ])('holds entry %i and place %i', (seq, i) => {
    expect(positionOf(eventId({ at: LAST_INSTANT, seq, chain: 0xffffffff }, i))).toEqual({ seq, index: i })
  })

  test('sorts by time, then entry, then place, whatever the history before it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(moment, index), { minLength: 2, maxLength: 20 }), (events) => {
        const inOrder = events.toSorted(([a, i], [b, j]) => a.at - b.at || a.seq - b.seq || i - j)
        const ids = inOrder.map(([entry, i]) => eventId({ ...entry, chain: entry.chain }, i))
        const places = inOrder.map(([entry, i]) => `${entry.at}/${entry.seq}/${i}`)
        fc.pre(new Set(places).size === places.length)
        expect(ids.toSorted()).toEqual(ids)
      }),
    )
  })

  test('is another one in a history that went otherwise', () => {
    const entry = { at: 1_900_000_000_000, seq: 5, chain: 0x12345678 }
    const others = [0, 1, 0x12345679, 0x92345678, 0x12346678]
    expect(others.map((chain) => eventId({ ...entry, chain }, 0) === eventId(entry, 0))).toEqual(
      others.map(() => false),
    )
  })

  test.each([
    '',
    'neo',
    '__proto__',
    '00000000-0000-4000-8000-000000000000',
    '01dc1b1e-5a00-7000-0000-000000000000',
    '01DC1B1E-5A00-7000-8000-000000000000',
    ' 01dc1b1e-5a00-7000-8000-000000000000',
    '01dc1b1e-5a00-7000-8000-00000000000g',
    '01dc1b1e5a0070008000000000000000',
    '01dc1b1e-5a00-7000-8000-0000000000001',
  ])('%j is none', (text) => {
    expect(positionOf(text)).toBeUndefined()
  })
})
