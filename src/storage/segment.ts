import { join } from 'node:path'
import type { FileHandle, FileSystem } from './fs.ts'
import { historyName } from './history-name.ts'
import { formatHeader, type SegmentHeader } from './segment-format.ts'

/** One offset is kept in memory for this many entries. */
export const ENTRIES_PER_BLOCK = 64

/**
 * What is known of a segment file: it contains the entries `first` to `last` of the live history in its bytes up to
 * `end`.
 */
export interface Segment {
  readonly path: string
  readonly header: SegmentHeader
  readonly first: number
  /** `first - 1` while there are no entries. */
  last: number
  end: number
  /**
   * The offset of each block of entries. A block begins at each multiple of ENTRIES_PER_BLOCK, the first one at
   * `first`.
   */
  readonly blocks: number[]
}

/** Returns the index of the block that contains this entry. */
export function blockOf(segment: Pick<Segment, 'first'>, seq: number): number {
  return Math.floor(seq / ENTRIES_PER_BLOCK) - Math.floor(segment.first / ENTRIES_PER_BLOCK)
}

/** Returns the seq of the first entry in a block. */
export function blockStart(segment: Segment, block: number): number {
  return Math.max(segment.first, (Math.floor(segment.first / ENTRIES_PER_BLOCK) + block) * ENTRIES_PER_BLOCK)
}

/** Records the offset of an entry, if it begins a block. */
export function indexEntry(segment: Segment, seq: number, offset: number): void {
  if (seq % ENTRIES_PER_BLOCK === 0) segment.blocks[blockOf(segment, seq)] = offset
}

/** Creates a segment. It is on disk with its name when this resolves. The handle is open for writing. */
export async function createSegment(
  fs: FileSystem,
  directory: string,
  header: SegmentHeader,
  writeThrough: boolean,
): Promise<{ segment: Segment; handle: FileHandle }> {
  const path = join(directory, historyName({ generation: header.generation, seq: header.first }))
  const bytes = formatHeader(header)
  const handle = await fs.open(path, 'create', { writeThrough, ownerOnly: true })
  try {
    await handle.write(bytes, 0)
    await handle.sync()
    await fs.syncDirectory(directory)
  } catch (error) {
    await handle.close()
    await fs.unlink(path).catch(() => {})
    throw error
  }
  return { segment: newSegment(path, header, bytes.length), handle }
}

/** Returns a segment of which only the header is known. */
export function newSegment(path: string, header: SegmentHeader, headerBytes: number): Segment {
  return { path, header, first: header.first, last: header.first - 1, end: headerBytes, blocks: [headerBytes] }
}
