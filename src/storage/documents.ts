import { Low, type Adapter } from 'lowdb'
import { basename, dirname } from 'node:path'
import { openDirectory, replaceFile } from './durable-file.ts'
import type { FileSystem } from './fs.ts'
import { storageFailure } from './storage-error.ts'

/** Where a small document is, and what it may contain. */
export interface DocumentOptions<T> {
  readonly fs: FileSystem
  /** The directory of the file is created if it does not exist. */
  readonly path: string
  /** The content while there is no file. */
  readonly initial: T
  /** Checks what was read. Throws an error with a description of what is wrong with it. */
  readonly parse: (value: unknown) => T
  /** What to do with a file that cannot be used. */
  readonly advice: string
  /** Stores a content elsewhere before the file gets it. If that fails, the file stays as it is. */
  readonly publish?: ((value: T) => Promise<void>) | undefined
}

/**
 * Opens a small JSON document. `data` is its content; `update` or `write` writes it to disk, whole or not at all.
 * Writes happen one after the other. Throws StorageError, and so do `update` and `write`; `data` is then ahead of the
 * disk.
 */
export async function openDocument<T extends object>(options: DocumentOptions<T>): Promise<Low<T>> {
  const document = new Low<T>(documentAdapter(options), options.initial)
  await document.read()
  return document
}

function documentAdapter<T>({ fs, path, parse, advice, publish }: DocumentOptions<T>): Adapter<T> {
  let writes = Promise.resolve()
  const put = async (text: string): Promise<void> => {
    try {
      await replaceFile(fs, path, Buffer.from(text))
    } catch (cause) {
      throw storageFailure(`${path} cannot be written`, cause)
    }
  }
  return {
    async read() {
      try {
        await openDirectory(fs, dirname(path), (name) => name === basename(path))
        const bytes = await fs.readFile(path)
        return bytes ? parse(parseJson(bytes.toString())) : null
      } catch (cause) {
        throw storageFailure(`${path} cannot be used`, cause, advice)
      }
    },
    write(data) {
      const text = `${JSON.stringify(data, null, 2)}\n`
      const written = writes.then(() => publish?.(JSON.parse(text) as T)).then(() => put(text))
      writes = written.catch(() => {})
      return written
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('it is not JSON', { cause })
  }
}
