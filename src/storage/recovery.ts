import { join } from 'node:path'
import type { FileHandle, FileSystem } from './fs.ts'
import { comparePositions, parseHistoryName, type HistoryFile, type JournalPosition } from './history-name.ts'
import type { Lineage } from './lineage.ts'
import { HEADER_BYTES, parseHeader, SEGMENT_FORMAT } from './segment-format.ts'
import { isMoreThanOneWrite, scanSegment, type ScanResult } from './segment-scan.ts'
import { newSegment, type Segment } from './segment.ts'
import { StorageError, storageFailure } from './storage-error.ts'

/** Where the segments of a runtime are. */
export interface SegmentLocation {
  readonly fs: FileSystem
  readonly directory: string
  readonly runtime: string
}

/** Which history is looked for, and where. */
export interface JournalLocation extends SegmentLocation {
  /**
   * The live generation, which has been begun; undefined where nothing names one yet: the only one there is, else 1.
   */
  readonly generation: number | undefined
  /**
   * The checkpoints that there are, good or bad. Each is proof that the entries up to it were on disk, whatever the
   * durability, because that is when it is given its name.
   */
  readonly checkpoints: readonly HistoryFile[]
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
 * after the newest checkpoint; where it leaves a hole and not a shorter journal, that is damage like any other.
 */
export async function recoverSegments(place: JournalLocation): Promise<Recovered> {
  try {
    const files = await segmentFiles(place)
    const generation = place.generation ?? (await leadingGeneration(place, files))
    try {
      return await recoverFiles(place, generation, await liveFiles(place, files, generation))
    } catch (cause) {
      if (!(cause instanceof SegmentDamage)) throw cause
      const ofLive = (file: HistoryFile): boolean => file.generation === generation
      const wayOn = wayOnFrom(cause, files.filter(ofLive), {
        snapshots: place.checkpoints.filter(ofLive),
        isFirst: files.every((file) => file.generation >= generation),
      })
      throw new StorageError(`${cause.message}; ${wayOn}`, { cause })
    }
  } catch (cause) {
    throw storageFailure(`The journal in ${place.directory} cannot be read`, cause)
  }
}

/** What is to be done by who has no copy: all of it at once, so that the next start finds nothing more to say. */
function wayOnFrom(
  damage: SegmentDamage,
  segments: readonly HistoryFile[],
  { snapshots: checkpoints, isFirst }: { readonly snapshots: readonly HistoryFile[]; readonly isFirst: boolean },
): string {
  const { path, offset, last } = damage
  const place = segments.findIndex((file) => file.path === path)
  // What comes before a generation would have to go with its beginning, and snapshots may need it.
  const withoutHistory = isFirst ? wayOnWithoutHistory(segments, place, checkpoints) : undefined
  // No game goes on without a journal, and what a generation went on from is of one with it.
  if (place < 0 || (place === 0 && offset === 0))
    return withoutHistory ?? 'without one the journal is lost: to start a new game, delete the whole data directory'
  const beyond = [...segments.slice(offset === 0 ? place : place + 1), ...checkpoints.filter(({ seq }) => seq > last)]
  const steps = [
    ...(offset === 0 ? [] : [`cut it to ${offset} bytes`]),
    ...(beyond.length === 0 ? [] : [`delete ${pathsOf(beyond)}`]),
  ]
  const withoutEnd = `or, to discard everything after entry ${last}, ${steps.join(' and ')}`
  return withoutHistory === undefined ? withoutEnd : `${withoutHistory}; ${withoutEnd}`
}

/**
 * How to keep the game as it is, and to give up only how it came about: where a checkpoint holds all up to the damage,
 * what comes after that goes on from it, as it does where old history is let go. Undefined where it is not so.
 */
function wayOnWithoutHistory(
  segments: readonly HistoryFile[],
  place: number,
  checkpoints: readonly HistoryFile[],
): string | undefined {
  const next = segments[place + 1]
  if (place < 0 || !next || !checkpoints.some(({ seq }) => seq >= next.seq - 1)) return undefined
  return `or, to keep the game and discard its history before entry ${next.seq}, delete ${pathsOf(segments.slice(0, place + 1))}`
}

const pathsOf = (files: readonly HistoryFile[]): string => files.map(({ path }) => path).join(' and ')

/** Reads and checks what is there of a lineage, oldest first, and changes nothing. Throws StorageError. */
export async function readLineage(place: SegmentLocation, lineage: Lineage): Promise<Segment[]> {
  const all = await segmentFiles(place)
  const files = lineage.flatMap(({ generation, until }) => filesUntil(all, generation, until))
  return (await scanFiles(place, files)).map(({ segment }) => segment)
}

/** All segment files of a runtime, by generation, then by seq. */
export async function segmentFiles({ fs, directory }: SegmentLocation): Promise<SegmentFile[]> {
  const files: SegmentFile[] = []
  for (const name of await fs.list(directory)) {
    const named = parseHistoryName(name)
    if (named) files.push({ ...named, path: join(directory, name), until: Infinity })
  }
  return files.toSorted(comparePositions)
}

/** The files of a generation that hold entries up to a seq. */
function filesUntil(files: readonly SegmentFile[], generation: number, until: number): SegmentFile[] {
  return files.filter((file) => file.generation === generation && file.seq <= until).map((file) => ({ ...file, until }))
}

/**
 * The generation that nothing names: the newest, where all others are what it went on from. Nothing tells whether that
 * was live yet when the program stopped; it was for all but a moment, and what it went on from is part of it.
 */
async function leadingGeneration(place: JournalLocation, files: readonly SegmentFile[]): Promise<number> {
  const { directory, checkpoints } = place
  const found = new Set([...files, ...checkpoints].map((file) => file.generation))
  const newest = Math.max(1, ...found)
  const oldest = files.find((file) => file.generation === newest)
  const before = oldest ? await filesBefore(place, files, await parentIn(place, oldest)) : []
  const rivals = found.difference(new Set([newest, ...before.map((file) => file.generation)]))
  if (rivals.size === 0) return newest
  throw new StorageError(
    `gamify cannot tell which of ${found.size} histories in ${directory} is the live one. Restore game.json from a backup`,
  )
}

/** The files that hold the history of the live generation, those of what it goes on from first. */
async function liveFiles(
  place: JournalLocation,
  files: readonly SegmentFile[],
  generation: number,
): Promise<readonly SegmentFile[]> {
  const oldest = files.find((file) => file.generation === generation)
  if (!oldest) {
    if (place.generation === undefined) return []
    throw new StorageError(
      `${place.directory} has no journal of generation ${generation}, though the game was started. Restore its files ` +
        `from a backup; or, to start a new game, delete the whole data directory`,
    )
  }
  const parent = await parentIn(place, oldest)
  // It was on disk before anything named the generation.
  if (parent === undefined && place.generation !== undefined) throw damagedFile(oldest, 'its first line cannot be read')
  return [...(await filesBefore(place, files, parent)), ...filesUntil(files, generation, Infinity)]
}

/** The files that hold the history up to where a generation began, as far as it is kept: the oldest go first. */
async function filesBefore(
  place: JournalLocation,
  files: readonly SegmentFile[],
  parent: JournalPosition | null | undefined,
): Promise<readonly SegmentFile[]> {
  const found: SegmentFile[][] = []
  let until = Infinity
  for (let step = parent; step;) {
    const { generation, seq } = step
    until = Math.min(until, seq)
    found.push(filesUntil(files, generation, until))
    const oldest = files.find((file) => file.generation === generation)
    step = oldest && (await parentIn(place, oldest))
  }
  return found.toReversed().flat()
}

/** Where a generation left another one, as one of its files says; undefined when its first line is not whole. */
async function parentIn(place: JournalLocation, file: SegmentFile): Promise<JournalPosition | null | undefined> {
  const found = await withFile(place.fs, file.path, 'read', (handle) => readHeader(handle, file.path))
  const parent = found?.header.parent
  if (parent && parent.generation >= file.generation) throw damagedFile(file, 'it names a parent that is not older')
  return parent
}

async function recoverFiles(
  place: JournalLocation,
  generation: number,
  files: readonly SegmentFile[],
): Promise<Recovered> {
  const torn = await tornSegment(place, files.at(-1))
  const scanned = await scanFiles(place, files, torn)
  const newest = scanned.at(-1)
  assertAllThere(place, generation, newest)
  const cutBytes = newest?.trouble ? newest.size - newest.segment.end : 0
  if (newest) await settleTail(place, newest, cutBytes > 0)
  if (torn) {
    await place.fs.unlink(torn.path)
    await place.fs.syncDirectory(place.directory)
  }
  return { generation, segments: scanned.map(({ segment }) => segment), lastSum: newest?.sum ?? 0, cutBytes }
}

/** The newest segment, if the program stopped before its first line was on disk. */
async function tornSegment({ fs }: JournalLocation, file: SegmentFile | undefined): Promise<SegmentFile | undefined> {
  if (!file) return undefined
  return withFile(fs, file.path, 'read', async (handle) => {
    if (await readHeader(handle, file.path)) return undefined
    // Nothing is written behind a first line that is not on disk.
    if ((await handle.size()) > HEADER_BYTES || (await isMoreThanOneWrite(handle, 0)))
      throw damagedFile(file, 'its first line cannot be read')
    return file
  })
}

/** Reads the files of a history, oldest first, but for a last one whose beginning is not on disk. */
async function scanFiles(
  place: SegmentLocation,
  files: readonly SegmentFile[],
  torn?: SegmentFile,
): Promise<Scanned[]> {
  const scanned: Scanned[] = []
  for (const file of files) {
    if (file === torn) continue
    // One that has a successor was synced whole before that was begun, even if the successor is torn.
    scanned.push(await scanFile(place, file, scanned.at(-1), file === files.at(-1)))
  }
  return scanned
}

async function scanFile(
  place: SegmentLocation,
  file: SegmentFile,
  before: Scanned | undefined,
  isLast: boolean,
): Promise<Scanned> {
  return withFile(place.fs, file.path, 'read', async (handle) => {
    const segment = await openSegment(place, file, handle, before)
    const scanned = await scanSegment(handle, segment, segment.header.chain, file.until)
    const { trouble } = scanned
    if (trouble && (!isLast || trouble.whole || (await isMoreThanOneWrite(handle, segment.end))))
      throw new SegmentDamage({ path: file.path, offset: segment.end, last: segment.last, what: trouble.what })
    return { ...scanned, segment, size: await handle.size() }
  })
}

/** What checkpoints were made of must be there: it is lost else, and nobody may take the rest for the whole. */
function assertAllThere(place: JournalLocation, generation: number, newest: Scanned | undefined): void {
  const last = newest?.segment.last ?? 0
  const beyond = place.checkpoints.filter((file) => file.generation === generation && file.seq > last)
  if (beyond.length === 0) return
  const seq = Math.max(...beyond.map((file) => file.seq))
  const lost = seq === last + 1 ? `entry ${seq}` : `entries ${last + 1} to ${seq}`
  const why = newest?.trouble ? ` (${newest.segment.path} is damaged: ${newest.trouble.what})` : ''
  throw new StorageError(
    `The journal in ${place.directory} has lost ${lost}, which a snapshot includes${why}. ` +
      `Nothing was changed. Restore its files from a backup; or, to continue without the lost entries, delete ` +
      beyond.map(({ path }) => path).join(' and '),
  )
}

async function openSegment(
  place: SegmentLocation,
  file: SegmentFile,
  handle: FileHandle,
  before: Scanned | undefined,
): Promise<Segment> {
  const found = await readHeader(handle, file.path)
  if (!found) throw damagedFile(file, 'its first line cannot be read')
  const { header } = found
  if (header.runtime !== place.runtime) {
    throw new StorageError(`${file.path} is a journal of the ${header.runtime} runtime, not of ${place.runtime}`)
  }
  if (header.generation !== file.generation || header.first !== file.seq) {
    throw damagedFile(file, `its first line is that of segment ${header.generation}-${header.first}`)
  }
  if (before && header.first !== before.segment.last + 1) {
    const { last } = before.segment
    throw damagedFile(file, `it begins with entry ${header.first}, but the segment before it ends with ${last}`)
  }
  if (before && header.chain !== before.sum) throw damagedFile(file, 'it does not follow from the segment before it')
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
async function settleTail({ fs }: JournalLocation, { segment, tail }: Scanned, cut: boolean): Promise<void> {
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

/** A segment that is not as it was written. */
class SegmentDamage extends StorageError {
  readonly path: string
  /** Where in bytes it begins; 0 where nothing of the file is good. */
  readonly offset: number
  /** The last entry before it. */
  readonly last: number

  constructor({ path, offset, last, what }: { path: string; offset: number; last: number; what: string }) {
    super(`${path} is damaged at byte ${offset}: ${what}. Nothing was changed. Restore the file from a backup`)
    this.path = path
    this.offset = offset
    this.last = last
  }
}

function damagedFile({ path, seq }: HistoryFile, what: string): SegmentDamage {
  return new SegmentDamage({ path, offset: 0, last: seq - 1, what })
}
