import assert from 'node:assert/strict'
import { join } from 'node:path'
import { checksum, formatSum } from './checksum.ts'
import { makeDirectory, openDirectory } from './durable-file.ts'
import type { FileSystem } from './fs.ts'
import { inSlices } from './in-slices.ts'
import { readParts, writeParts, type FilePart } from './parts-file.ts'
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
  write(name: string, parts: Iterable<FilePart>): Promise<void>
  /**
   * Its parts in the order in which they were written, streamed, and checked as they come: they count when the last one
   * was given; whoever takes them slowly holds nobody up. Throws StorageError that says what is wrong with it, also where
   * there is none.
   */
  read(name: string): AsyncIterable<FilePart>
  /** Removes all that are not named. Throws StorageError; then some of those may be left. */
  keepOnly(names: ReadonlySet<string>): Promise<void>
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
    async keepOnly(names) {
      const kept = new Set(Array.from(names, fileNameOf))
      if (!isUsed) return
      await attempt('The finished periods of boards cannot be removed', async () => {
        for (const file of await fs.list(directory))
          if (FILE_NAME.test(file) && !kept.has(file)) await fs.unlink(join(directory, file))
      })
    },
  }
}

/** The checksum tells names apart that differ by case alone, where the file system does not. */
function fileNameOf(name: string): string {
  assertName(name)
  return `${name}.${formatSum(checksum(name))}.ndjson`
}

async function* orUnusable(path: string, parts: AsyncIterable<FilePart>): AsyncGenerator<FilePart, void, void> {
  try {
    yield* parts
  } catch (cause) {
    const what = cause instanceof StorageError ? cause.message : String(cause)
    throw new StorageError(`The finished period ${path} cannot be used: ${what}`, { cause })
  }
}

/** A part whose data is JSON text in UTF-8: a fraction of what the records take. */
type CompactPart = { readonly name: string; readonly json: Buffer } | Extract<FilePart, { bytes: Uint8Array }>

/** Finished periods in memory and nothing on disk (`--memory`). */
export function memoryBoardArchive(): BoardArchive {
  const periods = new Map<string, readonly CompactPart[]>()
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
    async keepOnly(names) {
      for (const name of names) assertName(name)
      for (const name of periods.keys()) if (!names.has(name)) periods.delete(name)
    },
  }
}

function compactPart(part: FilePart): CompactPart {
  if ('data' in part) return { name: part.name, json: Buffer.from(JSON.stringify(part.data)) }
  return { name: part.name, bytes: new Uint8Array(part.bytes) }
}

function* plainParts(name: string, parts: readonly CompactPart[] | undefined): Generator<FilePart> {
  if (!parts) throw new StorageError(`The finished period ${name} is missing`)
  for (const part of parts) {
    if ('json' in part) yield { name: part.name, data: JSON.parse(part.json.toString()) as unknown }
    else yield { name: part.name, bytes: new Uint8Array(part.bytes) }
  }
}

function assertName(name: string): void {
  assert.match(name, PERIOD_NAME, 'a finished period has a name of its own')
}
