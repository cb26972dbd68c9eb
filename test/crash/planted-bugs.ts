import type { FileHandle, FileSystem } from '../../src/storage/fs.ts'
import type { Seam } from './fault-walk.ts'

/** A file system that does some things otherwise than the one it stands before. */
function change(fs: FileSystem, other: Partial<FileSystem>): FileSystem {
  return {
    open: (path, mode, options) => fs.open(path, mode, options),
    readFile: (path, maxBytes) => fs.readFile(path, maxBytes),
    realPath: (path) => fs.realPath(path),
    facts: (path) => fs.facts(path),
    list: (path) => fs.list(path),
    mkdir: (path, options) => fs.mkdir(path, options),
    rename: (from, to) => fs.rename(from, to),
    replaceKnown: (path, known, by) => fs.replaceKnown(path, known, by),
    unlink: (path) => fs.unlink(path),
    syncDirectory: (path) => fs.syncDirectory(path),
    ...other,
  }
}

/** Files as they are, without a bug. */
export const withoutBug: Seam = (fs) => fs

/** Writes of the journal stay in the cache. */
export const withoutWriteThrough: Seam = (fs) => change(fs, { open: (path, mode) => fs.open(path, mode) })

/** Files whose path matches are never synced. */
export const withoutSyncOf =
  (paths: RegExp): Seam =>
  (fs) =>
    change(fs, {
      open: async (path, mode, options) => {
        const handle = await fs.open(path, mode, options)
        return paths.test(path) ? { ...handle, sync: async () => {} } : handle
      },
    })

/** Names in directories whose path matches are never synced. */
export const withoutSyncOfNames =
  (paths: RegExp): Seam =>
  (fs) =>
    change(fs, {
      syncDirectory: async (path) => {
        if (!paths.test(path)) await fs.syncDirectory(path)
      },
    })

/** A file gets its name first, and is synced then. */
export const renameBeforeSync: Seam = (fs) => {
  const unfinished = new Map<string, FileHandle>()
  return change(fs, {
    open: async (path, mode, options) => {
      const handle = await fs.open(path, mode, options)
      if (!path.endsWith('.tmp')) return handle
      unfinished.set(path, handle)
      return { ...handle, sync: async () => {} }
    },
    rename: async (from, to) => {
      await fs.rename(from, to)
      await unfinished.get(from)?.sync()
    },
    replaceKnown: async (path, known, by) => {
      const isDone = await fs.replaceKnown(path, known, by)
      if (isDone && by !== undefined) await unfinished.get(by)?.sync()
      return isDone
    },
  })
}

/** What should take the place of a file at one go is written over it. */
export const writtenInPlace: Seam = (fs) => {
  const putInPlace = async (from: string, to: string): Promise<void> => {
    const bytes = (await fs.readFile(from)) ?? Buffer.alloc(0)
    const handle = await fs.open(to, 'replace')
    try {
      await handle.write(bytes, 0)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await fs.unlink(from)
  }
  return change(fs, {
    rename: putInPlace,
    replaceKnown: async (path, known, by) => {
      const now = await fs.readFile(path)
      if (by === undefined || (known === undefined ? now : !now?.equals(known))) return fs.replaceKnown(path, known, by)
      await putInPlace(by, path)
      return true
    },
  })
}
