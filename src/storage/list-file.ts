import { basename, dirname } from 'node:path'
import { turns } from '../async/turns.ts'
import { checksum } from './checksum.ts'
import { openDirectory, writeWhole } from './durable-file.ts'
import type { FileHandle, FileSystem } from './fs.ts'
import { inSlices } from '../async/time-slice.ts'
import { formatLine, lineEnd, lineSum, lineText } from './segment-format.ts'
import { orStorageFailure, storageFailure } from './storage-error.ts'

/** So many items stand in a line of a file that is written anew. */
const ITEMS_PER_LINE = 500

/** Where a list is, and what it may hold. */
export interface ListFileOptions<T> {
  readonly fs: FileSystem
  /** Its directory is made if it is not there. */
  readonly path: string
  /** The format of its items: the first line tells it. */
  readonly format: number
  /** Checks the items of a line; throws, in words, what is wrong with them. */
  readonly parse: (items: unknown) => readonly T[]
  /** What to do with a file that cannot be used. */
  readonly advice: string
}

/** A list on disk that grows at its end, at the cost of what is added. */
export interface ListFile<T> {
  /** As it was when it was opened. */
  readonly found: readonly T[]
  /** Adds an item; resolves when it is on disk. What comes while a write is under way goes into the next one together. */
  add(item: T): Promise<void>
  /** Writes the file anew, from items that are asked for a few at a time once its turn has come: whole, or not at all. */
  replace(items: () => Iterable<T>): Promise<void>
}

/**
 * Opens a list. There is no file until something is written. A write adds one line of JSON with its checksum, so that one
 * that was torn is the last: it is cut off, and any other that is not as it was written is refused. Throws StorageError,
 * `add` and `replace` too.
 */
export async function openListFile<T>(options: ListFileOptions<T>): Promise<ListFile<T>> {
  const { fs, path, format, parse, advice } = options
  const header = lineOf({ format })
  const { found, end, isTorn } = await readList().catch((cause: unknown) => {
    throw storageFailure(`${path} cannot be used`, cause, advice)
  })
  const inTurn = turns(1)
  /** Where the next line begins; 0 while there is no file. */
  let size = end
  let hasTail = isTorn
  let waiting: T[] = []
  let next = Promise.resolve()

  async function readList() {
    await openDirectory(fs, dirname(path), (name) => name === basename(path))
    const bytes = await fs.readFile(path)
    if (!bytes) return { found: [], end: 0, isTorn: false }
    const list = itemsIn(bytes, format, parse)
    await settle(bytes.subarray(list.last, list.end), list.last)
    return list
  }

  /**
   * Writes the last line once more: it may come from memory that the program before us could not bring to disk, and a
   * failed sync leaves that looking clean. Those before it were synced, or the next one would not have been added.
   */
  async function settle(line: Buffer, at: number): Promise<void> {
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
      // The first that waits takes the turn, for all that come until it has it.
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
  let some: T[] = []
  for (const item of items) {
    some.push(item)
    if (some.length < ITEMS_PER_LINE) continue
    yield lineOf(some)
    some = []
  }
  if (some.length > 0) yield lineOf(some)
}

/** The items of a file, where its last good line begins and ends, and whether something follows that. */
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

/** Where the first line ends, which must tell this format. */
function checkHeader(bytes: Buffer, format: number): number {
  const end = lineEnd(bytes, 0) ?? bytes.length
  const header = valueIn(bytes, 0, end)
  if (typeof header !== 'object' || header === null || !('format' in header)) throw new Error('it is damaged')
  if (header.format !== format)
    throw new Error(`it has format ${String(header.format)}, this version of gamify reads format ${format}`)
  return end
}

/** What a line holds; undefined where it is not as it was written. */
function valueIn(bytes: Buffer, start: number, end: number): unknown {
  const text = lineText(bytes, start, end).toString()
  return lineSum(bytes, start, end) === checksum(text) ? JSON.parse(text) : undefined
}
