import { crc32 } from 'node:zlib'
import type { FileHandle } from './fs.ts'
import { lineWindows, type LineWindow } from './line-windows.ts'
import { isSeal, lineEnd, lineSum, lineText, parseSeal, type Seal } from './segment-format.ts'
import { blockOf, indexEntry, type Segment } from './segment.ts'

/**
 * The result of a scan: the checksum of the segment's last entry, where its last good batch starts, and why the scan
 * stopped there.
 */
export interface ScanResult {
  readonly sum: number
  readonly tail: number
  readonly trouble: Trouble | undefined
}

/** Describes what is wrong with the batch that starts at the segment's `end`. */
interface Trouble {
  readonly what: string
  /** Whether its checksum is right, so that an interrupted write cannot be the reason. */
  readonly whole: boolean
}

/**
 * The progress of a scan. `segment` has what is sealed and checked; the other fields are about the batch that is being
 * read.
 */
interface Scan {
  readonly segment: Segment
  readonly until: number
  /** The checksum of the last sealed entry, or of entry `until`. */
  sum: number
  tail: number
  /** The checksum of the batch's bytes in earlier windows. */
  crc: number
  entries: number
  lastSum: number | undefined
  untilSum: number | undefined
}

/**
 * Checks the batches of a segment of which only the header is known, and fills in its last entry, its end and its
 * blocks. Stops at the first batch that is damaged or incomplete, and after the batch that contains `until`, because
 * later batches are not part of the live history. `chain` is the checksum of the entry before the segment.
 */
export async function scanSegment(
  handle: FileHandle,
  segment: Segment,
  chain: number,
  until: number,
): Promise<ScanResult> {
  const size = await handle.size()
  const batch = { crc: 0, entries: 0, lastSum: undefined, untilSum: undefined }
  const scan: Scan = { segment, until, sum: chain, tail: 0, ...batch }
  let trouble: Trouble | undefined
  for await (const window of lineWindows(handle, segment.end, size)) {
    trouble = scanWindow(scan, window)
    if (trouble !== undefined || segment.last >= until) break
  }
  if (segment.last < until && segment.end < size)
    trouble ??= { what: 'the file ends in the middle of a batch', whole: false }
  segment.last = Math.min(segment.last, until)
  segment.blocks.length = Math.max(blockOf(segment, segment.last) + 1, 1)
  return { sum: scan.sum, tail: scan.tail, trouble }
}

/**
 * Whether the bytes from `from` on are more than one write, which ends with its seal. Only the last write can be
 * unfinished, because each is on disk before the next begins.
 */
export async function isMoreThanOneWrite(handle: FileHandle, from: number): Promise<boolean> {
  const size = await handle.size()
  for await (const { bytes, offset } of lineWindows(handle, from, size)) {
    for (let start = 0, end = lineEnd(bytes, 0); end !== undefined; start = end, end = lineEnd(bytes, start)) {
      const seal = isSeal(bytes, start) ? parseSeal(lineText(bytes, start, end)) : undefined
      if (seal && (offset + end < size || offset + start - seal.bytes > from)) return true
    }
  }
  return false
}

/** Scans whole lines. Returns what is wrong with the batch at which it had to stop. */
function scanWindow(scan: Scan, { bytes, offset }: LineWindow): Trouble | undefined {
  const { segment } = scan
  let batchStart = 0
  let lastStart = -1
  for (let start = 0, end = lineEnd(bytes, 0); end !== undefined; start = end, end = lineEnd(bytes, start)) {
    if (!isSeal(bytes, start)) {
      scan.entries += 1
      const seq = segment.last + scan.entries
      indexEntry(segment, seq, offset + start)
      if (seq === scan.until) scan.untilSum = lineSum(bytes, start, end)
      lastStart = start
      continue
    }
    if (lastStart >= 0) scan.lastSum = lineSum(bytes, lastStart, start)
    const text = lineText(bytes, start, end)
    const crc = crc32(text, crc32(bytes.subarray(batchStart, start), scan.crc))
    if (crc !== lineSum(bytes, start, end)) return { what: 'its checksum is wrong', whole: false }
    const what = closeBatch(scan, text, offset + start)
    if (what !== undefined) return { what, whole: true }
    segment.end = offset + end
    if (segment.last >= scan.until) return undefined
    batchStart = end
    lastStart = -1
  }
  scan.crc = crc32(bytes.subarray(batchStart), scan.crc)
  if (lastStart >= 0) scan.lastSum = lineSum(bytes, lastStart, bytes.length)
  return undefined
}

/**
 * Accepts the batch that ends before the seal at `offset` if the seal agrees with what was found. Otherwise describes
 * the problem.
 */
function closeBatch(scan: Scan, text: Buffer, offset: number): string | undefined {
  const { segment } = scan
  const seal = parseSeal(text)
  const found: Seal = {
    first: segment.last + 1,
    last: segment.last + scan.entries,
    chain: scan.sum,
    bytes: offset - segment.end,
  }
  if (!seal || scan.entries === 0 || scan.lastSum === undefined) return 'its last line cannot be read'
  if (seal.first !== found.first || seal.last !== found.last || seal.bytes !== found.bytes) {
    return `expected entries ${found.first} to ${found.last} here, found ${seal.first} to ${seal.last}`
  }
  if (seal.chain !== found.chain) return `entry ${seal.first} does not follow from the one before it`
  scan.tail = segment.end
  scan.sum = scan.untilSum ?? scan.lastSum
  segment.last = found.last
  Object.assign(scan, { crc: 0, entries: 0, lastSum: undefined })
  return undefined
}
