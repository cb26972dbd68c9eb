import { basename, dirname } from 'node:path'
import { inSlices } from '../async/time-slice.ts'
import { turns } from '../async/turns.ts'
import { checksum } from './checksum.ts'
import { openDirectory, writeWhole } from './durable-file.ts'
import type { FileHandle, FileSystem } from './fs.ts'
import { formatLine, lineEnd, lineSum, lineText } from './segment-format.ts'
import { orStorageFailure, storageFailure } from './storage-error.ts'

/** How many items are in a line when the file is rewritten. */
const ITEMS_PER_LINE = 500

/** Where a list is, and what it may contain. */
export interface ListFileOptions<T> {
  readonly fs: FileSystem
  /** The directory of the file is created if it does not exist. */
  readonly path: string
  /** The format of the items, which the first line names. */
  readonly format: number
  /** Checks the items of a line. Throws an error with a description of what is wrong with them. */
  readonly parse: (items: unknown) => readonly T[]
  /** What to do with a file that cannot be used. */
  readonly advice: string
}

/** A list on disk that grows at its end. A write only costs what is added. */
export interface ListFile<T> {
  /** The items that were found when the list was opened. */
  readonly found: readonly T[]
  /** Adds an item; resolves when it is on disk. Items that are added during a write share the next one. */
  add(item: T): Promise<void>
  /** Rewrites the file, whole or not at all. The items are requested a few at a time once the write begins. */
  replace(items: () => Iterable<T>): Promise<void>
}

/**
 * Opens a list. There is no file until something is written. Each write adds one line of JSON with its checksum, so
 * only the last line can be torn. A torn last line is cut off; any other damaged line is an error. Throws StorageError,
 * and so do `add` and `replace`.
 */
export async function openListFile<T>(options: ListFileOptions<T>): Promise<ListFile<T>> {
  const { fs, path, format, parse, advice } = options
  const header = lineOf({ format })
  const { found, end, isTorn } = await readList().catch((cause: unknown) => {
    throw storageFailure(`${path} cannot be used`, cause, advice)
  })
  const inTurn = turns(1)
  /** The offset of the next line; 0 while there is no file. */
  let size = end
  let hasTail = isTorn
  let waiting: T[] = []
  let next = Promise.resolve()

  async function readList() {
    await openDirectory(fs, dirname(path), (name) => name === basename(path))
    const bytes = await fs.readFile(path)
    if (!bytes) return { found: [], end: 0, isTorn: false }
    const list = itemsIn(bytes, format, parse)
    await rewriteLine(bytes.subarray(list.last, list.end), list.last)
    return list
  }

  /**
   * Writes the last line once more. What was read may come from memory that an earlier run could not write to disk,
   * because a failed sync leaves the memory looking clean. The lines before it were synced, or it would not have been
   * added.
   */
  async function rewriteLine(line: Buffer, at: number): Promise<void> {
    const handle = await fs.open(path, 'write')
    try {
      await handle.write(line, at)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  async function append(items: readonly T[]): Promise<void> {
    const line = lineOf(items)
    const handle = await fs.open(path, 'write')
    try {
      if (hasTail) await handle.truncate(size)
      hasTail = true
      await handle.write(line, size)
      await handle.sync()
    } finally {
      await handle.close()
    }
    hasTail = false
    size += line.length
  }

  async function rewrite(items: Iterable<T>): Promise<void> {
    let written = 0
    const write = async (handle: FileHandle): Promise<void> => {
      for await (const line of inSlices(linesOf(header, items))) {
        await handle.write(line, written)
        written += line.length
      }
    }
    await writeWhole(fs, path, write, { ownerOnly: true })
    size = written
    hasTail = false
  }

  const orFailure = (run: () => Promise<void>) => orStorageFailure(`${path} cannot be written`, run)
  return {
    found,
    add(item) {
      waiting.push(item)
      // The first waiting item requests the turn, for all items that are added until it begins.
      if (waiting.length === 1) {
        next = inTurn(() => {
          const items = waiting
          waiting = []
          return orFailure(() => (size === 0 ? rewrite(items) : append(items)))
        })
      }
      return next
    },
    replace: (items) => inTurn(() => orFailure(() => rewrite(items()))),
  }
}

function lineOf(value: unknown): Buffer {
  const text = JSON.stringify(value)
  return Buffer.from(formatLine(text, checksum(text)))
}

function* linesOf<T>(header: Buffer, items: Iterable<T>): Generator<Buffer> {
  yield header
  let batch: T[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < ITEMS_PER_LINE) continue
    yield lineOf(batch)
    batch = []
  }
  if (batch.length > 0) yield lineOf(batch)
}

/** Returns the items of a file, the offsets of its last good line, and whether something follows that line. */
function itemsIn<T>(bytes: Buffer, format: number, parse: (items: unknown) => readonly T[]) {
  const found: T[] = []
  let last = 0
  let end = checkHeader(bytes, format)
  while (end < bytes.length) {
    const next = lineEnd(bytes, end) ?? bytes.length
    const items = valueIn(bytes, end, next)
    if (items === undefined && next === bytes.length) break
    if (items === undefined) throw new Error('it is damaged')
    for (const item of parse(items)) found.push(item)
    last = end
    end = next
  }
  return { found, last, end, isTorn: end < bytes.length }
}

/** Returns the end of the first line, which must name this format. */
function checkHeader(bytes: Buffer, format: number): number {
  const end = lineEnd(bytes, 0) ?? bytes.length
  const header = valueIn(bytes, 0, end)
  if (typeof header !== 'object' || header === null || !('format' in header)) throw new Error('it is damaged')
  if (header.format !== format)
    throw new Error(`it has format ${String(header.format)}, this version of gamify reads format ${format}`)
  return end
}

/** Returns the value of a line; undefined if the line is damaged. */
function valueIn(bytes: Buffer, start: number, end: number): unknown {
  const text = lineText(bytes, start, end).toString()
  return lineSum(bytes, start, end) === checksum(text) ? JSON.parse(text) : undefined
}
