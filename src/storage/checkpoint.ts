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

/**
 * The only format that this version writes and reads. A checkpoint in another format is created again from the journal.
 */
const CHECKPOINT_FORMAT = 5

/** How many checkpoints are kept: one to start from, and one in case that is damaged. */
const KEPT = 2

const NOT_REMOVED = 'Old snapshots cannot be removed'

/** A piece of a state. */
export type CheckpointPart = FilePart

/** Identifies the state in a checkpoint: the state after entry `seq`, whose checksum is `sum`. */
export interface CheckpointHeader extends PartsHeader, JournalPosition {
  readonly sum: number
  /** Game time, in ms since 1970. */
  readonly at: number
  /** The hash of the deployed design; null before the first deployment. */
  readonly design: string | null
}

/** A checkpoint on disk. Whether it is undamaged only shows when it is read. */
export interface Checkpoint extends HistoryFile {
  /**
   * Streams its parts in the order in which they were written, and checks them on the way. They count only after the
   * last one. Throws StorageError with a description of the problem.
   */
  readonly parts: () => AsyncIterable<CheckpointPart>
}

/** Where the checkpoints of a runtime are. The directory contains nothing else, and is created if it does not exist. */
export interface CheckpointOptions {
  readonly fs: FileSystem
  readonly directory: string
  readonly program: string
  readonly runtime: string
}

/** The checkpoints of a runtime. Only one of a generation is written at a time. */
export interface Checkpoints {
  /**
   * Writes a checkpoint in small steps. The parts can be created as they are requested. The checkpoint counts when this
   * resolves. Throws StorageError and then leaves what was there.
   */
  write(about: Omit<CheckpointHeader, 'format' | 'program' | 'runtime'>, parts: Parts): Promise<void>
  /** Lists the checkpoints on disk, newest first. */
  list(): Promise<readonly Checkpoint[]>
  /** Marks a checkpoint as unusable, so that `keepNewest` removes it. */
  markUnusable(checkpoint: Checkpoint): void
  /** Removes all matching checkpoints except the newest two, and those marked as unusable. Throws StorageError. */
  keepNewest(isMatch: IsMatch): Promise<void>
  /** Removes all matching checkpoints. Throws StorageError. */
  remove(isMatch: IsMatch): Promise<void>
}

type IsMatch = (position: JournalPosition) => boolean

type Parts = Iterable<CheckpointPart> | AsyncIterable<CheckpointPart>

/** Opens the directory of a runtime's checkpoints, and removes unfinished files from it. Throws StorageError. */
export async function openCheckpoints(options: CheckpointOptions): Promise<Checkpoints> {
  const { fs, directory, program, runtime } = options
  const attempt = <T>(step: string, run: () => Promise<T>): Promise<T> =>
    orStorageFailure(`${step} in ${directory}`, run)
  await attempt('The snapshots cannot be opened', () => openDirectory(fs, directory, isHistoryName))
  const unusable = new Set<string>()
  return {
    write: (about, parts) =>
      attempt('No snapshot can be written', async () => {
        const header = { format: CHECKPOINT_FORMAT, program, runtime, ...about }
        const path = join(directory, historyName(header))
        await writeParts(fs, path, header, parts)
        unusable.delete(path)
      }),
    list: () =>
      attempt('The snapshots cannot be listed', async () =>
        (await filesOf(options)).map((file) => ({ ...file, parts: () => partsOf(options, file) })),
      ),
    markUnusable: ({ path }) => void unusable.add(path),
    keepNewest: (isMatch) =>
      attempt(NOT_REMOVED, async () => {
        const good = (await filesOf(options)).filter((file) => isMatch(file) && !unusable.has(file.path))
        for (const old of [...good.slice(KEPT).map((file) => file.path), ...unusable]) await fs.unlink(old)
      }),
    remove: (isMatch) =>
      attempt(NOT_REMOVED, async () => {
        for (const file of await filesOf(options)) if (isMatch(file)) await fs.unlink(file.path)
      }),
  }
}

/** Lists the files, newest first. */
async function filesOf({ fs, directory }: CheckpointOptions): Promise<HistoryFile[]> {
  const names = await fs.list(directory)
  return names
    .flatMap((name) => {
      const position = parseHistoryName(name)
      return position ? [{ ...position, path: join(directory, name) }] : []
    })
    .toSorted((a, b) => comparePositions(b, a))
}

function partsOf(
  { fs, runtime }: CheckpointOptions,
  { path, generation, seq }: HistoryFile,
): AsyncIterable<CheckpointPart> {
  return readParts(fs, path, { format: CHECKPOINT_FORMAT, runtime, generation, seq })
}
