import { join } from 'node:path'
import type { FileHandle, FileSystem } from './fs.ts'
import { comparePlaces, parseHistoryName, type HistoryFile } from './history-name.ts'
import { HEADER_BYTES, parseHeader, SEGMENT_FORMAT } from './segment-format.ts'
import { isMoreThanOneWrite, scanSegment, type ScanResult } from './segment-scan.ts'
import { newSegment, type Segment } from './segment.ts'
import { StorageError, storageFailure } from './storage-error.ts'

/** Which history is looked for, and where. */
export interface JournalPlace {
  readonly fs: FileSystem
  readonly directory: string
  readonly runtime: string
  /** The live generation, which has been begun; undefined where nothing names one yet: the only one there is, else 1. */
  readonly generation: number | undefined
  /**
   * The snapshots that there are, good or bad. Each is proof that the entries up to it were on disk, whatever the
   * durability, because that is when it is given its name.
   */
  readonly snapshots: readonly HistoryFile[]
}

/** The live history as it was found. */
export interface Recovered {
  readonly generation: number
  /** Oldest first; empty when there is no history yet. */
  readonly segments: Segment[]
  /** Of the newest entry. */
  readonly lastSum: number
  /** How much of an unfinished write was cut off the end; nobody was answered for it. */
  readonly cutBytes: number
}

/** A file that holds entries from `seq` on; those after `until` are not part of the live history. */
interface SegmentFile extends HistoryFile {
  readonly until: number
}

/** A segment as it was read; `size` is that of its file. */
interface Scanned extends ScanResult {
  readonly segment: Segment
  readonly size: number
}

/**
 * Reads the segments of a generation, and of those that it continues, and checks every batch of them. A write that was
 * not finished is cut off the end, and nothing else is ever changed: anything that cannot have come from a stop is
 * damage and a StorageError. What was found is on disk when this resolves.
 *
 * With durability `off` an entry is answered when the system has it, so a power failure may take answered ones, those
 * after the newest snapshot; where it leaves a hole and not a shorter journal, that is damage like any other.
 */
