import type { FileHandle, FileSystem } from '../../src/storage/fs.ts'
import type { Seam } from './fault-walk.ts'

/** A file system that does some things otherwise than the one it stands before. */
function change(fs: FileSystem, other: Partial<FileSystem>): FileSystem {
  return {
    open: (path, mode, options) => fs.open(path, mode, options),
    readFile: (path) => fs.readFile(path),
    realPath: (path) => fs.realPath(path),
    facts: (path) => fs.facts(path),
    list: (path) => fs.list(path),
    mkdir: (path) => fs.mkdir(path),
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
  })
}
