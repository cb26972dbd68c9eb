import { AssertionError } from 'node:assert'
import { describe, expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { checksum } from './checksum.ts'
import { openFileJournal } from './file-journal.ts'
import type { Durability, Journal, JournalLine } from './journal.ts'
import { LogWriter } from './log/log-writer.ts'
import type { LogMessage } from './log/replicated-log.ts'
import { StreamJournal } from './log/stream-journal.ts'
import { MemoryJournal } from './memory-journal.ts'

const PLACE = {
  directory: 'data/staging/journal',
  program: '1.0.0',
  runtime: 'staging',
  generation: undefined,
  checkpoints: [],
}

function fileJournal(durability: Durability): Promise<Journal> {
  const fs = new SimulatedFileSystem()
  return openFileJournal({ ...PLACE, fs, durability, design: () => null, segmentBytes: 4096 })
}

/** A journal over a log that always answers at once. */
async function streamJournal(): Promise<Journal> {
  const messages: LogMessage[] = []
  const log = {
    publish: async (message: LogMessage) => messages.push(message),
    read: async (position: number) => messages[position - 1],
  }
  const wait = async (): Promise<void> => {}
  const writer = await LogWriter.claim(log, { writer: 'one', after: 0, facts: {}, wait })
  if (!writer) throw new Error('nobody else writes to the log')
  const journal = new StreamJournal({ runtime: 'staging', generation: 1 }, new MemoryJournal())
  journal.continueIn(writer)
  return journal
}

/** Every implementation of the interface passes these. */
const IMPLEMENTATIONS: readonly (readonly [string, () => Promise<Journal>])[] = [
  ['in memory', async () => new MemoryJournal()],
  ['in files', () => fileJournal('batch')],
  ['in files, each entry alone', () => fileJournal('always')],
  ['in files, without syncs', () => fileJournal('off')],
  ['in a replicated log', streamJournal],
]

const textOf = (seq: number): string => JSON.stringify({ seq, words: 'ünïcödé 🎮 '.repeat(seq % 7) })

function appendUpTo(journal: Journal, last: number): Promise<unknown> {
  const kept: Promise<void>[] = []
  for (let seq = journal.lastSeq + 1; seq <= last; seq += 1) {
    kept.push(journal.append(seq, textOf(seq), checksum(textOf(seq))))
  }
  return Promise.all(kept)
}

const linesOf = (from: number, to: number): JournalLine[] =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const text = textOf(from + index)
    return { seq: from + index, text, sum: checksum(text) }
  })

describe.each(IMPLEMENTATIONS)('a journal %s', (_name, open) => {
  test('is empty at first', async () => {
    const journal = await open()
    expect(journal).toMatchObject({ firstSeq: 1, lastSeq: 0, lastSum: 0, failure: undefined })
    expect(journal.settled()).toBeUndefined()
    expect(await Array.fromAsync(journal.read(1))).toEqual([])
    expect(await journal.texts([1])).toEqual([undefined])
  })

  test('knows the newest entry as soon as it is appended', async () => {
    const journal = await open()
    const kept = journal.append(1, '{"a":1}', checksum('{"a":1}'))
    expect(journal).toMatchObject({ lastSeq: 1, lastSum: checksum('{"a":1}') })
    await kept
  })

  test('takes entries in order only', async () => {
    const journal = await open()
    expect(() => journal.append(2, '{}', checksum('{}'))).toThrow(AssertionError)
    expect(journal.lastSeq).toBe(0)
  })

  test('gives every entry as it was appended, from any seq on', async () => {
    const journal = await open()
    await appendUpTo(journal, 300)
    for (const from of [-1, 1, 2, 63, 64, 65, 128, 299, 300]) {
      expect(await Array.fromAsync(journal.read(from))).toEqual(linesOf(Math.max(from, 1), 300))
    }
    expect(await Array.fromAsync(journal.read(301))).toEqual([])
  })

  test('reads what is appended but does not wait yet, and nothing that comes later', async () => {
    const journal = await open()
    await appendUpTo(journal, 10)
    const kept = appendUpTo(journal, 20)
    const reading = journal.read(5)
    const later = appendUpTo(journal, 30)
    expect(await Array.fromAsync(reading)).toEqual(linesOf(5, 20))
    await Promise.all([kept, later])
  })

  test('gives the texts of single entries, and undefined for one that is not there', async () => {
    const journal = await open()
    await appendUpTo(journal, 290)
    const kept = appendUpTo(journal, 300)
    expect(await journal.texts([])).toEqual([])
    expect(await journal.texts([0, 1, 63, 64, 65, 200, 201, 299, 300, 301])).toEqual([
      undefined,
      ...[1, 63, 64, 65, 200, 201, 299, 300].map(textOf),
      undefined,
    ])
    await kept
  })

  test('is settled when everything appended is kept', async () => {
    const journal = await open()
    let kept = 0
    for (const seq of [1, 2, 3]) {
      void journal.append(seq, textOf(seq), checksum(textOf(seq))).then(() => (kept += 1))
    }
    await journal.settled()
    expect(kept).toBe(3)
    expect(journal.settled()).toBeUndefined()
  })

  test('lets go of old entries, and goes on from the last seq', async () => {
    const journal = await open()
    for (let last = 10; last <= 300; last += 10) await appendUpTo(journal, last)
    await journal.dropBefore(200)
    expect(journal.firstSeq).toBeGreaterThan(100)
    expect(journal.firstSeq).toBeLessThanOrEqual(200)
    expect(await Array.fromAsync(journal.read(1))).toEqual(linesOf(journal.firstSeq, 300))
    expect(await journal.texts([1, 250])).toEqual([undefined, textOf(250)])
    await appendUpTo(journal, 301)
    expect(await journal.texts([301])).toEqual([textOf(301)])
  })

  test('passes over what is dropped while it is read', async () => {
    const journal = await open()
    for (let last = 10; last <= 300; last += 10) await appendUpTo(journal, last)
    const seqs: number[] = []
    for await (const { seq } of journal.read(1)) {
      if (seq === 1) await journal.dropBefore(300)
      seqs.push(seq)
    }
    expect(seqs.at(-1)).toBe(300)
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
  })

  test('can be closed while entries wait', async () => {
    const journal = await open()
    const kept = appendUpTo(journal, 50)
    await journal.close()
    await kept
  })
})
