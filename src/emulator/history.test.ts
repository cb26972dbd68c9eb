import { describe, expect, test } from 'vitest'
import { checksum } from '../storage/checksum.ts'
import { MemoryJournal } from '../storage/memory-journal.ts'
import { History } from './history.ts'

/** More than are held ready. */
const MANY = 5000

const textOf = (seq: number) => JSON.stringify({ seq, at: seq * 10 })

async function longHistory() {
  const journal = new MemoryJournal()
  const history = new History(journal)
  for (let seq = 1; seq <= MANY; seq += 1) {
    await journal.append(seq, textOf(seq), checksum(textOf(seq)))
    history.add(seq, textOf(seq))
  }
  const seqsOf = async (...seqs: number[]) =>
    [...(await history.find(new Set(seqs))).values()].map(({ seq, at }) => [seq, at])
  return { journal, seqsOf }
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
    const long = (seq: number) => JSON.stringify({ seq, at: 0, input: 'x'.repeat(1 << 20) })
    for (let seq = 1; seq <= 20; seq += 1) {
      void journal.append(seq, long(seq), checksum(long(seq)))
      history.add(seq, long(seq))
    }
    const asked = askedOf(journal)
    const seqs = Array.from({ length: 20 }, (_, i) => i + 1)
    expect([...(await history.find(new Set(seqs))).keys()].toSorted((a, b) => a - b)).toEqual(seqs)
    expect(asked).toEqual([seqs.slice(0, 13)])
  })
})
