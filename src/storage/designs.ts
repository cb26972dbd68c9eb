import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { openDirectory, replaceFile } from './durable-file.ts'
import type { FileSystem } from './fs.ts'
import { orStorageFailure, StorageError, storageFailure } from './storage-error.ts'

const DESIGN_NAME = /^[0-9a-f]{64}(?:\.draft)?\.json$/
const DRAFT_NAME = /^([0-9a-f]{64})\.draft\.json$/

/** The deployed designs, present and past, and drafts of others, by their hash. A stored design never changes. */
export interface Designs {
  /**
   * Stores the canonical text of a design permanently and returns its SHA-256 in hexadecimal. The design is on disk
   * when this resolves. Call it before any entry of a history names the design. Repairs a damaged file.
   */
  write(text: string): Promise<string>
  /** Does the same as `write` for a design that no history names yet. It is kept until `forgetDrafts` removes it. */
  writeDraft(text: string): Promise<string>
  /** Returns the text with this hash. Throws StorageError if there is none or it is damaged. */
  read(hash: string): Promise<string>
  /**
   * Returns the path where each missing design should be, by its hash. Looks for each file and does not read it. Throws
   * StorageError.
   */
  missing(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Removes all drafts except those with these hashes. Never fails: a draft that cannot be removed is tried again the
   * next time.
   */
  forgetDrafts(except: ReadonlySet<string>): Promise<void>
}

/** Opens the directory of designs, and creates it if it does not exist. Throws StorageError. */
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
  /** Leaves the draft if it cannot be removed, which does no harm. */
  const remove = async (hash: string): Promise<void> => {
    if (!drafts.has(hash)) return
    const isRemoved = await fs.unlink(draftPathOf(hash)).then(
      () => true,
      () => false,
    )
    if (isRemoved) drafts.delete(hash)
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
      // Recorded before the write, because a write that fails in its last step may still leave the file.
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

/** Returns the hash under which a design is stored, from its canonical text. */
export function designHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
