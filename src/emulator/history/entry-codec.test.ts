import { describe, expect, test } from 'vitest'
import { createEntryCodec, entryCodec } from './entry-codec.ts'

const entry = { seq: 1, at: 5, chain: 0, op: 'x', caller: { client: 'c' }, input: null, events: [{ event: 'score' }] }

test('an entry comes back from its text, which is plain JSON', () => {
  expect(entryCodec.text(entry)).toBe(JSON.stringify(entry))
  expect(entryCodec.read(entryCodec.text(entry))).toEqual(entry)
})

test.each(['7', 'null', '{}', '[]', '{"seq":"1"}', JSON.stringify({ ...entry, events: {} })])(
  '%s is not an entry',
  (text) => {
    expect(() => entryCodec.read(text)).toThrow('it is not an entry of a history')
  },
)

test('a text tells whether it can hold an event', () => {
  expect(entryCodec.canHold(entryCodec.text(entry), 'score')).toBe(true)
  expect(entryCodec.canHold(entryCodec.text(entry), 'level')).toBe(false)
  expect(entryCodec.canHold(entryCodec.text({ ...entry, input: 'a score' }), 'action')).toBe(false)
})

describe('a later version', () => {
  const later = createEntryCodec([
    (old) => ({ ...old, op: `${old.op}.second` }),
    (old) => ({ ...old, events: old.events.map(({ event }) => ({ event: `${event}.third` })) }),
  ])

  test('lifts what an older one wrote, step by step', () => {
    const lifted = { ...entry, op: 'x.second', events: [{ event: 'score.third' }] }
    expect(later.read(entryCodec.text(entry))).toEqual(lifted)
    expect(later.lift({ ...entry, v: 2 })).toEqual({ ...entry, events: [{ event: 'score.third' }] })
    expect(later.read(later.text(lifted))).toEqual(lifted)
  })

  test('searches only texts of its own format, because a lift can rename events', () => {
    expect(later.canHold(entryCodec.text(entry), 'score.third')).toBe(true)
    expect(later.canHold(later.text(entry), 'score.third')).toBe(false)
    expect(later.canHold(later.text(entry), 'score')).toBe(true)
  })

  test('writes what this one refuses with a clear reason', () => {
    expect(() => entryCodec.read(later.text(entry))).toThrow(
      'it has format 3, but this version of gamify reads format 1',
    )
  })
})
