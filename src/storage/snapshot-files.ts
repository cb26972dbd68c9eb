import assert from 'node:assert/strict'
import { join } from 'node:path'
import { inSlices } from '../async/time-slice.ts'
import { LAST_INSTANT } from '../game/kernel/instant.ts'
import { checksum } from './checksum.ts'
import { makeDirectory, openDirectory } from './durable-file.ts'
import type { FileSystem } from './fs.ts'
import type { Lineage } from './lineage.ts'
import { readParts, readPartsHeader, writeParts, type FilePart, type PartsHeader } from './parts-file.ts'
import type { SnapshotFacts } from './runtime-store.ts'
import { orStorageFailure, StorageError } from './storage-error.ts'

/** The only format that this version writes and reads. */
const SNAPSHOT_FORMAT = 1

/** The names of history files have room for this many digits of a generation. */
const MAX_GENERATION = 999_999_999

const FILE_NAME = /^point-((?:=[a-z]|[a-z0-9._-]){1,128})\.ndjson$/

/** The first line of a snapshot: what it is, and the generations of its history. */
export interface SnapshotHeader extends SnapshotFacts {
  readonly lineage: Lineage
}

/** A snapshot that can be used, as far as its first line shows; `size` is in bytes. */
export interface UsableSnapshot {
  readonly header: SnapshotHeader
  readonly size: number
}

/** The stored snapshots, by name. */
interface StoredSnapshots {
  readonly usable: ReadonlyMap<string, UsableSnapshot>
  /** The error of each unusable snapshot, with what to do. */
  readonly unusable: ReadonlyMap<string, StorageError>
}

/** Where the snapshots of a runtime are. */
interface SnapshotFilesOptions {
  readonly fs: FileSystem
  /** The directory. It contains nothing else. */
  readonly directory: string
  readonly program: string
  readonly runtime: string
}

type Parts = Iterable<FilePart> | AsyncIterable<FilePart>

/**
 * Opens the directory of a runtime's snapshots, and removes unfinished files from it. The directory is only created
 * when a snapshot is written, and the files are read when they are first needed, because most games have none and their
 * start should not wait for them. Throws StorageError.
 */
export async function openSnapshotFiles(options: SnapshotFilesOptions): Promise<SnapshotFiles> {
  const { fs, directory } = options
  await orStorageFailure(`The snapshots in ${directory} cannot be opened`, async () => {
    const isUsed = (await fs.list(directory)).length > 0
    if (isUsed) await openDirectory(fs, directory, (name) => parseFileName(name) !== undefined)
  })
  return new SnapshotFiles(options)
}

/**
 * The snapshots of a runtime in files, one file each, with the content of their first lines. Every operation throws
 * StorageError.
 */
export class SnapshotFiles {
  readonly #options: SnapshotFilesOptions
  readonly #unfinished = new Set<SnapshotHeader>()
  /** The loaded snapshots; undefined until they are first needed. */
  #loaded: Promise<{ usable: Map<string, UsableSnapshot>; unusable: Map<string, StorageError> }> | undefined

  constructor(options: SnapshotFilesOptions) {
    this.#options = options
  }

  /** The snapshots that are being written, which count as soon as that is done. */
  get unfinished(): Iterable<SnapshotHeader> {
    return this.#unfinished
  }

  /** Reads the files again when they are next needed. */
  forget(): void {
    this.#loaded = undefined
  }

