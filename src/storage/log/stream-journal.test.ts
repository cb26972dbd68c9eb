import { expect, test } from 'vitest'
import { checksum } from '../checksum.ts'
import { MemoryJournal } from '../memory-journal.ts'
import type { LogContent } from './log-message.ts'
import { StreamJournal } from './stream-journal.ts'

const HISTORY = { runtime: 'staging', generation: 1 }

/** A journal over a log that stores nothing until it is told to. */
function slowJournal() {
  const waiting: (() => void)[] = []
  const append = () => new Promise<void>((resolve) => waiting.push(resolve))
  const archive = new MemoryJournal()
  const journal = new StreamJournal(HISTORY, archive)
  journal.continueIn({ append })
  return { journal, archive, waiting }
}

function append(journal: StreamJournal, text: string): Promise<void> {
  return journal.append(journal.lastSeq + 1, text, checksum(text))
}

test('a journal is full when 10,000 entries wait, until the log has stored some', async () => {
  const { journal, waiting } = slowJournal()
  const first = append(journal, '{}')
  await new Promise(setImmediate)
  while (journal.lastSeq < 9_999) void append(journal, '{}')
  expect(journal.isHeldUp).toBe(false)
  void append(journal, '{}')
  expect(journal.isHeldUp).toBe(true)
  waiting.shift()?.()
  await first
  expect(journal.isHeldUp).toBe(false)
})

test('a journal is full when 64 MiB wait', async () => {
  const { journal } = slowJournal()
  const text = JSON.stringify('x'.repeat(1024 * 1024))
  for (let i = 0; i < 64; i++) void append(journal, text)
  expect(journal.isHeldUp).toBe(true)
})

test('nothing is in the archive that the log does not have', async () => {
  const { journal, archive, waiting } = slowJournal()
  const stored = append(journal, '{"n":1}')
  await new Promise(setImmediate)
  expect(archive.lastSeq).toBe(0)
  waiting.shift()?.()
  await stored
  expect(archive.lastSeq).toBe(1)
})

test('a generation that is not live is in the archive alone, and goes on in the log when it is', async () => {
  const archive = new MemoryJournal()
  const journal = StreamJournal.begun(HISTORY, archive)
  await append(journal, '{"n":1}')
  expect(archive.lastSeq).toBe(1)
  const sent: LogContent[] = []
  journal.continueIn({ append: async (content) => void sent.push(content) })
  await append(journal, '{"n":2}')
  expect(sent.map(({ data }) => Buffer.from(data).toString())).toEqual([expect.stringContaining('{"n":2}')])
})
