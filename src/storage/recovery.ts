import { join } from 'node:path'
import type { FileHandle, FileSystem } from './fs.ts'
import { comparePlaces, parseHistoryName, type HistoryPlace } from './history-name.ts'
import { HEADER_BYTES, parseHeader, SEGMENT_FORMAT } from './segment-format.ts'
import { hasGoodBatch, scanSegment } from './segment-scan.ts'
import { newSegment, type Segment } from './segment.ts'
import { StorageError, storageFailure } from './storage-error.ts'

/** Which history is looked for, and where. */
export interface JournalPlace {
  readonly fs: FileSystem
  readonly directory: string
  readonly runtime: string
  readonly generation: number
}

/** The live history as it was found. */
export interface Recovered {
  /** Oldest first; empty when there is no history yet. */
  readonly segments: Segment[]
  /** Of the newest entry. */
  readonly lastSum: number
  /** How much of an unfinished write was cut off the end; nobody was answered for it. */
  readonly cutBytes: number
}

/** A file that holds entries from `seq` on; those after `until` are not part of the live history. */
interface SegmentFile extends HistoryPlace {
  readonly path: string
  readonly until: number
}

/**
 * Reads the segments of a generation, and of those that it continues, and checks every batch of them. A write that was
 * not finished is cut off the end, and nothing else is ever changed: anything that cannot have come from a stop is
 * damage and a StorageError. What was found is on disk when this resolves.
 */
export async function recoverSegments(place: JournalPlace): Promise<Recovered> {
  try {
    const files = await segmentFiles(place)
    return await recoverFiles(place, await lineage(place, files, place.generation, Infinity))
  } catch (cause) {
    if (cause instanceof StorageError) throw cause
    throw storageFailure(`The journal in ${place.directory} cannot be read`, cause)
  }
}

async function segmentFiles({ fs, directory }: JournalPlace): Promise<SegmentFile[]> {
  const files: SegmentFile[] = []
  for (const name of await fs.list(directory)) {
    const named = parseHistoryName(name)
    if (named) files.push({ ...named, path: join(directory, name), until: Infinity })
  }
  return files.toSorted(comparePlaces)
}

/** The files that hold the history of this generation up to a seq, those of its parents first. */
async function lineage(
  place: JournalPlace,
  files: readonly SegmentFile[],
  generation: number,
  until: number,
): Promise<SegmentFile[]> {
  const own = files.filter((file) => file.generation === generation)
  const oldest = own[0]
  if (!oldest) {
    if (files.length === 0) return []
    throw new StorageError(`${place.directory} has no journal of generation ${generation}, which others there name`)
  }
  const parent = await withFile(
    place.fs,
    oldest.path,
    'read',
    async (handle) => (await readHeader(handle, oldest.path))?.header.parent,
  )
  if (parent && parent.generation >= generation) throw damage(oldest.path, 0, 'it names a parent that is not older')
  if (parent === undefined && files.some((file) => file.generation !== generation)) {
    throw damage(oldest.path, 0, 'its first line cannot be read')
  }
  const before = parent ? await lineage(place, files, parent.generation, Math.min(parent.seq, until)) : []
  return [...before, ...own.filter((file) => file.seq <= until).map((file) => ({ ...file, until }))]
}

async function recoverFiles(place: JournalPlace, files: readonly SegmentFile[]): Promise<Recovered> {
  const segments: Segment[] = []
  const state = { lastSum: 0, cutBytes: 0 }
  const torn = await tornSegment(place, files.at(-1))
  const whole = files.filter((file) => file !== torn)
  for (const file of whole) {
    const isTail = file === whole.at(-1) && file.until === Infinity
    await withFile(place.fs, file.path, isTail ? 'write' : 'read', async (handle) => {
      const segment = await openSegment(place, file, handle, segments.at(-1), state.lastSum)
      const { sum, tail, trouble } = await scanSegment(handle, segment, segment.header.chain, file.until)
      if (trouble !== undefined) {
        // A segment that has a successor was synced whole before that was begun, even if the successor is torn.
        if (!isTail || torn || (await hasGoodBatch(handle, segment.end))) throw damage(file.path, segment.end, trouble)
        state.cutBytes = (await handle.size()) - segment.end
      }
      if (isTail) await settleTail(handle, tail, segment.end, state.cutBytes > 0)
      segments.push(segment)
      state.lastSum = sum
    })
  }
  if (torn) {
    await place.fs.unlink(torn.path)
    await place.fs.syncDirectory(place.directory)
  }
  return { segments, ...state }
}

/** The newest segment, if the program stopped before its first line was on disk. */
async function tornSegment({ fs }: JournalPlace, file: SegmentFile | undefined): Promise<SegmentFile | undefined> {
  if (!file) return undefined
  return withFile(fs, file.path, 'read', async (handle) => {
    if (await readHeader(handle, file.path)) return undefined
    if (await hasGoodBatch(handle, 0)) throw damage(file.path, 0, 'its first line cannot be read')
    return file
  })
}

async function openSegment(
  place: JournalPlace,
  file: SegmentFile,
  handle: FileHandle,
  before: Segment | undefined,
  chain: number,
): Promise<Segment> {
  const found = await readHeader(handle, file.path)
  if (!found) throw damage(file.path, 0, 'its first line cannot be read')
  const { header } = found
  if (header.runtime !== place.runtime) {
    throw new StorageError(`${file.path} is a journal of the ${header.runtime} runtime, not of ${place.runtime}`)
  }
  if (header.generation !== file.generation || header.first !== file.seq) {
    throw damage(file.path, 0, `its first line is that of segment ${header.generation}-${header.first}`)
  }
  if (before && header.first !== before.last + 1) {
    throw damage(file.path, 0, `it begins with entry ${header.first}, the segment before it ends with ${before.last}`)
  }
  if (before && header.chain !== chain) throw damage(file.path, 0, 'it does not follow from the segment before it')
  return newSegment(file.path, header, found.bytes)
}

/** The header of a segment and how many bytes it takes; undefined when it is not whole. */
async function readHeader(handle: FileHandle, path: string): Promise<ReturnType<typeof parseHeader>> {
  const found = parseHeader(await handle.read(0, HEADER_BYTES))
  if (!found || found.header.format === SEGMENT_FORMAT) return found
  const { format, program } = found.header
  throw new StorageError(
    `${path} has format ${format}, written by gamify ${program}; this one reads format ${SEGMENT_FORMAT}: ` +
      `use gamify ${program} or a newer one`,
  )
}

/**
 * Cuts what was not finished, and writes the last good batch once more where it stands: it may have been read from
 * memory that the program before us could not bring to disk, and a failed sync leaves that looking clean.
 */
async function settleTail(handle: FileHandle, tail: number, end: number, cut: boolean): Promise<void> {
  if (cut) await handle.truncate(end)
  await handle.write(await handle.read(tail, end - tail), tail)
  await handle.sync()
}

async function withFile<T>(
  fs: FileSystem,
  path: string,
  mode: 'read' | 'write',
  use: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const handle = await fs.open(path, mode)
  try {
    return await use(handle)
  } finally {
    await handle.close()
  }
}

function damage(path: string, offset: number, what: string): StorageError {
  return new StorageError(
    `${path} is damaged at byte ${offset}: ${what}. Nothing was changed. Put the file back from a copy; or, to give up ` +
      `everything from there on, cut it to ${offset} bytes and delete the segments after it`,
  )
}
