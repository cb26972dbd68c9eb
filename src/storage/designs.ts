import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { openDirectory, replaceFile } from './durable-file.ts'
import type { FileSystem } from './fs.ts'
import { orStorageFailure, StorageError, storageFailure } from './storage-error.ts'

const DESIGN_NAME = /^[0-9a-f]{64}(?:\.draft)?\.json$/
const DRAFT_NAME = /^([0-9a-f]{64})\.draft\.json$/

/** Designs that are or were in force, and drafts of others, by their hash; none ever changes. */
export interface Designs {
  /**
   * Keeps the canonical text of a design for ever, and gives its SHA-256 in hexadecimal; on disk when this resolves.
   * Called before anything in a history names it. A file that is there and damaged is mended.
   */
  write(text: string): Promise<string>
  /** As `write`, but of a design that no history names yet: kept until `forgetDrafts` is told otherwise. */
  writeDraft(text: string): Promise<string>
  /** The text with this hash. Throws StorageError when there is none, or it is damaged. */
  read(hash: string): Promise<string>
  /** Which of these there is none of, with where it should be; each is looked for, not read. Throws StorageError. */
  missing(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Removes all drafts but those with these hashes. Never fails: what could not be removed is tried again the next time. */
  forgetDrafts(except: ReadonlySet<string>): Promise<void>
}

/** Opens the directory of designs, and makes it if it is not there. Throws StorageError. */
export async function openDesigns(fs: FileSystem, directory: string): Promise<Designs> {
  const pathOf = (hash: string): string => join(directory, nameOf(hash))
  const draftPathOf = (hash: string): string => join(directory, draftNameOf(hash))
  const names = await orStorageFailure(`The designs in ${directory} cannot be opened`, async () => {
    await openDirectory(fs, directory, (name) => DESIGN_NAME.test(name))
    return fs.list(directory)
  })
  const drafts = new Set(names.flatMap((name) => DRAFT_NAME.exec(name)?.[1] ?? []))
  const isThere = async (path: string, text: string): Promise<boolean> => {
    const found = await fs.readFile(path).catch(() => undefined)
    return found?.toString() === text
  }
  const put = async (path: string, text: string): Promise<void> => {
    await orStorageFailure(`The design ${path} cannot be written`, () => replaceFile(fs, path, Buffer.from(text)))
  }
  /** Left where that fails: it harms nobody. */
  const remove = async (hash: string): Promise<void> => {
    if (!drafts.has(hash)) return
    const isGone = await fs.unlink(draftPathOf(hash)).then(
      () => true,
      () => false,
    )
    if (isGone) drafts.delete(hash)
  }
  return {
    async write(text) {
      const hash = designHash(text)
      if (!(await isThere(pathOf(hash), text))) await put(pathOf(hash), text)
      await remove(hash)
      return hash
    },
    async writeDraft(text) {
      const hash = designHash(text)
      if (await isThere(pathOf(hash), text)) return hash
      // Before it is there: one that failed in its last step may be there all the same.
      const isKnown = drafts.has(hash) && (await isThere(draftPathOf(hash), text))
      drafts.add(hash)
      if (!isKnown) await put(draftPathOf(hash), text)
      return hash
    },
    async read(hash) {
      const path = pathOf(hash)
      const text = (await readText(fs, path)) ?? (drafts.has(hash) ? await readText(fs, draftPathOf(hash)) : undefined)
      if (text === undefined) throw new StorageError(`The design ${path} is missing. Restore the file from a backup`)
      if (designHash(text) !== hash)
        throw new StorageError(`The design ${path} is damaged. Restore the file from a backup`)
      return text
    },
    async missing(hashes) {
      const there = new Set(
        await orStorageFailure(`The designs in ${directory} cannot be listed`, () => fs.list(directory)),
      )
      const absent = hashes.filter((hash) => !there.has(nameOf(hash)) && !there.has(draftNameOf(hash)))
      return new Map(absent.map((hash) => [hash, pathOf(hash)]))
    },
    async forgetDrafts(except) {
      for (const hash of drafts.difference(except)) await remove(hash)
    },
  }
}

async function readText(fs: FileSystem, path: string): Promise<string | undefined> {
  const bytes = await fs.readFile(path).catch((cause: unknown) => {
    throw storageFailure(`The design ${path} cannot be read`, cause)
  })
  return bytes?.toString()
}

const nameOf = (hash: string): string => `${hash}.json`
const draftNameOf = (hash: string): string => `${hash}.draft.json`

/** The hash that a design is kept under, of its canonical text. */
export function designHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
