import assert from 'node:assert/strict'
import { join } from 'node:path'
import { inSlices } from '../async/time-slice.ts'
import { checksum, formatSum } from './checksum.ts'
import { compactPart, plainPart, type CompactPart } from './compact-part.ts'
import { makeDirectory, openDirectory } from './durable-file.ts'
import type { FileSystem } from './fs.ts'
import { readParts, writeParts, type FilePart } from './parts-file.ts'
import { Pins, type PinnedNames } from './pins.ts'
import { orStorageFailure, StorageError } from './storage-error.ts'

/** The only format that this version writes and reads. */
const ARCHIVE_FORMAT = 1

const PERIOD_NAME = /^[A-Za-z0-9_.-]{1,200}$/
const FILE_NAME = /^[A-Za-z0-9_.-]{1,200}\.[0-9a-f]{8}\.ndjson$/

/**
 * Stores finished periods of leaderboards by name. A name has 1 to 200 of A-Z, a-z, 0-9, `_`, `.` and `-`; case counts.
 */
export interface BoardArchive {
  /**
   * Writes a period in small steps. The parts can be created as they are requested. The period counts when this
   * resolves, and replaces one with the same name. Throws StorageError and then leaves the old one.
   */
  write(name: string, parts: Iterable<FilePart> | AsyncIterable<FilePart>): Promise<void>
  /**
   * Streams the parts of a period in the order in which they were written, and checks them on the way. They count only
   * after the last one. A slow reader blocks nobody. Throws StorageError with a description of the problem, also if
   * there is no such period.
   */
  read(name: string): AsyncIterable<FilePart>
  /** Lists the names of all periods. Throws StorageError. */
  list(): Promise<readonly string[]>
  /** Removes all periods that are neither named nor held. Throws StorageError; some of them may then remain. */
  keepOnly(names: ReadonlySet<string>): Promise<void>
  /**
   * Holds the periods that `names` returns whenever others are removed, for a later reader. Returns a function that
   * releases them.
   */
  hold(names: PinnedNames): () => void
}

/** Where the finished periods of a runtime are. */
export interface BoardArchiveOptions {
  readonly fs: FileSystem
  /** The directory. It contains nothing else. */
  readonly directory: string
  readonly program: string
  readonly runtime: string
}

/**
 * Opens the directory of a runtime's finished periods, and removes unfinished files from it. The directory is only
 * created when a period is written, because most games have none and their start should not wait for it. Throws
 * StorageError.
 */
export async function openBoardArchive({
  fs,
  directory,
  program,
  runtime,
}: BoardArchiveOptions): Promise<BoardArchive> {
  const pathOf = (name: string): string => join(directory, fileNameOf(name))
  const identityOf = (name: string) => ({ format: ARCHIVE_FORMAT, runtime, period: name })
  const attempt = <T>(step: string, run: () => Promise<T>): Promise<T> =>
    orStorageFailure(`${step} in ${directory}`, run)
  const pins = new Pins()
  let isUsed = true
  await attempt('The finished periods of boards cannot be opened', async () => {
    isUsed = (await fs.list(directory)).length > 0
    if (isUsed) await openDirectory(fs, directory, (name) => FILE_NAME.test(name))
  })
  return {
    async write(name, parts) {
      const path = pathOf(name)
      isUsed = true
      await attempt(`The finished period ${name} cannot be written`, async () => {
        await makeDirectory(fs, directory)
        await writeParts(fs, path, { program, ...identityOf(name) }, parts)
      })
    },
    read: (name) => inSlices(describeErrors(pathOf(name), readParts(fs, pathOf(name), identityOf(name)))),
    list: () =>
      attempt('The finished periods of boards cannot be listed', async () =>
        (await fs.list(directory)).filter((file) => FILE_NAME.test(file)).map(nameOf),
      ),
    async keepOnly(names) {
      const kept = new Set(Array.from(pins.withHeld(names), fileNameOf))
      if (!isUsed) return
      await attempt('The finished periods of boards cannot be removed', async () => {
        for (const file of await fs.list(directory))
          if (FILE_NAME.test(file) && !kept.has(file)) await fs.unlink(join(directory, file))
      })
    },
    hold: (names) => pins.add(names),
  }
}

/** The checksum distinguishes names that differ only by case, which some file systems do not. */
function fileNameOf(name: string): string {
  assertName(name)
  return `${name}.${formatSum(checksum(name))}.ndjson`
}

const nameOf = (file: string): string => file.replace(/\.[0-9a-f]{8}\.ndjson$/, '')

async function* describeErrors(path: string, parts: AsyncIterable<FilePart>): AsyncGenerator<FilePart, void, void> {
  try {
    yield* parts
  } catch (cause) {
    const what = cause instanceof StorageError ? cause.message : String(cause)
    throw new StorageError(`The finished period ${path} cannot be used: ${what}`, { cause })
  }
}

/** Creates an archive that keeps finished periods in memory and nothing on disk (`--memory`). */
export function memoryBoardArchive(): BoardArchive {
  const periods = new Map<string, readonly CompactPart[]>()
  const pins = new Pins()
  return {
    async write(name, parts) {
      assertName(name)
      const compact: CompactPart[] = []
      for await (const part of inSlices(parts)) compact.push(compactPart(part))
      periods.set(name, compact)
    },
    read(name) {
      assertName(name)
      return inSlices(plainParts(name, periods.get(name)))
    },
    list: async () => [...periods.keys()],
    async keepOnly(names) {
      for (const name of names) assertName(name)
      const kept = pins.withHeld(names)
      for (const name of periods.keys()) if (!kept.has(name)) periods.delete(name)
    },
    hold: (names) => pins.add(names),
  }
}

function* plainParts(name: string, parts: readonly CompactPart[] | undefined): Generator<FilePart> {
  if (!parts) throw new StorageError(`The finished period ${name} is missing`)
  for (const part of parts) yield plainPart(part)
}

function assertName(name: string): void {
  assert.match(name, PERIOD_NAME, 'a finished period has a name of its own')
}
