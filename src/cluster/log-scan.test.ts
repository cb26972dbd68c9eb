import { expect, test } from 'vitest'
import { MemoryLog } from '../../test/support/memory-log.ts'
import type { LogMessage } from '../storage/log/replicated-log.ts'
import { documentAt, documentsIn } from './log-scan.ts'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const part = (name: string, which: string, text: string): LogMessage => ({
  headers: { kind: 'document', name, part: which },
  data: Buffer.from(text),
})
const claim: LogMessage = { headers: { kind: 'claim' }, data: Buffer.from('{}') }
const entries: LogMessage = { headers: { kind: 'entries', part: '1/1' }, data: Buffer.from('') }

const access = (messages: LogMessage[], start = 1) => ({
  log: new MemoryLog(messages, start),
  wait,
  ending: new AbortController().signal,
})

test.each<[string, readonly LogMessage[], readonly (readonly [unknown, number])[]]>([
  ['one message', [entries, part('base', '1/1', '1')], [[1, 2]]],
  ['two messages', [part('base', '1/2', '[1,'), part('base', '2/2', '2]'), entries], [[[1, 2], 2]]],
  [
    'a half at the beginning',
    [part('base', '2/2', '2]'), part('base', '1/2', '[3,'), part('base', '2/2', '4]')],
    [[[3, 4], 3]],
  ],
  ['a half before a claim', [part('base', '1/2', '[1,'), claim, part('base', '2/2', '2]')], []],
  ['a half that a new writer repeats', [part('base', '1/2', '[1,'), claim, part('base', '1/1', '5')], [[5, 3]]],
  ['a half before a whole one', [part('base', '1/2', '[1,'), part('base', '1/1', '5')], [[5, 2]]],
  ['another name', [part('live', '1/1', '1'), part('base', '1/1', '2')], [[2, 2]]],
])('%s of documents that are whole', async (_, messages, found) => {
  const until = messages.length
  const documents = await Array.fromAsync(documentsIn({ ...access([...messages]), after: 0, until, names: ['base'] }))
  expect(documents.map(({ value, position }) => [value, position])).toEqual(found)
})

test('a document is read by the position of its last message, unless it was trimmed', async () => {
  const messages = [entries, part('base', '1/2', '[1,'), part('base', '2/2', '2]')]
  expect(await documentAt(access(messages), 3)).toEqual([1, 2])
  await expect(documentAt(access(messages, 3), 3)).rejects.toThrow('The log begins at its message 3 now')
})
