import { createHash, randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Ending } from '../auth/ended-logins.ts'
import type { GameFile } from '../emulator/game-document.ts'
import type { DataDirectory } from '../emulator/settings.ts'
import type { RuntimeName } from '../game/game-state.ts'
import { makeDirectory } from '../storage/durable-file.ts'
import { parseHistoryName } from '../storage/history-name.ts'
import { piecesOf, writePieces, type Blobs } from '../storage/log/blobs.ts'
import { orStorageFailure, StorageError } from '../storage/storage-error.ts'
import { RUNTIMES, type BaseFile, type SharedFile } from './log-documents.ts'

/**
 * The folders of a runtime whose files belong to the game. Leaderboards of ended periods can only be built again as long as
 * the history reaches back to them.
 */
export const SHARED_FOLDERS = ['journal', 'snapshots', 'points', 'boards'] as const

/** Stores the files of a generation of a runtime as blobs. */
export async function shareGeneration(
  data: DataDirectory,
  blobs: Blobs,
  runtime: RuntimeName,
  generation: number,
): Promise<readonly SharedFile[]> {
  const paths: string[] = []
  for (const folder of ['journal', 'snapshots']) {
    const names = await listed(data, join(runtime, folder))
    const own = names.filter((name) => parseHistoryName(name)?.generation === generation)
    paths.push(...own.map((name) => `${runtime}/${folder}/${name}`))
  }
  return shareFiles(data, blobs, paths)
}

/** What the names of all blobs of files begin with. */
export const FILE_BLOBS = 'files/'

/** Returns the name of a new blob of a file. */
export const newFileBlob = (): string => `${FILE_BLOBS}${randomUUID()}`

/** Stores files of a data directory as blobs. `paths` are relative to it. */
export async function shareFiles(
  { files: fs, directory }: DataDirectory,
  blobs: Blobs,
  paths: readonly string[],
  onShared: () => void = () => {},
): Promise<readonly SharedFile[]> {
  const shared: SharedFile[] = []
  for (const path of paths) {
    const blob = newFileBlob()
    await blobs.put(blob, () => piecesOf(fs, join(directory, path)))
    shared.push({ path, blob })
    onShared()
  }
  return shared
}

/** Returns the content of a JSON file of a data directory; null if there is none. Throws StorageError. */
async function readJson({ files, directory }: DataDirectory, path: string): Promise<unknown> {
  const whole = join(directory, path)
  const bytes = await orStorageFailure(`${whole} cannot be read`, () => files.readFile(whole))
  return bytes ? JSON.parse(bytes.toString()) : null
}

/** Returns what a document of the log says of a game besides the files of its runtimes. */
export async function factsOfGame(
  data: DataDirectory,
  game: string,
  { created, secret, design }: Pick<GameFile, 'created' | 'secret'> & { readonly design?: GameFile['design'] },
  revoked: readonly Ending[],
) {
  const images = await readJson(data, 'images/design.json')
  return { game, created, secret, design: design ?? null, images, revoked: [...revoked] }
}

/** Removes the files of all histories of a data directory. Throws StorageError. */
export async function removeHistories(data: DataDirectory): Promise<void> {
  for (const runtime of RUNTIMES)
    for (const folder of SHARED_FOLDERS) {
      const path = join(runtime, folder)
      for (const name of await listed(data, path)) await remove(data, join(path, name))
    }
}

/** Removes the files of generations after a live one, which were begun and never made live. Throws StorageError. */
export async function removeBegun(data: DataDirectory, runtime: RuntimeName, live: number): Promise<void> {
  for (const folder of ['journal', 'snapshots'])
    for (const name of await listed(data, join(runtime, folder)))
      if ((parseHistoryName(name)?.generation ?? 0) > live) await remove(data, join(runtime, folder, name))
}

/** Removes a file of a data directory. Throws StorageError. */
async function remove({ files, directory }: DataDirectory, path: string): Promise<void> {
  const whole = join(directory, path)
  await orStorageFailure(`${whole} cannot be removed`, () => files.unlink(whole))
}

/** Lists a directory within a data directory. Throws StorageError. */
export const listed = ({ files, directory }: DataDirectory, path: string): Promise<readonly string[]> =>
  orStorageFailure(`${join(directory, path)} cannot be listed`, () => files.list(join(directory, path)))

/** What a node that follows does while the place of the blobs does not answer. */
interface BlobPatience {
  /** Aborts when it waits no longer. */
  readonly ending: AbortSignal
  readonly warn: (message: string) => void
}

/** How long a node waits before it asks again for a blob that could not be read, in ms. */
const BLOB_RETRY_MS = 1_000

/** The place of the blobs does not answer. */
class BlobSilent extends StorageError {}

/**
 * Makes files of a data directory what the log says. Throws StorageError, also if a blob is gone, and the reason of `ending`
 * between two files. Without `patience`, a blob that cannot be read is an error as well.
 */
export async function fetchFiles(
  data: DataDirectory,
  blobs: Blobs,
  files: readonly (SharedFile | BaseFile)[],
  patience?: BlobPatience,
): Promise<void> {
  for (const file of files)
    for (let isTold = false; ; isTold = true) {
      patience?.ending.throwIfAborted()
      try {
        await fetchFile(data, blobs, file)
        break
      } catch (error) {
        if (!(error instanceof BlobSilent) || !patience) throw error
        if (!isTold) patience.warn(`${error.message}. This node waits for it, and cannot follow the game meanwhile`)
        await new Promise((resolve) => setTimeout(resolve, BLOB_RETRY_MS))
      }
    }
}

async function fetchFile(
  { files: fs, directory }: DataDirectory,
  blobs: Blobs,
  { path, blob, ...facts }: SharedFile | BaseFile,
): Promise<void> {
  const target = join(directory, path)
  const silent = (cause: unknown): never => {
    throw new BlobSilent(`The file ${path} cannot be read from the blobs: ${reasonOf(cause)}`, { cause })
  }
  await orStorageFailure(`${target} cannot be changed`, async () => {
    if (blob === null) return fs.unlink(target)
    if (await fs.facts(target)) return
    const pieces = await blobs.get(blob).catch(silent)
    if (!pieces)
      throw new StorageError(
        `The log names the file ${path}, and its content ${blob} is not among the blobs. Restore the blobs, or copy the file from another node`,
      )
    await makeDirectory(fs, dirname(target))
    const read = readable(pieces, silent)
    await writePieces(fs, target, 'sha256' in facts ? checked(read, blob, facts.sha256) : read)
  })
}

/** Yields pieces, and gives what breaks them off to `silent`. */
async function* readable(
  pieces: AsyncIterable<Uint8Array>,
  silent: (cause: unknown) => never,
): AsyncGenerator<Uint8Array> {
  const reading = pieces[Symbol.asyncIterator]()
  for (;;) {
    const next: IteratorResult<Uint8Array, unknown> = await reading.next().catch(silent)
    if (next.done === true) return
    yield next.value
  }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Yields pieces, and fails at the end if they are not those of this checksum. */
async function* checked(pieces: AsyncIterable<Uint8Array>, blob: string, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('hex') !== sha256)
    throw new StorageError(
      `The blob ${blob} is damaged. Restore the blobs, or start this node with a copy of the data directory of another node`,
    )
}
