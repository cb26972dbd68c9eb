import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { openDirectory, replaceFile } from './durable-file.ts'
import type { FileSystem } from './fs.ts'
import { StorageError, storageFailure } from './storage-error.ts'

const DESIGN_NAME = /^[0-9a-f]{64}\.json$/

/** Designs that are or were in force, by their hash; none ever changes. */
export interface Designs {
  /**
   * Keeps the canonical text of a design, and gives its SHA-256 in hexadecimal; on disk when this resolves. A file that
   * is there and damaged is mended.
   */
  write(text: string): Promise<string>
  /** The text with this hash. Throws StorageError when there is none, or it is damaged. */
  read(hash: string): Promise<string>
}

/** Opens the directory of designs, and makes it if it is not there. Throws StorageError. */
export async function openDesigns(fs: FileSystem, directory: string): Promise<Designs> {
  const pathOf = (hash: string): string => join(directory, `${hash}.json`)
  const isThere = async (path: string, text: string): Promise<boolean> => {
    const found = await fs.readFile(path).catch(() => undefined)
    return found?.toString() === text
  }
  try {
    await openDirectory(fs, directory, (name) => DESIGN_NAME.test(name))
  } catch (cause) {
    throw storageFailure(`The designs in ${directory} cannot be opened`, cause)
  }
  return {
    async write(text) {
      const hash = designHash(text)
      if (await isThere(pathOf(hash), text)) return hash
      try {
        await replaceFile(fs, pathOf(hash), Buffer.from(text))
      } catch (cause) {
        throw storageFailure(`The design ${pathOf(hash)} cannot be written`, cause)
      }
      return hash
    },
    async read(hash) {
      const path = pathOf(hash)
      const text = await readText(fs, path)
      if (designHash(text) !== hash)
        throw new StorageError(`The design ${path} is damaged. Put the file back from a copy`)
      return text
    },
  }
}

async function readText(fs: FileSystem, path: string): Promise<string> {
  const bytes = await fs.readFile(path).catch((cause: unknown) => {
    throw storageFailure(`The design ${path} cannot be read`, cause)
  })
  if (!bytes) throw new StorageError(`The design ${path} is missing. Put the file back from a copy`)
  return bytes.toString()
}

/** The hash that a design is kept under, of its canonical text. */
export function designHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
