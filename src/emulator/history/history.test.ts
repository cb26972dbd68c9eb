import { describe, expect, test } from 'vitest'
import { checksum } from '../../storage/checksum.ts'
import type { Journal } from '../../storage/journal.ts'
import { MemoryJournal } from '../../storage/memory-journal.ts'
import { entryCodec } from './entry-codec.ts'
import { History } from './history.ts'

/** More than are held ready. */
const MANY = 5000

const textOf = (seq: number, input?: string) =>
  entryCodec.text({ seq, at: seq * 10, chain: 0, op: 'x', caller: { client: 'c' }, input, events: [] })

async function longHistory() {
  const journal = new MemoryJournal()
  const history = new History(journal)
  for (let seq = 1; seq <= MANY; seq += 1) {
    await journal.append(seq, textOf(seq), checksum(textOf(seq)))
    history.add(seq, textOf(seq))
  }
  const seqsOf = async (...seqs: number[]) =>
    [...(await history.find(new Set(seqs))).values()].map(({ seq, at }) => [seq, at])
  return { journal, history, seqsOf }
}

/** The entries that the journal is asked for from now on. */
function askedOf(journal: MemoryJournal): (readonly number[])[] {
  const asked: (readonly number[])[] = []
  const texts = journal.texts.bind(journal)
  journal.texts = (seqs) => {
    asked.push(seqs)
    return texts(seqs)
  }
  return asked
}

/** How often the journal is read from now on. */
function readsOf(journal: MemoryJournal): number[] {
  const reads: number[] = []
  const read = journal.read.bind(journal)
  journal.read = (from) => {
    reads.push(from)
    return read(from)
  }
  return reads
}

describe('a history', () => {
  test('finds entries new and old, in whatever order they are asked for', async () => {
    const { seqsOf } = await longHistory()
    expect((await seqsOf(MANY, 1, 900, MANY - 1, 2)).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [1, 10],
      [2, 20],
      [900, 9000],
      [MANY - 1, (MANY - 1) * 10],
      [MANY, MANY * 10],
    ])
  })

  test('finds the first entry since a time without reading those before it', async () => {
    const { journal, history } = await longHistory()
    const asked = askedOf(journal)
    const reads = readsOf(journal)
    const found = await Promise.all([0, 10, 11, 9000, MANY * 10, MANY * 10 + 1].map((at) => history.firstSince(at)))
    expect(found).toEqual([1, 1, 2, 900, MANY, MANY + 1])
    expect(asked.length).toBeLessThan(6 * Math.log2(MANY))
    expect(reads).toEqual([])
  })

  test('holds the newest 4096 ready, and no more', async () => {
    const { journal, seqsOf } = await longHistory()
    const asked = askedOf(journal)
    await seqsOf(MANY, MANY - 4095)
    expect(asked).toEqual([])
    await seqsOf(MANY, MANY - 4096, 1)
    expect(asked).toEqual([[1, MANY - 4096]])
  })

  test('holds nothing ready of what came before it', async () => {
    const journal = new MemoryJournal()
    for (let seq = 1; seq <= 3; seq += 1) void journal.append(seq, textOf(seq), checksum(textOf(seq)))
    const history = new History(journal)
    history.add(3, textOf(3))
    const asked = askedOf(journal)
    expect([...(await history.find(new Set([1, 2, 3]))).keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3])
    expect(asked).toEqual([[1, 2]])
  })

  test('leaves out what is no longer kept, and what never was', async () => {
    const { journal, seqsOf } = await longHistory()
    await journal.dropBefore(800)
    expect(await seqsOf(1, 799, 800, 0, MANY + 1)).toEqual([[800, 8000]])
    expect(await seqsOf()).toEqual([])
  })

  test('holds few of its entries ready when they are long', async () => {
    const journal = new MemoryJournal()
    const history = new History(journal)
    const long = (seq: number) => textOf(seq, 'x'.repeat(1 << 20))
    for (let seq = 1; seq <= 20; seq += 1) {
      void journal.append(seq, long(seq), checksum(long(seq)))
      history.add(seq, long(seq))
    }
    const asked = askedOf(journal)
    const seqs = Array.from({ length: 20 }, (_, i) => i + 1)
    expect([...(await history.find(new Set(seqs))).keys()].toSorted((a, b) => a - b)).toEqual(seqs)
    expect(asked).toEqual([seqs.slice(0, 13)])
  })

  test('is read from the journal where it is old, and without it where it is recent', async () => {
    const { journal, history } = await longHistory()
    const reads = readsOf(journal)
    const recent = await Array.fromAsync(history.read(MANY - 2))
    expect(recent).toEqual([MANY - 2, MANY - 1, MANY].map((seq) => ({ seq, text: textOf(seq) })))
    expect(await Array.fromAsync(history.read(MANY + 1))).toEqual([])
    expect(reads).toEqual([])
    expect((await Array.fromAsync(history.read(3))).map(({ seq }) => seq)).toEqual(
      Array.from({ length: MANY - 2 }, (_, i) => i + 3),
    )
    expect(reads).toEqual([3])
  })

  test('is read from the first entry that the journal still keeps', async () => {
    const journal = new MemoryJournal()
    const history = new History(journal)
    for (let seq = 1; seq <= 10; seq += 1) {
      void journal.append(seq, textOf(seq), checksum(textOf(seq)))
      history.add(seq, textOf(seq))
    }
    await journal.dropBefore(8)
    expect((await Array.fromAsync(history.read(1))).map(({ seq }) => seq)).toEqual([8, 9, 10])
  })

  test('goes on from the journal where its reader came too late for what was recent', async () => {
    const { journal, history } = await longHistory()
    const reads = readsOf(journal)
    const seqs: number[] = []
    for await (const { seq } of history.read(MANY - 4095)) {
      if (seqs.length === 0)
        for (let next = MANY + 1; next <= MANY + 100; next += 1) {
          void journal.append(next, textOf(next), checksum(textOf(next)))
          history.add(next, textOf(next))
        }
      seqs.push(seq)
    }
    expect(seqs.slice(0, 4096)).toEqual(Array.from({ length: 4096 }, (_, i) => MANY - 4095 + i))
    expect(reads).toEqual([MANY - 4094])
  })

  test('shows nothing that is not kept yet', async () => {
    const journal: Journal = new MemoryJournal()
    const history = new History(journal)
    const kept = Promise.withResolvers<void>()
    journal.settled = () => kept.promise
    void journal.append(1, textOf(1), checksum(textOf(1)))
    history.add(1, textOf(1))
    let read: unknown
    void history
      .read(1)
      .next()
      .then(({ value }) => (read = value))
    await new Promise(setImmediate)
    expect(read).toBeUndefined()
    kept.resolve()
    await expect.poll(() => read).toEqual({ seq: 1, text: textOf(1) })
  })
})
