import { formatLine, formatSeal, lineBytes } from './segment-format.ts'
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
