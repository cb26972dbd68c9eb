import { join } from 'node:path'
import { openDirectory } from './durable-file.ts'
import type { FileSystem } from './fs.ts'
import {
  comparePositions,
  historyName,
  isHistoryName,
  parseHistoryName,
  type HistoryFile,
  type JournalPosition,
} from './history-name.ts'
import { readParts, writeParts, type FilePart, type PartsHeader } from './parts-file.ts'
import { orStorageFailure } from './storage-error.ts'

/** The only format that this program writes and reads: a checkpoint of another one is made anew from the journal. */
const CHECKPOINT_FORMAT = 5

/** How many checkpoints are kept: one to start from, and one in case that is damaged. */
const KEPT = 2

const NOT_REMOVED = 'Old snapshots cannot be removed'

/** A piece of a state. */
export type CheckpointPart = FilePart

/** Which state a checkpoint holds: that after entry `seq`, whose checksum is `sum`. */
export interface CheckpointHeader extends PartsHeader, JournalPosition {
  readonly sum: number
  /** Game time, in ms since 1970. */
  readonly at: number
  /** The hash of the design in force; null before the first one. */
  readonly design: string | null
}

/** A checkpoint that is there; whether it is good shows when it is read. */
export interface Checkpoint extends HistoryFile {
  /**
   * Its parts in the order in which they were written, streamed, and checked as they come: they count when the last one
   * was given. Throws StorageError that says what is wrong with it.
   */
  readonly parts: () => AsyncIterable<CheckpointPart>
}

/** Where the checkpoints of a runtime are. The directory holds nothing else, and is made if it is not there. */
export interface CheckpointOptions {
  readonly fs: FileSystem
  readonly directory: string
  readonly program: string
  readonly runtime: string
}

/** The checkpoints of a runtime. One of a generation is written at a time. */
export interface Checkpoints {
  /**
   * Writes one, a little at a time, from parts that may be made as they are asked for; it counts from when this
   * resolves. Throws StorageError, and leaves what was there.
   */
  write(about: Omit<CheckpointHeader, 'format' | 'program' | 'runtime'>, parts: Parts): Promise<void>
  /** Those that are there, newest first. */
  list(): Promise<readonly Checkpoint[]>
  /** Counts a checkpoint as none: it goes when the newest are kept. */
  passOver(checkpoint: Checkpoint): void
  /** Removes all but the newest two of these, and those that were passed over. Throws StorageError. */
  keepNewest(isOneOf: IsOneOf): Promise<void>
  /** Removes all of these. Throws StorageError. */
  remove(isOneOf: IsOneOf): Promise<void>
}

type IsOneOf = (place: JournalPosition) => boolean

type Parts = Iterable<CheckpointPart> | AsyncIterable<CheckpointPart>

/** Opens the directory of a runtime's checkpoints, and removes what was not finished there. Throws StorageError. */
export async function openCheckpoints(options: CheckpointOptions): Promise<Checkpoints> {
  const { fs, directory, program, runtime } = options
  const attempt = <T>(step: string, run: () => Promise<T>): Promise<T> =>
    orStorageFailure(`${step} in ${directory}`, run)
  await attempt('The snapshots cannot be opened', () => openDirectory(fs, directory, isHistoryName))
  const passedOver = new Set<string>()
  return {
    write: (about, parts) =>
      attempt('No snapshot can be written', async () => {
        const header = { format: CHECKPOINT_FORMAT, program, runtime, ...about }
        const path = join(directory, historyName(header))
        await writeParts(fs, path, header, parts)
        passedOver.delete(path)
      }),
    list: () =>
      attempt('The snapshots cannot be listed', async () =>
        (await filesOf(options)).map((file) => ({ ...file, parts: () => partsOf(options, file) })),
      ),
    passOver: ({ path }) => void passedOver.add(path),
    keepNewest: (isOneOf) =>
      attempt(NOT_REMOVED, async () => {
        const good = (await filesOf(options)).filter((file) => isOneOf(file) && !passedOver.has(file.path))
        for (const old of [...good.slice(KEPT).map((file) => file.path), ...passedOver]) await fs.unlink(old)
      }),
    remove: (isOneOf) =>
      attempt(NOT_REMOVED, async () => {
        for (const file of await filesOf(options)) if (isOneOf(file)) await fs.unlink(file.path)
      }),
  }
}

/** Newest first. */
async function filesOf({ fs, directory }: CheckpointOptions): Promise<HistoryFile[]> {
  const names = await fs.list(directory)
  return names
    .flatMap((name) => {
      const place = parseHistoryName(name)
      return place ? [{ ...place, path: join(directory, name) }] : []
    })
    .toSorted((a, b) => comparePositions(b, a))
}

function partsOf(
  { fs, runtime }: CheckpointOptions,
  { path, generation, seq }: HistoryFile,
): AsyncIterable<CheckpointPart> {
  return readParts(fs, path, { format: CHECKPOINT_FORMAT, runtime, generation, seq })
}
