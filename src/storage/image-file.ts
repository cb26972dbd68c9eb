import type { FileHandle, FileSystem } from './fs.ts'
import { damagedImage, imageInMemory, missingImage, type KeptImage } from './images.ts'
import { hasCode, storageFailure } from './storage-error.ts'

/**
 * How much of an image is read and held at a time for each slow reader. A smaller image is read when it is found, so
 * that a caller that found it still gets it if it is deleted immediately after.
 */
const READ_BYTES = 64 * 1024

/** The bytes that every PNG begins and ends with. The last chunk is always the same. */
const PNG_BEGINNING = Buffer.from('89504e470d0a1a0a', 'hex')
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')

/** Whether a file exists. Throws StorageError. */
export async function isThere(fs: FileSystem, path: string): Promise<boolean> {
  return (await using(fs, path, async () => true)) === true
}

/**
 * Finds a stored PNG file; undefined if there is none. Throws StorageError if its beginning or end is missing. Does not
 * check what is between them.
 */
export async function findFile(fs: FileSystem, path: string): Promise<KeptImage | undefined> {
  return using(fs, path, async (handle) => {
    const length = await handle.size()
    const isSmall = length <= READ_BYTES
    const beginning = await handle.read(0, isSmall ? length : PNG_BEGINNING.length)
    const end = isSmall ? beginning : await handle.read(length - PNG_END.length, PNG_END.length)
    if (!hasBothEnds(beginning, end)) throw damagedImage(path)
    return isSmall ? imageInMemory(beginning) : { length, pieces: () => pieces(fs, path, length) }
  })
}

function hasBothEnds(beginning: Buffer, end: Buffer): boolean {
  return (
    beginning.subarray(0, PNG_BEGINNING.length).equals(PNG_BEGINNING) && end.subarray(-PNG_END.length).equals(PNG_END)
  )
}

/**
 * Keeps the file open while the pieces are read, so that a reader gets the whole image even if it is deleted meanwhile.
 */
async function* pieces(fs: FileSystem, path: string, length: number): AsyncGenerator<Buffer> {
  const handle = await open(fs, path)
  if (!handle) throw missingImage(path)
  try {
    for (let at = 0; at < length; at += READ_BYTES) {
      const pieceLength = Math.min(READ_BYTES, length - at)
      const piece = await handle.read(at, pieceLength)
      if (piece.length < pieceLength) throw damagedImage(path)
      yield piece
    }
  } catch (cause) {
    throw unreadable(path, cause)
  } finally {
    await handle.close()
  }
}

/** Calls `use` with the open file and returns the result; undefined if there is no file. */
async function using<T>(fs: FileSystem, path: string, use: (handle: FileHandle) => Promise<T>): Promise<T | undefined> {
  const handle = await open(fs, path)
  if (!handle) return undefined
  try {
    return await use(handle)
  } catch (cause) {
    throw unreadable(path, cause)
  } finally {
    await handle.close()
  }
}

async function open(fs: FileSystem, path: string): Promise<FileHandle | undefined> {
  try {
    return await fs.open(path, 'read')
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return undefined
    throw unreadable(path, cause)
  }
}

const unreadable = (path: string, cause: unknown): Error => storageFailure(`The image ${path} cannot be read`, cause)
