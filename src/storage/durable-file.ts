import { dirname, join } from 'node:path'
import type { FileHandle, FileRights, FileSystem } from './fs.ts'

/** What `temporaryPath` makes of a name. */
const TEMPORARY = /^(.+)\.\d+\.tmp$/

/** Tells one unfinished file from another while both are under way in this process. */
let temporaries = 0

/**
 * Makes a directory, for its owner alone unless told otherwise, and what should hold it; its name is on disk when this
 * resolves, also where it comes from a start that stopped before it got to that. Nothing is made in a directory whose own
 * name is not on disk yet, so what is there needs no more than a sync of its name.
 */
export async function makeDirectory(
  fs: FileSystem,
  path: string,
  options: { readonly ownerOnly: boolean } = { ownerOnly: true },
): Promise<void> {
  const above = dirname(path)
  if (above !== path && (await fs.realPath(path)) === undefined) {
    await makeDirectory(fs, above, options)
    await fs.mkdir(path, options)
  }
  await fs.syncDirectory(above)
}

/**
 * Makes a directory ready for use: it is there, no unfinished file is left in it, and the names that are read from it
 * now will still be there after a power failure. Unfinished are those that would have become a file that `isOurs`: who
 * chose the directory may keep other things in it.
 */
export async function openDirectory(fs: FileSystem, path: string, isOurs: (name: string) => boolean): Promise<void> {
  await makeDirectory(fs, path)
  for (const name of await fs.list(path)) {
    const finished = TEMPORARY.exec(name)?.[1]
    if (finished !== undefined && isOurs(finished)) await fs.unlink(join(path, name))
  }
  await fs.syncDirectory(path)
}

/** A name in the same directory for the file that shall become `path`. */
function temporaryPath(path: string): string {
  temporaries += 1
  return `${path}.${temporaries}.tmp`
}

/** Replaces a small file whole, for its owner alone. */
export async function replaceFile(fs: FileSystem, path: string, bytes: Uint8Array): Promise<void> {
  await writeWhole(fs, path, (handle) => handle.write(bytes, 0), { ownerOnly: true })
}

/**
 * Writes a file that counts when this resolves: whatever happens, the old bytes or the new ones are found under its name.
 * Nothing is left of one that failed.
 */
export async function writeWhole(
  fs: FileSystem,
  path: string,
  write: (handle: FileHandle) => Promise<void>,
  options?: { readonly ownerOnly: boolean },
): Promise<void> {
  const prepared = await prepareFile(fs, path, { ...options, temporary: temporaryPath(path), write })
  await prepared.putInPlace()
}

/** What is written, and where it stands until it counts. */
export interface FilePreparation {
  /** In the same directory. */
  readonly temporary: string
  readonly write: (handle: FileHandle) => Promise<void>
  /** Whether nobody else may read it. */
  readonly ownerOnly?: boolean
  /** Those of the file in whose place it is put. */
  readonly rights?: FileRights | undefined
}

/** A file that is whole on disk, and does not count yet. */
export interface PreparedFile {
  /** It counts when this resolves; of one that fails nothing is left. */
  putInPlace(): Promise<void>
  /** As `putInPlace`, but gives false, and leaves nothing of it, where what has its name does not hold these bytes. */
  putInPlaceOf(known: Buffer | undefined): Promise<boolean>
}

/** Writes all of a file that is to count later, so that what is left to do then is no more than giving it its name. */
export async function prepareFile(
  fs: FileSystem,
  path: string,
  { temporary, write, ownerOnly = false, rights }: FilePreparation,
): Promise<PreparedFile> {
  // What stopped us is what has to be told; the next start removes what is left.
  const drop = (): Promise<void> => fs.unlink(temporary).catch(() => {})
  const orDrop = async <T>(step: () => Promise<T>): Promise<T> => {
    try {
      return await step()
    } catch (error) {
      await drop()
      throw error
    }
  }
  await orDrop(async () => {
    // Nobody may read meanwhile what they may not read later.
    const handle = await fs.open(temporary, 'replace', { ownerOnly: ownerOnly || rights !== undefined })
    try {
      await write(handle)
      if (rights) await handle.setRights(rights)
      await handle.sync()
    } finally {
      await handle.close()
    }
  })
  return {
    putInPlace: () =>
      orDrop(async () => {
        await fs.rename(temporary, path)
        await fs.syncDirectory(dirname(path))
      }),
    putInPlaceOf: (known) =>
      orDrop(async () => {
        const isDone = await fs.replaceKnown(path, known, temporary)
        await (isDone ? fs.syncDirectory(dirname(path)) : drop())
        return isDone
      }),
  }
}