export async function recoverSegments(place: JournalPlace): Promise<Recovered> {
  try {
    const files = await segmentFiles(place)
    const generation = place.generation ?? onlyGeneration(place, files)
    return await recoverFiles(place, generation, await lineage(place, files, generation, Infinity))
  } catch (cause) {
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

function onlyGeneration({ directory, snapshots }: JournalPlace, files: readonly SegmentFile[]): number {
  const [generation = 1, ...others] = new Set([...files, ...snapshots].map((file) => file.generation))
  if (others.length === 0) return generation
  throw new StorageError(
    `Nothing tells which of ${others.length + 1} histories in ${directory} is the live one. Put game.json back from a copy`,
  )
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
    if (place.generation === undefined) return []
    throw new StorageError(
      `${place.directory} has no journal of generation ${generation}, though the game was begun. Put its files back ` +
        `from a copy; or, to begin a new game, delete the whole data directory`,
    )
  }
  const parent = await withFile(
    place.fs,
    oldest.path,
    'read',
    async (handle) => (await readHeader(handle, oldest.path))?.header.parent,
  )
  if (parent && parent.generation >= generation) throw damage(oldest.path, 0, 'it names a parent that is not older')
  // It was on disk before anything named the generation.
  if (parent === undefined && place.generation !== undefined)
    throw damage(oldest.path, 0, 'its first line cannot be read')
  const before = parent ? await lineage(place, files, parent.generation, Math.min(parent.seq, until)) : []
  return [...before, ...own.filter((file) => file.seq <= until).map((file) => ({ ...file, until }))]
}

async function recoverFiles(
  place: JournalPlace,
  generation: number,
  files: readonly SegmentFile[],
): Promise<Recovered> {
  const torn = await tornSegment(place, files.at(-1))
  const segments: Segment[] = []
  let newest: Scanned | undefined
  for (const file of files) {
    if (file === torn) continue
    // One that has a successor was synced whole before that was begun, even if the successor is torn.
    newest = await scanFile(place, file, newest, file === files.at(-1))
    segments.push(newest.segment)
  }
  assertAllThere(place, generation, newest)
  const cutBytes = newest?.trouble ? newest.size - newest.segment.end : 0
  if (newest) await settleTail(place, newest, cutBytes > 0)
  if (torn) {
    await place.fs.unlink(torn.path)
    await place.fs.syncDirectory(place.directory)
  }
  return { generation, segments, lastSum: newest?.sum ?? 0, cutBytes }
}

/** The newest segment, if the program stopped before its first line was on disk. */
async function tornSegment({ fs }: JournalPlace, file: SegmentFile | undefined): Promise<SegmentFile | undefined> {
  if (!file) return undefined
  return withFile(fs, file.path, 'read', async (handle) => {
    if (await readHeader(handle, file.path)) return undefined
    // Nothing is written behind a first line that is not on disk.
    if ((await handle.size()) > HEADER_BYTES || (await isMoreThanOneWrite(handle, 0)))
      throw damage(file.path, 0, 'its first line cannot be read')
    return file
  })
}

async function scanFile(
  place: JournalPlace,
  file: SegmentFile,
  before: Scanned | undefined,
  isLast: boolean,
): Promise<Scanned> {
  return withFile(place.fs, file.path, 'read', async (handle) => {
    const segment = await openSegment(place, file, handle, before)
    const scanned = await scanSegment(handle, segment, segment.header.chain, file.until)
    const { trouble } = scanned
    if (trouble && (!isLast || trouble.whole || (await isMoreThanOneWrite(handle, segment.end))))
      throw damage(file.path, segment.end, trouble.what)
    return { ...scanned, segment, size: await handle.size() }
  })
}

/** What snapshots were made of must be there: it is lost else, and nobody may take the rest for the whole. */
function assertAllThere(place: JournalPlace, generation: number, newest: Scanned | undefined): void {
  const last = newest?.segment.last ?? 0
  const beyond = place.snapshots.filter((file) => file.generation === generation && file.seq > last)
  if (beyond.length === 0) return
  const seq = Math.max(...beyond.map((file) => file.seq))
  const lost = seq === last + 1 ? `entry ${seq}` : `entries ${last + 1} to ${seq}`
  const why = newest?.trouble ? ` (${newest.segment.path} is damaged: ${newest.trouble.what})` : ''
  throw new StorageError(
    `The journal in ${place.directory} has lost ${lost}, which a snapshot was made of${why}. ` +
      `Nothing was changed. Put its files back from a copy; or, to go on without what is lost, delete ` +
      beyond.map(({ path }) => path).join(' and '),
  )
}

async function openSegment(
  place: JournalPlace,
  file: SegmentFile,
  handle: FileHandle,
  before: Scanned | undefined,
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
  if (before && header.first !== before.segment.last + 1) {
    const { last } = before.segment
    throw damage(file.path, 0, `it begins with entry ${header.first}, the segment before it ends with ${last}`)
  }
  if (before && header.chain !== before.sum) throw damage(file.path, 0, 'it does not follow from the segment before it')
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
async function settleTail({ fs }: JournalPlace, { segment, tail }: Scanned, cut: boolean): Promise<void> {
  await withFile(fs, segment.path, 'write', async (handle) => {
    if (cut) await handle.truncate(segment.end)
    await handle.write(await handle.read(tail, segment.end - tail), tail)
    await handle.sync()
  })
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
  const giveUp = offset === 0 ? 'delete it and' : `cut it to ${offset} bytes and delete`
  return new StorageError(
    `${path} is damaged at byte ${offset}: ${what}. Nothing was changed. Put the file back from a copy; or, to give up ` +
      `everything from there on, ${giveUp} the segments after it`,
  )
}
