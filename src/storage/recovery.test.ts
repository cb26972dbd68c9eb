import { describe, expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { checksum } from './checksum.ts'
import { openFileJournal, type FileJournal, type FileJournalOptions } from './file-journal.ts'
import { formatHeader, formatLine, formatSeal, type SegmentHeader } from './segment-format.ts'
import { createSegment } from './segment.ts'

const DIRECTORY = 'data/staging/journal'
const FIRST = `${DIRECTORY}/1-000000000001.ndjson`

const optionsOn = (fs: SimulatedFileSystem, rest: Partial<FileJournalOptions> = {}): FileJournalOptions => ({
  fs,
  directory: DIRECTORY,
  program: '1.0.0',
  runtime: 'staging',
  generation: undefined,
  checkpoints: [],
  durability: 'batch',
  design: () => null,
  ...rest,
})

const text = (seq: number): string => `{"seq":${seq}}`

async function appendAlone(journal: FileJournal, last: number): Promise<void> {
  for (let seq = journal.lastSeq + 1; seq <= last; seq += 1) await journal.append(seq, text(seq), checksum(text(seq)))
}

/** A journal with a batch for each of its entries, closed. */
async function journalOf(entries: number, rest: Partial<FileJournalOptions> = {}): Promise<SimulatedFileSystem> {
  const fs = new SimulatedFileSystem()
  const journal = await openFileJournal(optionsOn(fs, rest))
  await appendAlone(journal, entries)
  await journal.close()
  return fs
}

const contentOf = async (fs: SimulatedFileSystem, path: string): Promise<string> => String(await fs.readFile(path))

async function overwrite(fs: SimulatedFileSystem, path: string, content: string): Promise<void> {
  const handle = await fs.open(path, 'replace', { writeThrough: true })
  await handle.write(Buffer.from(content), 0)
  await fs.syncDirectory(DIRECTORY)
}

async function edit(fs: SimulatedFileSystem, path: string, change: (content: string) => string): Promise<void> {
  await overwrite(fs, path, change(await contentOf(fs, path)))
}

const seqsOf = async (journal: FileJournal): Promise<number[]> =>
  (await Array.fromAsync(journal.read(1))).map(({ seq }) => seq)

const SEAL_FOR_NOTHING = String(formatSeal({ first: 4, last: 3, chain: checksum(text(3)), bytes: 0 }, Buffer.alloc(0)))

describe('a write that was not finished', () => {
  test('is cut off at whichever byte it ended, and nothing else is', async () => {
    const whole = await contentOf(await journalOf(3), FIRST)
    const good = await contentOf(await journalOf(2), FIRST)
    for (let length = good.length; length < whole.length; length += 1) {
      const fs = await journalOf(0)
      await overwrite(fs, FIRST, whole.slice(0, length))
      const journal = await openFileJournal(optionsOn(fs))
      expect(journal).toMatchObject({ lastSeq: 2, lastSum: checksum(text(2)), cutBytes: length - good.length })
      expect(await contentOf(fs.crash('none'), FIRST)).toBe(good)
    }
  })

  test.each([
    ['zeros after the last one', 3, (content: string) => content + '\0'.repeat(50)],
    ['zeros in place of its beginning', 2, (content: string) => content.replace('{"seq":3}', '\0'.repeat(9))],
    ['another text in it', 2, (content: string) => content.replace('{"seq":3}', '{"seq":4}')],
    ['a seal that says something else', 2, (content: string) => content.replace('#{"first":3', '#{"first":4')],
    ['a whole entry and no seal', 3, (content: string) => `${content}{"seq":4}\t00000000\n`],
  ])('is cut: %s', async (_name, kept, change) => {
    const fs = await journalOf(3)
    await edit(fs, FIRST, change)
    const journal = await openFileJournal(optionsOn(fs))
    expect(journal.lastSeq).toBe(kept)
    expect(journal.cutBytes).toBeGreaterThan(0)
    await appendAlone(journal, 5)
    await journal.close()
    const again = await openFileJournal(optionsOn(fs))
    expect(again.cutBytes).toBe(0)
    expect(await seqsOf(again)).toEqual([1, 2, 3, 4, 5])
  })

  test('of the first line of a new segment: the file is removed', async () => {
    const fs = await journalOf(5, { segmentBytes: 400 })
    await overwrite(fs, `${DIRECTORY}/1-000000000006.ndjson`, '{"format":1,')
    const journal = await openFileJournal(optionsOn(fs))
    expect(journal.lastSeq).toBe(5)
    expect(await fs.crash('none').list(DIRECTORY)).toHaveLength(2)
  })

  test.each(['', '{"format":1,', '\0'.repeat(200)])(
    'of the very first line, leaving %j: the journal begins',
    async (left) => {
      const fs = await journalOf(0)
      await overwrite(fs, FIRST, left)
      const journal = await openFileJournal(optionsOn(fs))
      await appendAlone(journal, 1)
      expect(await contentOf(fs, FIRST)).toMatch(/^\{"format":1,.*\n\{"seq":1\}\t/)
    },
  )
})

describe('damage is refused, in words, and nothing is changed', () => {
  const SECOND = `${DIRECTORY}/1-000000000004.ndjson`

  test.each<[string, (fs: SimulatedFileSystem) => Promise<unknown>, RegExp]>([
    [
      'a batch with a good one after it',
      (fs) => edit(fs, SECOND, (content) => content.replace('{"seq":4}', '{"seq":9}')),
      /1-000000000004.ndjson is damaged at byte \d+: its checksum is wrong\. Nothing was changed\. Restore the file/,
    ],
    [
      'the last batch of a segment that has a successor',
      (fs) => edit(fs, FIRST, (content) => content.replace('{"seq":3}', '{"seq":9}')),
      /1-000000000001.ndjson is damaged at byte \d+: its checksum is wrong/,
    ],
    [
      'the end of a segment that has a successor',
      (fs) => edit(fs, FIRST, (content) => content.slice(0, -1)),
      /1-000000000001.ndjson is damaged at byte \d+: the file ends in the middle of a batch/,
    ],
    [
      'the end of a segment whose successor is torn',
      async (fs) => {
        await edit(fs, FIRST, (content) => content.slice(0, -1))
        await overwrite(fs, SECOND, '{')
      },
      /1-000000000001.ndjson is damaged at byte \d+: the file ends in the middle of a batch/,
    ],
    [
      'a first line with good batches after it',
      (fs) => edit(fs, SECOND, (content) => content.replace('{"format":1', '{"format":x')),
      /1-000000000004.ndjson is damaged at byte 0: its first line cannot be read/,
    ],
    [
      'a batch that is missing',
      (fs) => edit(fs, SECOND, (content) => content.replace(/\{"seq":4\}.*\n#.*\n/, '')),
      /expected entries 4 to 4 here, found 5 to 5/,
    ],
    [
      'a batch of another history',
      async (fs) => {
        const entry = formatLine('{"seq":0}', checksum('{"seq":0}'))
        const seal = { first: 4, last: 4, chain: 12345, bytes: entry.length }
        const other = entry + String(formatSeal(seal, Buffer.from(entry)))
        await edit(fs, SECOND, (content) => content.replace(/\{"seq":4\}.*\n#.*\n/, other))
      },
      /entry 4 does not follow from the one before it/,
    ],
    [
      'two last batches',
      (fs) => edit(fs, SECOND, (content) => content.replace('{"seq":5}', '{"seq":9}').slice(0, -1)),
      /1-000000000004.ndjson is damaged at byte \d+: its checksum is wrong/,
    ],
    [
      'two last batches, all but their seals',
      (fs) =>
        edit(fs, SECOND, (content) => content.replace('{"seq":5}', '{"seq":9}').replace('{"seq":6}', '{"seq":9}')),
      /1-000000000004.ndjson is damaged at byte \d+: its checksum is wrong/,
    ],
    [
      'the last but one batch, with its seal',
      (fs) => edit(fs, SECOND, (content) => content.replace(/\{"seq":5\}.*\n#/, '{"seq":5}\t00000000\n?')),
      /1-000000000004.ndjson is damaged at byte \d+: its checksum is wrong/,
    ],
    [
      'a last batch that is whole, and does not follow',
      (fs) => edit(fs, SECOND, (content) => content.replace(/\{"seq":5\}.*\n#.*\n/, '')),
      /expected entries 5 to 5 here, found 6 to 6/,
    ],
    [
      'a seal for nothing',
      (fs) => edit(fs, SECOND, (content) => content + SEAL_FOR_NOTHING),
      /its last line cannot be read/,
    ],
    [
      'a new segment of zeros, larger than its first line can have been',
      (fs) => overwrite(fs, SECOND, '\0'.repeat(5000)),
      /1-000000000004.ndjson is damaged at byte 0: its first line cannot be read/,
    ],
    [
      'a segment that is missing',
      async (fs) => {
        await appendAlone(await openFileJournal(optionsOn(fs, { segmentBytes: 400 })), 9)
        await fs.unlink(SECOND)
      },
      /1-000000000007.ndjson is damaged at byte 0: it begins with entry 7, but the segment before it ends with 3/,
    ],
    [
      'a segment of another history',
      async (fs) => {
        const header = { ...HEADER, first: 4, chain: 12345 }
        await overwrite(fs, SECOND, String(formatHeader(header)))
      },
      /1-000000000004.ndjson is damaged at byte 0: it does not follow from the segment before it/,
    ],
    [
      'a segment under another name',
      async (fs) => {
        await fs.rename(SECOND, `${DIRECTORY}/1-000000000005.ndjson`)
      },
      /1-000000000005.ndjson is damaged at byte 0: its first line is that of segment 1-4/,
    ],
    [
      'a newer format',
      (fs) => overwrite(fs, SECOND, String(formatHeader({ ...HEADER, format: 2, program: '9.1.0' }))),
      /has format 2, written by gamify 9.1.0; this one reads format 1: use gamify 9.1.0 or a newer one/,
    ],
    [
      'another runtime',
      (fs) => overwrite(fs, FIRST, String(formatHeader({ ...HEADER, first: 1, runtime: 'production' }))),
      /1-000000000001.ndjson is a journal of the production runtime, not of staging/,
    ],
  ])('%s', async (_name, damage, words) => {
    const fs = await journalOf(6, { segmentBytes: 400 })
    expect(await fs.list(DIRECTORY)).toHaveLength(2)
    await damage(fs)
    const before = await Promise.all((await fs.list(DIRECTORY)).map((name) => contentOf(fs, `${DIRECTORY}/${name}`)))
    await expect(openFileJournal(optionsOn(fs))).rejects.toThrow(words)
    const after = await Promise.all((await fs.list(DIRECTORY)).map((name) => contentOf(fs, `${DIRECTORY}/${name}`)))
    expect(after).toEqual(before)
  })

  test.each<[string, (fs: SimulatedFileSystem) => Promise<unknown>, RegExp]>([
    [
      'gone',
      (fs) => fs.unlink(FIRST),
      /has no journal of generation 1, though the game was started\. Restore its files/,
    ],
    ['empty', (fs) => overwrite(fs, FIRST, ''), /1-000000000001.ndjson is damaged at byte 0: its first line cannot be/],
    [
      'zeros',
      (fs) => edit(fs, FIRST, (content) => '\0'.repeat(content.length)),
      /damaged at byte 0: its first line cannot/,
    ],
  ])('a journal that was begun and is %s', async (_name, damage, words) => {
    const fs = await journalOf(3)
    await damage(fs)
    const before = await fs.list(DIRECTORY)
    await expect(openFileJournal(optionsOn(fs, { generation: 1 }))).rejects.toThrow(words)
    expect(await fs.list(DIRECTORY)).toEqual(before)
  })

  const SNAPSHOTS = [
    { generation: 1, seq: 3, path: 'newest' },
    { generation: 1, seq: 1, path: 'older' },
  ]

  test.each<[string, (content: string) => string, RegExp]>([
    ['damaged', (content) => content.replace('{"seq":3}', '{"seq":9}'), /lost entry 3, .* \(data.* is damaged: its ch/],
    ['cut off', (content) => content.replace(/\{"seq":3\}.*\n#.*\n/, ''), /lost entry 3, which a snapshot includes\./],
    ['torn', (content) => content.slice(0, -5), /lost entry 3, .*Restore its files from a backup; or.* delete newest$/],
  ])('a last batch that a snapshot was made of, %s', async (_name, change, words) => {
    const fs = await journalOf(3)
    await edit(fs, FIRST, change)
    const before = await contentOf(fs, FIRST)
    await expect(openFileJournal(optionsOn(fs, { checkpoints: SNAPSHOTS }))).rejects.toThrow(words)
    expect(await contentOf(fs, FIRST)).toBe(before)
    const older = { checkpoints: [{ generation: 1, seq: 2, path: 'x' }] }
    expect((await openFileJournal(optionsOn(fs, older))).lastSeq).toBe(2)
  })

  test.each<[string, string, RegExp, readonly string[], number]>([
    [
      FIRST,
      '{"seq":2}',
      /to discard everything after entry 1, cut it to (\d+) bytes and delete (.*)$/,
      [SECOND, 'newest'],
      1,
    ],
    [SECOND, '{"seq":5}', /to discard everything after entry 4, cut it to (\d+) bytes()$/, [], 4],
    [SECOND, '{"format"', /to discard everything after entry 3, ()delete (.*)$/, [SECOND], 3],
  ])('the way on without a copy is told at once: %s, %s', async (path, part, words, deleted, last) => {
    const fs = await journalOf(6, { segmentBytes: 400 })
    await edit(fs, path, (content) => content.replace(part, '{"other"'))
    const refusal: unknown = await openFileJournal(optionsOn(fs, { checkpoints: SNAPSHOTS })).catch((error) => error)
    const [, bytes = '', paths = ''] = words.exec(String(refusal)) ?? []
    expect(paths).toBe(deleted.join(' and '))
    for (const each of deleted) if (each !== 'newest') await fs.unlink(each)
    if (bytes !== '') await edit(fs, path, (content) => content.slice(0, Number(bytes)))
    const checkpoints = SNAPSHOTS.filter((snapshot) => !deleted.includes(snapshot.path))
    expect((await openFileJournal(optionsOn(fs, { checkpoints }))).lastSeq).toBe(last)
  })

  test('of a journal that is lost as a whole, that it is', async () => {
    const fs = await journalOf(6, { segmentBytes: 400 })
    await edit(fs, FIRST, (content) => content.replace('{"format"', '{"other"'))
    const opened = openFileJournal(optionsOn(fs))
    await expect(opened).rejects.toThrow(/without one the journal is lost: to start a new game, delete the whole data/)
  })

  test('of a beginning that a snapshot does without: the game is kept without it', async () => {
    const fs = await journalOf(6, { segmentBytes: 400 })
    await edit(fs, FIRST, (content) => content.replace('{"format"', '{"other"'))
    const opened = openFileJournal(optionsOn(fs, { checkpoints: SNAPSHOTS }))
    await expect(opened).rejects.toThrow(
      `; or, to keep the game and discard its history before entry 4, delete ${FIRST}`,
    )
    await fs.unlink(FIRST)
    expect(await openFileJournal(optionsOn(fs, { checkpoints: SNAPSHOTS }))).toMatchObject({ firstSeq: 4, lastSeq: 6 })
  })

  test('everything that a snapshot was made of', async () => {
    const options = optionsOn(new SimulatedFileSystem(), { checkpoints: SNAPSHOTS })
    await expect(openFileJournal(options)).rejects.toThrow(/lost entries 1 to 3, .* delete newest and older$/)
  })

  test('a history of several generations, of which nothing names the live one', async () => {
    const fs = await journalOf(3)
    const checkpoints = [{ generation: 2, seq: 1, path: 'x' }]
    await expect(openFileJournal(optionsOn(fs, { checkpoints }))).rejects.toThrow(
      'gamify cannot tell which of 2 histories in data/staging/journal is the live one. Restore game.json from a backup',
    )
  })

  test('in the middle of a long batch, found when it is read later', async () => {
    const fs = await journalOf(6)
    const journal = await openFileJournal(optionsOn(fs))
    await edit(fs, FIRST, (content) => content.replace('{"seq":3}', '{"seq":9}'))
    await expect(Array.fromAsync(journal.read(1))).rejects.toThrow(
      /damaged at byte \d+: the checksum of entry 3 is wrong/,
    )
    await expect(journal.texts([3])).rejects.toThrow(/the checksum of entry 3 is wrong/)
    expect(await journal.texts([2])).toEqual([text(2)])
  })
})

const HEADER: SegmentHeader = {
  format: 1,
  program: '1.0.0',
  runtime: 'staging',
  generation: 1,
  first: 4,
  chain: checksum(text(3)),
  parent: null,
  design: null,
}

describe('generations', () => {
  const begin = async (fs: SimulatedFileSystem, generation: number, parent: number, seq: number): Promise<void> => {
    const chain = checksum(text(seq))
    const header = { ...HEADER, generation, first: seq + 1, chain, parent: { generation: parent, seq } }
    await (await createSegment(fs, DIRECTORY, header, true)).handle.close()
  }

  test('one goes on from where it left its parent', async () => {
    const fs = await journalOf(8, { segmentBytes: 400 })
    await begin(fs, 2, 1, 5)
    const journal = await openFileJournal(optionsOn(fs, { generation: 2 }))
    expect(journal).toMatchObject({ firstSeq: 1, lastSeq: 5, lastSum: checksum(text(5)) })
    await journal.append(6, '{"other":6}', checksum('{"other":6}'))
    expect((await Array.fromAsync(journal.read(4))).map((line) => line.text)).toEqual([text(4), text(5), '{"other":6}'])
    expect(await journal.texts([5, 6, 7])).toEqual([text(5), '{"other":6}', undefined])
    expect([journal.holds(1, 5), journal.holds(1, 6), journal.holds(2, 5), journal.holds(2, 6)]).toEqual([
      true,
      false,
      true,
      true,
    ])
    await journal.close()
    const old = await openFileJournal(optionsOn(fs, { generation: 1 }))
    expect(await seqsOf(old)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('one may begin where its parent began', async () => {
    const fs = await journalOf(8)
    await begin(fs, 2, 1, 5)
    await begin(fs, 3, 2, 5)
    await begin(fs, 4, 3, 2)
    const journal = await openFileJournal(optionsOn(fs, { generation: 4 }))
    expect(await seqsOf(journal)).toEqual([1, 2])
    expect(journal.lastSum).toBe(checksum(text(2)))
  })

  test('damage after the point where it left its parent does not matter to it, damage before does', async () => {
    const fs = await journalOf(8)
    await begin(fs, 2, 1, 5)
    await edit(fs, FIRST, (content) => content.replace('{"seq":7}', '{"seq":0}'))
    expect(await seqsOf(await openFileJournal(optionsOn(fs, { generation: 2 })))).toEqual([1, 2, 3, 4, 5])
    await edit(fs, FIRST, (content) => content.replace('{"seq":5}', '{"seq":0}'))
    await expect(openFileJournal(optionsOn(fs, { generation: 2 }))).rejects.toThrow('its checksum is wrong')
  })

  test('one that is not there is not begun by accident', async () => {
    const fs = await journalOf(3)
    await expect(openFileJournal(optionsOn(fs, { generation: 2 }))).rejects.toThrow(
      `${DIRECTORY} has no journal of generation 2`,
    )
    await overwrite(fs, `${DIRECTORY}/2-000000000003.ndjson`, '{"form')
    await expect(openFileJournal(optionsOn(fs, { generation: 2 }))).rejects.toThrow('its first line cannot be read')
  })
})

describe('what a start has read is on disk', () => {
  const seenTwice = async (crashed: SimulatedFileSystem): Promise<number> => {
    const journal = await openFileJournal(optionsOn(crashed))
    const seqs = await seqsOf(journal)
    expect(await seqsOf(await openFileJournal(optionsOn(crashed.crash('none'))))).toEqual(seqs)
    return seqs.length
  }

  test('though the program before could not sync it', async () => {
    const lengths = new Set<number>()
    for (let seed = 1; seed <= 100; seed += 1) {
      const fs = new SimulatedFileSystem(seed)
      const journal = await openFileJournal(optionsOn(fs))
      await appendAlone(journal, 3)
      fs.fault = { at: fs.operations + 1, kind: 'EIO' }
      await expect(journal.append(4, text(4), checksum(text(4)))).rejects.toThrow('EIO')
      lengths.add(await seenTwice(fs.crash('all')))
    }
    expect(lengths).toEqual(new Set([3, 4]))
  })

  test('though the program before did not sync', async () => {
    const fs = new SimulatedFileSystem()
    const journal = await openFileJournal(optionsOn(fs, { durability: 'off' }))
    await appendAlone(journal, 3)
    expect(await seenTwice(fs.crash('all'))).toBe(3)
  })
})

test('without syncs, a power failure leaves what was synced for a snapshot', async () => {
  const fs = new SimulatedFileSystem()
  const journal = await openFileJournal(optionsOn(fs, { durability: 'off' }))
  for (const seq of [1, 2, 3]) void journal.append(seq, text(seq), checksum(text(seq)))
  await journal.sync()
  await appendAlone(journal, 5)
  expect(await seqsOf(await openFileJournal(optionsOn(fs.crash('none'))))).toEqual([1, 2, 3])
})

test('without syncs, a power failure leaves the closed segments whole', async () => {
  const fs = new SimulatedFileSystem()
  const journal = await openFileJournal(optionsOn(fs, { durability: 'off', segmentBytes: 400 }))
  await appendAlone(journal, 8)
  const again = await openFileJournal(optionsOn(fs.crash('none')))
  expect(await seqsOf(again)).toEqual([1, 2, 3, 4, 5, 6])
})
