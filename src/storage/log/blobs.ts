import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDirectory, prepareFile, writeWhole } from '../durable-file.ts'
import type { FileHandle, FileSystem } from '../fs.ts'
import { orStorageFailure } from '../storage-error.ts'

/** Contents that all nodes of a game can read. What has a name never changes, and exists before anything names it. */
export interface Blobs {
  /** Stores a content, unless there is one of this name already. It counts when this resolves, to whether it is new. */
  put(name: string, pieces: () => AsyncIterable<Uint8Array>): Promise<boolean>
  /** Returns the pieces of a content; undefined if there is none. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Removes a content that nothing names any more. */
  remove(name: string): Promise<void>
  /** Returns the names of all contents. */
  names(): Promise<readonly string[]>
}

/** How much of a file is read at once. */
const PIECE_BYTES = 1 << 18

/** Keeps contents as files of a directory that all nodes share. Throws StorageError, and so do its methods. */
export async function directoryBlobs(fs: FileSystem, directory: string): Promise<Blobs> {
  await orStorageFailure(`The directory of blobs ${directory} cannot be opened`, () =>
    openDirectory(fs, directory, () => false),
  )
  const pathOf = (name: string): string => join(directory, name.replaceAll('/', '+'))
  return {
    async put(name, pieces) {
      const path = pathOf(name)
      return orStorageFailure(`The blob ${path} cannot be written`, async () => {
        // Another node may have put it there a moment ago, and not on disk yet.
        if (await fs.facts(path)) {
          await fs.syncDirectory(directory)
          return false
        }
        // Several nodes may write the same content at once.
        const temporary = `${path}.${randomUUID()}.tmp`
        const prepared = await prepareFile(fs, path, { temporary, write: writing(pieces()), ownerOnly: true })
        await prepared.putInPlace()
        return true
      })
    },
    async get(name) {
      const path = pathOf(name)
      const isThere = await orStorageFailure(`The blob ${path} cannot be read`, () => fs.facts(path))
      return isThere ? piecesOf(fs, path) : undefined
    },
    remove: (name) => orStorageFailure(`The blob ${pathOf(name)} cannot be removed`, () => fs.unlink(pathOf(name))),
    names: async () => {
      const names = await orStorageFailure(`The blobs in ${directory} cannot be listed`, () => fs.list(directory))
      return names.filter((name) => !name.endsWith('.tmp')).map((name) => name.replaceAll('+', '/'))
    },
  }
}

/** Reads a file in pieces, or its first `size` bytes. Throws StorageError. */
export async function* piecesOf(fs: FileSystem, path: string, size = Infinity): AsyncGenerator<Uint8Array> {
  const orFailure = <T>(read: () => Promise<T>): Promise<T> => orStorageFailure(`${path} cannot be read`, read)
  const handle = await orFailure(() => fs.open(path, 'read'))
  try {
    for (let at = 0; at < size; at += PIECE_BYTES) {
      const piece = await orFailure(() => handle.read(at, Math.min(PIECE_BYTES, size - at)))
      if (piece.length > 0) yield piece
      if (piece.length < PIECE_BYTES) return
    }
  } finally {
    await handle.close()
  }
}

/** Writes a file from pieces, whole or not at all. */
export async function writePieces(fs: FileSystem, path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  await writeWhole(fs, path, writing(pieces), { ownerOnly: true })
}

const writing = (pieces: AsyncIterable<Uint8Array>) => async (handle: FileHandle) => {
  let at = 0
  for await (const piece of pieces) {
    await handle.write(piece, at)
    at += piece.length
  }
}

/** Yields pieces so slowly that no more than so many bytes pass in a second. */
export async function* paced(pieces: AsyncIterable<Uint8Array>, bytesASecond: number): AsyncGenerator<Uint8Array> {
  const begunMs = performance.now()
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    const earlyMs = (bytes / bytesASecond) * 1_000 - (performance.now() - begunMs)
    if (earlyMs > 1) await new Promise((resolve) => setTimeout(resolve, earlyMs))
    yield piece
  }
}
