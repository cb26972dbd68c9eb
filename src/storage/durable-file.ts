import { dirname, join } from 'node:path'
import type { FileHandle, FileRights, FileSystem } from './fs.ts'

/** Matches the names that `temporaryPath` returns. */
const TEMPORARY = /^(.+)\.\d+\.tmp$/

/** Makes the names of unfinished files unique within this process. */
let temporaries = 0

/**
 * Creates a directory and its missing parents, accessible only to its owner by default. Its name is on disk when this
 * resolves, even if an interrupted start created it. Nothing is created in a directory whose own name is not on disk
 * yet, so for an existing directory it is enough to sync its name.
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
 * Makes a directory ready for use: creates it, removes unfinished files, and ensures that the names in it survive a
 * power failure. Only removes the unfinished files of names for which `isOurs` holds, because a directory that the user
 * chose may contain other files.
 */
export async function openDirectory(fs: FileSystem, path: string, isOurs: (name: string) => boolean): Promise<void> {
  await makeDirectory(fs, path)
  for (const name of await fs.list(path)) {
    const finished = TEMPORARY.exec(name)?.[1]
    if (finished !== undefined && isOurs(finished)) await fs.unlink(join(path, name))
  }
  await fs.syncDirectory(path)
}

/** Returns a name in the same directory for the unfinished file that will become `path`. */
function temporaryPath(path: string): string {
  temporaries += 1
  return `${path}.${temporaries}.tmp`
}

/** Replaces a small file, which only its owner can access. */
export async function replaceFile(fs: FileSystem, path: string, bytes: Uint8Array): Promise<void> {
  await writeWhole(fs, path, (handle) => handle.write(bytes, 0), { ownerOnly: true })
}

/**
 * Writes a file that counts when this resolves. Whatever happens, the file contains either its old or its new content.
 * A write that fails leaves no other file.
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

/** What to write, and where it is until it counts. */
export interface FilePreparation {
  /** The path of the unfinished file, in the same directory. */
  readonly temporary: string
  readonly write: (handle: FileHandle) => Promise<void>
  /** Whether only the owner can access the file. */
  readonly ownerOnly?: boolean
  /** The rights of the file that it replaces. */
  readonly rights?: FileRights | undefined
}

/** A file that is complete on disk and does not count yet. */
export interface PreparedFile {
  /** Puts the file in place; it counts when this resolves. If this fails, the unfinished file is removed. */
  putInPlace(): Promise<void>
  /**
   * Does the same as `putInPlace`, but only if the file in place has the content `known`. Otherwise removes the
   * unfinished file and returns false.
   */
  putInPlaceOf(known: Buffer | undefined): Promise<boolean>
}

/** Writes a file that is to count later, so that only the renaming remains to be done then. */
export async function prepareFile(
  fs: FileSystem,
  path: string,
  { temporary, write, ownerOnly = false, rights }: FilePreparation,
): Promise<PreparedFile> {
  // The first error is the one to report. The next start removes what is left.
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
    // The mode is restrictive from the start, so that nobody can read early what they must not read later.
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
