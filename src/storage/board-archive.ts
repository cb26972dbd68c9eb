import assert from 'node:assert/strict'
import { join } from 'node:path'
import { checksum, formatSum } from './checksum.ts'
import { compactPart, plainPart, type CompactPart } from './compact-part.ts'
import { makeDirectory, openDirectory } from './durable-file.ts'
import type { FileSystem } from './fs.ts'
import { inSlices } from '../async/time-slice.ts'
import { readParts, writeParts, type FilePart } from './parts-file.ts'
import { Pins, type PinnedNames } from './pins.ts'
import { orStorageFailure, StorageError } from './storage-error.ts'

/** The only format that this program writes and reads. */
const ARCHIVE_FORMAT = 1

const PERIOD_NAME = /^[A-Za-z0-9_.-]{1,200}$/
const FILE_NAME = /^[A-Za-z0-9_.-]{1,200}\.[0-9a-f]{8}\.ndjson$/

/** Where finished periods of boards lie, by name: 1 to 200 of A-Z, a-z, 0-9, `_`, `.` and `-`; case counts. */
export interface BoardArchive {
  /**
   * Writes one, a little at a time, from parts that may be made as they are asked for; it counts when this resolves. One
   * of that name is replaced. Throws StorageError, and leaves what was there.
   */
  write(name: string, parts: Iterable<FilePart> | AsyncIterable<FilePart>): Promise<void>
  /**
   * Its parts in the order in which they were written, streamed, and checked as they come: they count when the last one
   * was given; whoever takes them slowly holds nobody up. Throws StorageError that says what is wrong with it, also where
   * there is none.
   */
  read(name: string): AsyncIterable<FilePart>
  /** The names of all that there are. Throws StorageError. */
  list(): Promise<readonly string[]>
  /** Removes all that are neither named nor held. Throws StorageError; then some of those may be left. */
  keepOnly(names: ReadonlySet<string>): Promise<void>
  /** Holds those that are told whenever others are removed, for who reads them later, until what this gives is called. */
  hold(names: PinnedNames): () => void
}

/** Where the finished periods of a runtime are. */
export interface BoardArchiveOptions {
  readonly fs: FileSystem
  /** It holds nothing else. */
  readonly directory: string
  readonly program: string
  readonly runtime: string
}

/**
 * Opens the directory of a runtime's finished periods, and removes what was not finished there. It is made when
 * one is written: most games have none, and their start shall not wait for it. Throws StorageError.
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
    read: (name) => inSlices(orUnusable(pathOf(name), readParts(fs, pathOf(name), identityOf(name)))),
    list: () =>
      attempt('The finished periods of boards cannot be listed', async () =>
        (await fs.list(directory)).filter((file) => FILE_NAME.test(file)).map(nameOf),
      ),
    async keepOnly(names) {
      const kept = new Set(Array.from(pins.with(names), fileNameOf))
      if (!isUsed) return
      await attempt('The finished periods of boards cannot be removed', async () => {
        for (const file of await fs.list(directory))
          if (FILE_NAME.test(file) && !kept.has(file)) await fs.unlink(join(directory, file))
      })
    },
    hold: (names) => pins.add(names),
  }
}

/** The checksum tells names apart that differ by case alone, where the file system does not. */
function fileNameOf(name: string): string {
  assertName(name)
  return `${name}.${formatSum(checksum(name))}.ndjson`
}

const nameOf = (file: string): string => file.replace(/\.[0-9a-f]{8}\.ndjson$/, '')

async function* orUnusable(path: string, parts: AsyncIterable<FilePart>): AsyncGenerator<FilePart, void, void> {
  try {
    yield* parts
  } catch (cause) {
    const what = cause instanceof StorageError ? cause.message : String(cause)
    throw new StorageError(`The finished period ${path} cannot be used: ${what}`, { cause })
  }
}

/** Finished periods in memory and nothing on disk (`--memory`). */
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
      const kept = pins.with(names)
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
