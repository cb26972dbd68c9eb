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

/** Which history to open, and where it is. */
export interface JournalLocation extends SegmentLocation {
  /**
   * The live generation, which has been begun. Undefined if nothing names one yet: then the only generation found
   * counts, or 1.
   */
  readonly generation: number | undefined
  /**
   * All checkpoints, damaged or not. Each proves that the entries up to it were on disk, whatever the durability,
   * because only then does a checkpoint get its name.
   */
  readonly checkpoints: readonly HistoryFile[]
}

/** The live history that was found. */
export interface Recovered {
  readonly generation: number
  /** Oldest first; empty if there is no history yet. */
  readonly segments: Segment[]
  /** The checksum of the newest entry. */
  readonly lastSum: number
  /** The size of the unfinished write that was cut off the end, which was never acknowledged. */
  readonly cutBytes: number
}

/** A file that contains entries from `seq` on. Those after `until` are not part of the live history. */
interface SegmentFile extends HistoryFile {
  readonly until: number
}

/** A segment that was read; `size` is the size of its file. */
interface Scanned extends ScanResult {
  readonly segment: Segment
  readonly size: number
}

/**
 * Reads the segments of a generation and of those that it continues, and checks every batch. An unfinished write at the
 * end is cut off, and nothing else is ever changed: anything that an interruption cannot explain is damage, and throws
 * StorageError. What was found is on disk when this resolves.
 *
 * With durability `off`, an entry is acknowledged when the system has it, so a power failure can lose acknowledged
 * entries after the newest checkpoint. If it leaves a hole instead of a shorter journal, that is damage like any other.
 */
export async function recoverSegments(location: JournalLocation): Promise<Recovered> {
  try {
    const files = await segmentFiles(location)
    const generation = location.generation ?? (await leadingGeneration(location, files))
    try {
      return await recoverFiles(location, generation, await liveFiles(location, files, generation))
    } catch (cause) {
      if (!(cause instanceof SegmentDamage)) throw cause
      const ofLive = (file: HistoryFile): boolean => file.generation === generation
      const remedy = remedyFor(cause, files.filter(ofLive), {
        checkpoints: location.checkpoints.filter(ofLive),
        isFirst: files.every((file) => file.generation >= generation),
      })
      throw new StorageError(`${cause.message}; ${remedy}`, { cause })
    }
  } catch (cause) {
    throw storageFailure(`The journal in ${location.directory} cannot be read`, cause)
  }
}

/** Describes all that a user without a backup has to do, so that the next start finds no further problem. */
function remedyFor(
  damage: SegmentDamage,
  segments: readonly HistoryFile[],
  { checkpoints, isFirst }: { readonly checkpoints: readonly HistoryFile[]; readonly isFirst: boolean },
): string {
  const { path, offset, last } = damage
  const index = segments.findIndex((file) => file.path === path)
  // What comes before a generation would have to be deleted with its beginning, and snapshots may need it.
  const withoutHistory = isFirst ? remedyWithoutHistory(segments, index, checkpoints) : undefined
  // A game cannot continue without a journal, and what a generation continues belongs to it.
  if (index < 0 || (index === 0 && offset === 0))
    return withoutHistory ?? 'without one the journal is lost: to start a new game, delete the whole data directory'
  const beyond = [...segments.slice(offset === 0 ? index : index + 1), ...checkpoints.filter(({ seq }) => seq > last)]
  const steps = [
    ...(offset === 0 ? [] : [`cut it to ${offset} bytes`]),
    ...(beyond.length === 0 ? [] : [`delete ${pathsOf(beyond)}`]),
  ]
  const withoutEnd = `or, to discard everything after entry ${last}, ${steps.join(' and ')}`
  return withoutHistory === undefined ? withoutEnd : `${withoutHistory}; ${withoutEnd}`
}

/**
 * Describes how to keep the game and to lose only its history: if a checkpoint includes everything up to the damage,
 * the entries after the damage continue from it, as they do when old history is dropped. Returns undefined if that is
 * not possible.
 */
function remedyWithoutHistory(
  segments: readonly HistoryFile[],
  index: number,
  checkpoints: readonly HistoryFile[],
): string | undefined {
  const next = segments[index + 1]
  if (index < 0 || !next || !checkpoints.some(({ seq }) => seq >= next.seq - 1)) return undefined
  return `or, to keep the game and discard its history before entry ${next.seq}, delete ${pathsOf(segments.slice(0, index + 1))}`
}

