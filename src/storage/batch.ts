import { formatLine, formatSeal, lineBytes } from './segment-format.ts'
import { ENTRIES_PER_BLOCK } from './segment.ts'

/** The entries of one write, while they wait for it; who appended them shares one promise. */
export interface Batch {
  readonly first: number
  /** The sum of the entry before `first`. */
  readonly chain: number
  last: number
  lines: string
  /** Of `lines`, in UTF-8. */
  bytes: number
  /** Where entries that begin a block start within `lines`, in bytes. */
  readonly blocks: { readonly seq: number; readonly offset: number }[]
  readonly done: PromiseWithResolvers<void>
}

/** A batch without entries yet, to begin with this one. */
export function newBatch(first: number, chain: number): Batch {
  const done = Promise.withResolvers<void>()
  // Who appends without waiting learns of a failure from the next append.
  done.promise.catch(() => {})
  return { first, chain, last: first - 1, lines: '', bytes: 0, blocks: [], done }
}

/** Puts the next entry into a batch. */
export function addEntry(batch: Batch, text: string, sum: number): void {
  batch.last += 1
  if (batch.last % ENTRIES_PER_BLOCK === 0) batch.blocks.push({ seq: batch.last, offset: batch.bytes })
  batch.lines += formatLine(text, sum)
  batch.bytes += lineBytes(text)
}

/** The bytes of a batch with its seal, to be written at one go. */
export function sealBatch({ first, last, chain, lines, bytes }: Batch): Buffer {
  const content = Buffer.from(lines)
  return Buffer.concat([content, formatSeal({ first, last, chain, bytes }, content)])
}
