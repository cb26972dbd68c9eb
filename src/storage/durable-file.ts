import { dirname, join } from 'node:path'
import type { FileHandle, FileSystem } from './fs.ts'
import { hasCode } from './storage-error.ts'

/** What `temporaryPath` makes of a name. */
const TEMPORARY = /^(.+)\.\d+\.tmp$/

/** Tells one unfinished file from another while both are under way in this process. */
let temporaries = 0

/**
 * Makes a directory, for its owner alone, and what should hold it. The name of the deepest one that is there already is
 * synced too: it may come from a start that stopped before it got to that.
 */
export async function makeDirectory(fs: FileSystem, path: string): Promise<void> {
  try {
    await fs.mkdir(path, { ownerOnly: true })
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error
    await makeDirectory(fs, dirname(path))
    await fs.mkdir(path, { ownerOnly: true })
  }
  await fs.syncDirectory(dirname(path))
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
  const temporary = temporaryPath(path)
  try {
    const handle = await fs.open(temporary, 'replace', options)
    try {
      await write(handle)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await fs.rename(temporary, path)
    await fs.syncDirectory(dirname(path))
  } catch (error) {
    // What stopped us is what has to be told; the next start removes what is left.
    await fs.unlink(temporary).catch(() => {})
    throw error
  }
}