const pathsOf = (files: readonly HistoryFile[]): string => files.map(({ path }) => path).join(' and ')

/** Reads and checks the stored segments of a lineage, oldest first, and changes nothing. Throws StorageError. */
export async function readLineage(location: SegmentLocation, lineage: Lineage): Promise<Segment[]> {
  const all = await segmentFiles(location)
  const files = lineage.flatMap(({ generation, until }) => filesUntil(all, generation, until))
  return (await scanFiles(location, files)).map(({ segment }) => segment)
}

/** Lists all segment files of a runtime, by generation, then by seq. */
export async function segmentFiles({ fs, directory }: SegmentLocation): Promise<SegmentFile[]> {
  const files: SegmentFile[] = []
  for (const name of await fs.list(directory)) {
    const named = parseHistoryName(name)
    if (named) files.push({ ...named, path: join(directory, name), until: Infinity })
  }
  return files.toSorted(comparePositions)
}

/** Selects the files of a generation that contain entries up to a seq. */
function filesUntil(files: readonly SegmentFile[], generation: number, until: number): SegmentFile[] {
  return files.filter((file) => file.generation === generation && file.seq <= until).map((file) => ({ ...file, until }))
}

/**
 * Returns the generation to open if nothing names one: the newest, if it continues all others. It is unknown whether it
 * was already live when the program stopped. It nearly always was, and it includes what it continues.
 */
async function leadingGeneration(location: JournalLocation, files: readonly SegmentFile[]): Promise<number> {
  const { directory, checkpoints } = location
  const found = new Set([...files, ...checkpoints].map((file) => file.generation))
  const newest = Math.max(1, ...found)
  const oldest = files.find((file) => file.generation === newest)
  const before = oldest ? await filesBefore(location, files, await parentIn(location, oldest)) : []
  const rivals = found.difference(new Set([newest, ...before.map((file) => file.generation)]))
  if (rivals.size === 0) return newest
  throw new StorageError(
    `gamify cannot tell which of ${found.size} histories in ${directory} is the live one. Restore game.json from a backup`,
  )
}

/** Returns the files of the live generation's history, beginning with those that it continues. */
async function liveFiles(
  location: JournalLocation,
  files: readonly SegmentFile[],
  generation: number,
): Promise<readonly SegmentFile[]> {
  const oldest = files.find((file) => file.generation === generation)
  if (!oldest) {
    if (location.generation === undefined) return []
    throw new StorageError(
      `${location.directory} has no journal of generation ${generation}, though the game was started. Restore its files ` +
        `from a backup; or, to start a new game, delete the whole data directory`,
    )
  }
  const parent = await parentIn(location, oldest)
  // The first line was on disk before anything named the generation.
  if (parent === undefined && location.generation !== undefined)
    throw damagedFile(oldest, 'its first line cannot be read')
  return [...(await filesBefore(location, files, parent)), ...filesUntil(files, generation, Infinity)]
}

/**
 * Returns the files of the history up to where a generation began, as far as it is stored. The oldest files are dropped
 * first.
 */
async function filesBefore(
  location: JournalLocation,
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
    step = oldest && (await parentIn(location, oldest))
  }
  return found.toReversed().flat()
}

/**
 * Returns where a generation branched off, from the first line of one of its files. Returns undefined if that line is
 * incomplete.
 */
async function parentIn(location: JournalLocation, file: SegmentFile): Promise<JournalPosition | null | undefined> {
  const found = await withFile(location.fs, file.path, 'read', (handle) => readHeader(handle, file.path))
  const parent = found?.header.parent
  if (parent && parent.generation >= file.generation) throw damagedFile(file, 'it names a parent that is not older')
  return parent
}

