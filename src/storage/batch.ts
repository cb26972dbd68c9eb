import { crc32 } from 'node:zlib'
import { checksum } from './checksum.ts'
import type { JournalLine } from './journal.ts'
import { formatLine, formatSeal, isSeal, lineBytes, lineEnd, lineSum, lineText, parseSeal } from './segment-format.ts'
import { ENTRIES_PER_BLOCK } from './segment.ts'

/** The entries of one write, while they wait for it. All callers that append to a batch share one promise. */
export interface Batch {
  readonly first: number
  /** The checksum of the entry before `first`. */
  readonly chain: number
  last: number
  lines: string
  /** The length of `lines` in UTF-8. */
  bytes: number
  /** The entries that begin a block, each with its offset within `lines` in bytes. */
  readonly blocks: { readonly seq: number; readonly offset: number }[]
  /** When it was begun, as `performance.now()` tells it. */
  readonly begunMs: number
  readonly done: PromiseWithResolvers<void>
}

/** Creates an empty batch, to begin with entry `first`. */
export function newBatch(first: number, chain: number): Batch {
  const done = Promise.withResolvers<void>()
  // A caller that appends without waiting learns of a failure from its next append.
  done.promise.catch(() => {})
  return { first, chain, last: first - 1, lines: '', bytes: 0, blocks: [], begunMs: performance.now(), done }
}

/** Adds the next entry to a batch. */
export function addEntry(batch: Batch, text: string, sum: number): void {
  batch.last += 1
  if (batch.last % ENTRIES_PER_BLOCK === 0) batch.blocks.push({ seq: batch.last, offset: batch.bytes })
  batch.lines += formatLine(text, sum)
  batch.bytes += lineBytes(text)
}

/** Returns the bytes of a batch with its seal, for a single write. */
export function sealBatch({ first, last, chain, lines, bytes }: Batch): Buffer {
  const content = Buffer.from(lines)
  return Buffer.concat([content, formatSeal({ first, last, chain, bytes }, content)])
}

/**
 * Returns the entries of a sealed batch, and the checksum of the entry before them. Throws an error that says what is wrong
 * if the bytes are not exactly one whole batch.
 */
export function readBatch(bytes: Buffer): { readonly chain: number; readonly lines: readonly JournalLine[] } {
  const read: { readonly text: string; readonly sum: number }[] = []
  let start = 0
  for (let end = lineEnd(bytes, 0); end !== undefined && !isSeal(bytes, start); end = lineEnd(bytes, start)) {
    const text = lineText(bytes, start, end).toString()
    const sum = lineSum(bytes, start, end)
    if (sum === undefined || checksum(text) !== sum)
      throw new Error(`the checksum of its entry ${read.length + 1} is wrong`)
    read.push({ text, sum })
    start = end
  }
  const end = lineEnd(bytes, start)
  if (end === undefined) throw new Error('it has no seal')
  const text = lineText(bytes, start, end)
  if (crc32(text, crc32(bytes.subarray(0, start))) !== lineSum(bytes, start, end))
    throw new Error('the checksum of its seal is wrong')
  const seal = parseSeal(text)
  if (!seal || end !== bytes.length || seal.bytes !== start || seal.last - seal.first + 1 !== read.length)
    throw new Error('its seal does not agree with its entries')
  return { chain: seal.chain, lines: read.map((line, i) => ({ seq: seal.first + i, ...line })) }
}
