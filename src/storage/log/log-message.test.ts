import { expect, test } from 'vitest'
import { addEntry, newBatch, sealBatch } from '../batch.ts'
import { checksum } from '../checksum.ts'
import { StorageError } from '../storage-error.ts'
import {
  batchContent,
  claimMessage,
  contentMessages,
  documentContent,
  LogRecords,
  MESSAGE_BYTES,
  type LogContent,
} from './log-message.ts'
import type { LogMessage } from './replicated-log.ts'

const HISTORY = { runtime: 'staging', generation: 3 }

function batchOf(first: number, ...texts: readonly string[]): Buffer {
  const batch = newBatch(first, 7)
  for (const text of texts) addEntry(batch, text, checksum(text))
  return sealBatch(batch)
}

let ids = 0
const sent = (writer: string, content: LogContent): readonly LogMessage[] =>
  contentMessages(writer, () => String((ids += 1)), content)
const messagesOf = (writer: string, batch: Buffer): readonly LogMessage[] => sent(writer, batchContent(HISTORY, batch))

const claim = (writer: string): LogMessage => claimMessage(writer, `claim of ${writer}`, { url: 'http://a' })

/** What the messages mean, one after the other. */
function read(...messages: readonly LogMessage[]) {
  const records = new LogRecords()
  return messages.map((message, i) => records.take({ position: i + 1, message }))
}

const large = JSON.stringify('x'.repeat(2.5 * MESSAGE_BYTES))

test('a claim and the entries after it are read as they were written', () => {
  expect(read(claim('a'), ...messagesOf('a', batchOf(5, '{"n":5}', '{"n":6}')))).toEqual([
    { kind: 'claim', writer: 'a', facts: { url: 'http://a' } },
    {
      kind: 'entries',
      history: HISTORY,
      lines: [
        { seq: 5, text: '{"n":5}', sum: checksum('{"n":5}') },
        { seq: 6, text: '{"n":6}', sum: checksum('{"n":6}') },
      ],
    },
  ])
})

test('an entry that is too large for a message counts with the last of its parts', () => {
  const parts = messagesOf('a', batchOf(1, large))
  expect(parts).toHaveLength(3)
  const found = read(claim('a'), ...parts)
  expect(found.slice(1, 3)).toEqual([undefined, undefined])
  expect(found[3]).toMatchObject({ lines: [{ seq: 1, text: large }] })
})

test('a document is read as it was written, also a large one', () => {
  const value = { texts: ['x'.repeat(MESSAGE_BYTES)] }
  const found = read(
    claim('a'),
    ...sent('a', documentContent('album', [])),
    ...sent('a', documentContent('album', value)),
  )
  expect(found.slice(1)).toEqual([
    { kind: 'document', name: 'album', value: [] },
    undefined,
    { kind: 'document', name: 'album', value },
  ])
})

test('parts without the last one count as nothing once another node is the writer', () => {
  const found = read(
    claim('a'),
    ...messagesOf('a', batchOf(1, large)).slice(0, 2),
    claim('b'),
    ...messagesOf('b', batchOf(1, '{}')),
  )
  expect(found.at(-1)).toMatchObject({ kind: 'entries', lines: [{ seq: 1, text: '{}' }] })
})

const [whole] = messagesOf('a', batchOf(1, '{"n":1}', '{"n":2}'))
const [part, , last] = messagesOf('a', batchOf(1, large))

test.each<[string, string, readonly (LogMessage | undefined)[]]>([
  ['of a node that is not the writer', 'it is not from the writer b, but from a', [claim('a'), claim('b'), whole]],
  [
    'of a later format',
    'it has format 2, and this version of gamify reads format 1',
    [{ ...claim('a'), headers: { ...claim('a').headers, format: '2' } }],
  ],
  ['of a kind of a later version', "does not know its kind 'wish'", [{ headers: { kind: 'wish' }, data: Buffer.of() }]],
  ['of another program', 'it is not one of gamify', [{ headers: {}, data: Buffer.of(1, 255) }]],
  ['that claims with garbage', 'a claim has no facts of its node', [{ ...claim('a'), data: Buffer.from('garbage') }]],
  ['that claims with nothing', 'a claim has no facts of its node', [{ ...claim('a'), data: Buffer.from('null') }]],
  ['that is a part without the one before', 'it is part 3 of 3, after 1', [claim('a'), part, last]],
  [
    'in which a bit is another',
    'the checksum of its entry 1 is wrong',
    [
      claim('a'),
      whole && { ...whole, data: Buffer.from(Buffer.from(whole.data).toString().replace('"n":1', '"n":3')) },
    ],
  ],
  ['that is cut', 'it has no seal', [claim('a'), whole && { ...whole, data: whole.data.subarray(0, -5) }]],
  [
    'that has more than a batch',
    'its seal does not agree with its entries',
    [claim('a'), whole && { ...whole, data: Buffer.concat([whole.data, Buffer.from('more\n')]) }],
  ],
])('a message %s is refused', (_, why, messages) => {
  const all = messages.flatMap((message) => message ?? [])
  expect(() => read(...all)).toThrow(StorageError)
  expect(() => read(...all)).toThrow(`The message ${all.length} of the log cannot be used`)
  expect(() => read(...all)).toThrow(why)
})
