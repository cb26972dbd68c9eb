import { crc32 } from 'node:zlib'
import type { FileSystem } from './fs.ts'
import type { JournalLine } from './journal.ts'
import { lineWindows } from './line-windows.ts'
import { isSeal, lineEnd, lineSum, lineText } from './segment-format.ts'
import { blockOf, blockStart, type Segment } from './segment.ts'
import { StorageError } from './storage-error.ts'

/** Reads the entries `from` to `to` of a segment, in order. The segment must contain them. */
export async function* readSegment(
  fs: FileSystem,
  segment: Segment,
  from: number,
  to: number,
): AsyncGenerator<JournalLine> {
  const block = blockOf(segment, from)
  const handle = await fs.open(segment.path, 'read')
  try {
    let seq = blockStart(segment, block)
    for await (const { bytes, offset } of lineWindows(handle, segment.blocks[block] ?? segment.end, segment.end)) {
      for (let start = 0, end = lineEnd(bytes, 0); end !== undefined; start = end, end = lineEnd(bytes, start)) {
        if (isSeal(bytes, start)) continue
        if (seq > to) return
        if (seq >= from) yield decode(segment, seq, bytes, start, end, offset)
        seq += 1
      }
    }
    if (seq <= to) throw new StorageError(`${segment.path} ends before entry ${seq}, which it held`)
  } finally {
    await handle.close()
  }
}

/**
 * Reads the texts of these entries of a segment. The segment must contain them, and the seqs must be in ascending
 * order.
 */
export async function readTexts(fs: FileSystem, segment: Segment, seqs: readonly number[]): Promise<string[]> {
  const handle = await fs.open(segment.path, 'read')
  const texts: string[] = []
  try {
    for (const [block, requested] of Map.groupBy(seqs, (seq) => blockOf(segment, seq))) {
      const offset = segment.blocks[block] ?? segment.end
      const bytes = await handle.read(offset, (segment.blocks[block + 1] ?? segment.end) - offset)
      texts.push(...textsOfBlock(segment, block, requested, bytes, offset))
    }
  } finally {
    await handle.close()
  }
  return texts
}

function textsOfBlock(segment: Segment, block: number, requested: number[], bytes: Buffer, offset: number): string[] {
  const texts: string[] = []
  let seq = blockStart(segment, block)
  for (let start = 0, end = lineEnd(bytes, 0); end !== undefined; start = end, end = lineEnd(bytes, start)) {
    if (isSeal(bytes, start)) continue
    if (seq === requested[texts.length]) texts.push(decode(segment, seq, bytes, start, end, offset).text)
    if (texts.length === requested.length) return texts
    seq += 1
  }
  throw new StorageError(`${segment.path} ends before entry ${seq}, which it held`)
}

function decode(segment: Segment, seq: number, bytes: Buffer, start: number, end: number, offset: number): JournalLine {
  const text = lineText(bytes, start, end)
  const sum = lineSum(bytes, start, end)
  if (sum === undefined || crc32(text) !== sum) {
    throw new StorageError(
      `${segment.path} is damaged at byte ${offset + start}: the checksum of entry ${seq} is wrong`,
    )
  }
  return { seq, text: text.toString(), sum }
}