  async all(): Promise<StoredSnapshots> {
    const { usable, unusable } = await this.#load()
    // An unusable one may have been restored from a backup meanwhile.
    for (const name of unusable.keys()) {
      const snapshot = await readSnapshot(this.#options, name)
      if (snapshot instanceof StorageError) unusable.set(name, snapshot)
      else if (unusable.delete(name)) usable.set(name, snapshot)
    }
    return { usable, unusable }
  }

  /** Like `Checkpoint.parts`. Its errors name the snapshot and describe what to do. */
  async *parts(name: string): AsyncGenerator<FilePart, void, void> {
    try {
      const { fs, runtime } = this.#options
      yield* inSlices(readParts(fs, pathOf(this.#options, name), identityOf(runtime, name)))
    } catch (cause) {
      throw unusableError(this.#options, name, cause)
    }
  }

  /** Creates an error that describes why a snapshot is unusable, and what to do. */
  unusableError(name: string, cause: unknown): StorageError {
    return unusableError(this.#options, name, cause)
  }

  /** Writes a snapshot, whole or not at all. Returns its size in bytes. */
  async write(header: SnapshotHeader, parts: Parts): Promise<number> {
    const { name } = header
    assert.equal(parseFileName(snapshotFileName(name)), name, 'a point has a name that a file can have')
    this.#unfinished.add(header)
    try {
      const size = await orStorageFailure(`The snapshot '${name}' cannot be written`, () =>
        writeSnapshot(this.#options, header, parts),
      )
      const { usable } = await this.#load()
      usable.set(name, { header, size })
      return size
    } finally {
      this.#unfinished.delete(header)
    }
  }

  /** Removes a snapshot for good. Returns false if there is none. */
  async remove(name: string): Promise<boolean> {
    const { fs, directory } = this.#options
    const { usable, unusable } = await this.#load()
    if (!usable.has(name) && !unusable.has(name)) return false
    await orStorageFailure(`The snapshot '${name}' cannot be removed`, async () => {
      await fs.unlink(pathOf(this.#options, name))
      await fs.syncDirectory(directory)
    })
    usable.delete(name)
    unusable.delete(name)
    return true
  }

  #load() {
    this.#loaded ??= orStorageFailure(`The snapshots in ${this.#options.directory} cannot be listed`, () =>
      readSnapshots(this.#options),
    )
    this.#loaded.catch(() => (this.#loaded = undefined))
    return this.#loaded
  }
}

async function writeSnapshot(options: SnapshotFilesOptions, header: SnapshotHeader, parts: Parts): Promise<number> {
  const { fs, directory, program, runtime } = options
  await makeDirectory(fs, directory)
  const line = withChecksum({ program, ...identityOf(runtime, header.name), ...header })
  return writeParts(fs, pathOf(options, header.name), line, parts)
}

async function readSnapshots(options: SnapshotFilesOptions) {
  const usable = new Map<string, UsableSnapshot>()
  const unusable = new Map<string, StorageError>()
  for (const fileName of await options.fs.list(options.directory)) {
    const name = parseFileName(fileName)
    if (name === undefined) continue
    const snapshot = await readSnapshot(options, name)
    if (snapshot instanceof StorageError) unusable.set(name, snapshot)
    else usable.set(name, snapshot)
  }
  return { usable, unusable }
}

async function readSnapshot(options: SnapshotFilesOptions, name: string): Promise<UsableSnapshot | StorageError> {
  const { fs, runtime } = options
  try {
    const { header, size } = await readPartsHeader(fs, pathOf(options, name), identityOf(runtime, name))
    const { check, ...fields } = header
    if (check !== checksum(JSON.stringify(fields))) throw new StorageError('it is damaged')
    const { format: _format, program: _program, runtime: _runtime, ...snapshot } = fields
    if (!isSnapshotHeader(snapshot)) throw new StorageError('its first line is not that of a snapshot')
    return { header: snapshot, size }
  } catch (cause) {
    return unusableError(options, name, cause)
  }
}

/** Whether the values of a first line are possible. A user who edits a file by hand can also update its checksum. */
function isSnapshotHeader(
  fields: Readonly<Record<string, unknown>>,
): fields is Readonly<Record<string, unknown>> & SnapshotHeader {
  const { generation, seq, sum, at, now, created, frozen, isAutomatic, lineage } = fields
  return (
    isWithin(generation, MAX_GENERATION) &&
    isWithin(seq) &&
    isWithin(sum, 0xffffffff) &&
    [at, now, created].every((instant) => isWithin(instant, LAST_INSTANT)) &&
    typeof frozen === 'boolean' &&
    (isAutomatic === undefined || typeof isAutomatic === 'boolean') &&
    Array.isArray(lineage) &&
    lineage.every(isLineageStep)
  )
}

function isLineageStep(step: unknown): boolean {
  if (typeof step !== 'object' || step === null || !('generation' in step && 'until' in step)) return false
  return isWithin(step.generation, MAX_GENERATION) && isWithin(step.until)
}

const isWithin = (value: unknown, max = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isSafeInteger(value) && 0 <= Number(value) && Number(value) <= max

const identityOf = (runtime: string, name: string) => ({ format: SNAPSHOT_FORMAT, runtime, name })

/** Adds a checksum to the header, which is read without the rest of the file. */
function withChecksum<T extends PartsHeader>(header: T): T & { readonly check: number } {
  return { ...header, check: checksum(JSON.stringify(header)) }
}

function unusableError(options: SnapshotFilesOptions, name: string, cause: unknown): StorageError {
  const what = cause instanceof Error ? cause.message : String(cause)
  return new StorageError(
    `The snapshot '${name}' cannot be used: ${what}. Restore its file ${pathOf(options, name)} from a backup, use the ` +
      `gamify that wrote it, or delete the snapshot`,
    { cause },
  )
}

const pathOf = ({ directory }: SnapshotFilesOptions, name: string): string => join(directory, snapshotFileName(name))

/** Returns the name of the file of a snapshot. Capital letters are marked, because some file systems ignore case. */
export function snapshotFileName(name: string): string {
  return `point-${name.replaceAll(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`)}.ndjson`
}

/** Returns the name of the snapshot in a file; undefined for any other file. */
function parseFileName(fileName: string): string | undefined {
  return FILE_NAME.exec(fileName)?.[1]?.replaceAll(/=([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
