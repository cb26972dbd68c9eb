import { describe, expect, test } from 'vitest'
import { checksum } from '../../storage/checksum.ts'
import { MemoryJournal } from '../../storage/memory-journal.ts'
import { densityOf } from './density.ts'
import { entryCodec } from './entry-codec.ts'

function journalOf(times: readonly number[]): MemoryJournal {
  const journal = new MemoryJournal()
  times.forEach((at, i) => {
    const text = entryCodec.text({ seq: i + 1, at, chain: 0, op: 'x', caller: { client: 'c' }, input: {}, events: [] })
    void journal.append(i + 1, text, checksum(text))
  })
  return journal
}

describe('the density of a history (8.2)', () => {
  test('of nothing is nothing', async () => {
    expect(await densityOf(journalOf([]), 4)).toEqual({ first: null, last: null, widthMs: 0, buckets: [] })
  })

  test('of one moment is one part', async () => {
    expect(await densityOf(journalOf([7, 7, 7]), 4)).toEqual({
      first: { seq: 1, at: 7 },
      last: { seq: 3, at: 7 },
      widthMs: 1,
      buckets: [{ at: 7, seq: 1, entries: 3 }],
    })
  })

  test('is exact for a short history, and names the first entry of each part', async () => {
    const { buckets } = await densityOf(journalOf([0, 1, 24, 25, 25, 60, 99]), 4)
    expect(buckets).toEqual([
      { at: 0, seq: 1, entries: 3 },
      { at: 25, seq: 4, entries: 2 },
      { at: 50, seq: 6, entries: 1 },
      { at: 75, seq: 7, entries: 1 },
    ])
  })

  test('of a long one is close, complete, and follows new entries', async () => {
    const times = Array.from({ length: 10_000 }, (_, i) => (i < 5_000 ? i : 5_000 + (i - 5_000) * 9))
    const journal = journalOf(times)
    const exact = (from: number, to: number): number => times.filter((at) => at >= from && at < to).length
    const { buckets, widthMs } = await densityOf(journal, 10)
    expect(buckets.reduce((sum, { entries }) => sum + entries, 0)).toBe(10_000)
    for (const { at, entries } of buckets) expect(Math.abs(entries - exact(at, at + widthMs))).toBeLessThan(32)
    const text = entryCodec.text({
      seq: 10_001,
      at: 60_000,
      chain: 0,
      op: 'x',
      caller: { client: 'c' },
      input: {},
      events: [],
    })
    void journal.append(10_001, text, checksum(text))
    expect((await densityOf(journal, 10)).last).toEqual({ seq: 10_001, at: 60_000 })
  })
})