async function recoverFiles(
  location: JournalLocation,
  generation: number,
  files: readonly SegmentFile[],
): Promise<Recovered> {
  const torn = await tornSegment(location, files.at(-1))
  const scanned = await scanFiles(location, files, torn)
  const newest = scanned.at(-1)
  assertComplete(location, generation, newest)
  const cutBytes = newest?.trouble ? newest.size - newest.segment.end : 0
  if (newest) await rewriteTail(location, newest, cutBytes > 0)
  if (torn) {
    await location.fs.unlink(torn.path)
    await location.fs.syncDirectory(location.directory)
  }
  return { generation, segments: scanned.map(({ segment }) => segment), lastSum: newest?.sum ?? 0, cutBytes }
}

/** Returns the newest segment if the program stopped before its first line was on disk. */
async function tornSegment({ fs }: JournalLocation, file: SegmentFile | undefined): Promise<SegmentFile | undefined> {
  if (!file) return undefined
  return withFile(fs, file.path, 'read', async (handle) => {
    if (await readHeader(handle, file.path)) return undefined
    // Nothing is written after a first line that is not on disk.
    if ((await handle.size()) > HEADER_BYTES || (await isMoreThanOneWrite(handle, 0)))
      throw damagedFile(file, 'its first line cannot be read')
    return file
  })
}

/** Reads the files of a history, oldest first, except a last one whose beginning is not on disk. */
async function scanFiles(
  location: SegmentLocation,
  files: readonly SegmentFile[],
  torn?: SegmentFile,
): Promise<Scanned[]> {
  const scanned: Scanned[] = []
  for (const file of files) {
    if (file === torn) continue
    // A file with a successor was synced completely before the successor was begun, even if that is torn.
    scanned.push(await scanFile(location, file, scanned.at(-1), file === files.at(-1)))
  }
  return scanned
}

async function scanFile(
  location: SegmentLocation,
  file: SegmentFile,
  before: Scanned | undefined,
  isLast: boolean,
): Promise<Scanned> {
  return withFile(location.fs, file.path, 'read', async (handle) => {
    const segment = await openSegment(location, file, handle, before)
    const scanned = await scanSegment(handle, segment, segment.header.chain, file.until)
    const { trouble } = scanned
    if (trouble && (!isLast || trouble.whole || (await isMoreThanOneWrite(handle, segment.end))))
      throw new SegmentDamage({ path: file.path, offset: segment.end, last: segment.last, what: trouble.what })
    return { ...scanned, segment, size: await handle.size() }
  })
}

/**
 * Ensures that everything in a checkpoint is also in the journal. Otherwise entries are lost, and the rest must not
 * pass for the whole.
 */
function assertComplete(location: JournalLocation, generation: number, newest: Scanned | undefined): void {
  const last = newest?.segment.last ?? 0
  const beyond = location.checkpoints.filter((file) => file.generation === generation && file.seq > last)
  if (beyond.length === 0) return
  const seq = Math.max(...beyond.map((file) => file.seq))
  const lost = seq === last + 1 ? `entry ${seq}` : `entries ${last + 1} to ${seq}`
  const why = newest?.trouble ? ` (${newest.segment.path} is damaged: ${newest.trouble.what})` : ''
  throw new StorageError(
    `The journal in ${location.directory} has lost ${lost}, which a snapshot includes${why}. ` +
      `Nothing was changed. Restore its files from a backup; or, to continue without the lost entries, delete ` +
      beyond.map(({ path }) => path).join(' and '),
  )
}

async function openSegment(
  location: SegmentLocation,
  file: SegmentFile,
  handle: FileHandle,
  before: Scanned | undefined,
): Promise<Segment> {
  const found = await readHeader(handle, file.path)
  if (!found) throw damagedFile(file, 'its first line cannot be read')
  const { header } = found
  if (header.runtime !== location.runtime) {
    throw new StorageError(`${file.path} is a journal of the ${header.runtime} runtime, not of ${location.runtime}`)
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

/** Reads the header of a segment and its length in bytes; undefined if it is incomplete. */
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
 * Cuts off an unfinished write, and writes the last good batch once more. What was read may come from memory that an
 * earlier run could not write to disk, because a failed sync leaves the memory looking clean.
 */
async function rewriteTail({ fs }: JournalLocation, { segment, tail }: Scanned, cut: boolean): Promise<void> {
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

/** A segment that differs from what was written. */
class SegmentDamage extends StorageError {
  readonly path: string
  /** The offset of the damage in bytes; 0 if nothing of the file is good. */
  readonly offset: number
  /** The last entry before the damage. */
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
