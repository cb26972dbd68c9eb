import fs from 'node:fs'
import { promisify } from 'node:util'
import { hasCode } from './storage-error.ts'

/** `read` and `write` need an existing file, `create` needs that there is none, `replace` creates or empties it. */
export type OpenMode = 'read' | 'write' | 'create' | 'replace'

/**
 * An open file. Every operation is complete when its promise resolves. Errors are the system's own, with their `code`.
 */
export interface FileHandle {
  /**
   * Reads `length` bytes from `position`, fewer only at the end of the file. Returns them in a new buffer, or in
   * `into`, which must be at least that long.
   */
  read(position: number, length: number, into?: Buffer): Promise<Buffer>
  /** Writes all of `bytes` at `position`. */
  write(bytes: Uint8Array, position: number): Promise<void>
  /** Resolves when everything written is on disk, with the size of the file. */
  sync(): Promise<void>
  truncate(size: number): Promise<void>
  /** Returns the size in bytes. */
  size(): Promise<number>
  /** Gives the file this mode, and this owner and group as far as the system permits. */
  setRights(rights: FileRights): Promise<void>
  close(): Promise<void>
}

/** The owner, group and permissions of a file. */
export interface FileRights {
  /** The permission bits. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

/** What the system reports about a file. */
export interface FileFacts extends FileRights {
  /** False if the mode permits nobody to write, even if the system would let this process write. */
  readonly isWritable: boolean
  /** The time of the last write, in ms since 1970. */
  readonly writtenMs: number
}

/** Every access to files that storage makes, and nothing more. Tests replace it by a simulated file system. */
export interface FileSystem {
  /**
   * With `writeThrough`, a write resolves when it is on disk, in one system call if possible. Others cannot read a new
   * file that is `ownerOnly`.
   */
  open(
    path: string,
    mode: OpenMode,
    options?: { readonly writeThrough?: boolean; readonly ownerOnly?: boolean },
  ): Promise<FileHandle>
  /**
   * Reads a whole small file; undefined if there is none. Fails with `ENOTREG` for anything but a regular file (such as
   * a device or a pipe), and with `EFBIG` for more than `maxBytes`.
   */
  readFile(path: string, maxBytes?: number): Promise<Buffer | undefined>
  /** Lists the names in a directory, sorted; empty if there is no such directory. */
  list(path: string): Promise<readonly string[]>
  /** Resolves symbolic links; undefined if nothing is there. */
  realPath(path: string): Promise<string | undefined>
  /** Returns what the system reports about a file, after following links; undefined if nothing is there. */
  facts(path: string): Promise<FileFacts | undefined>
  /**
   * Creates one directory, unless it exists. Fails with `ENOENT` if its parent does not exist. Others cannot look into
   * one that is `ownerOnly`.
   */
  mkdir(path: string, options?: { readonly ownerOnly?: boolean }): Promise<void>
  /** Renames a file within its directory, and replaces what has the new name. On disk when the directory is synced. */
  rename(from: string, to: string): Promise<void>
  /**
   * Replaces a file by the file `by` of the same directory, or removes it if `by` is undefined, if the file has the
   * content `known` (or does not exist, if `known` is undefined). Otherwise does nothing and returns false. It compares
   * immediately before, so that no other save comes between. On disk when the directory is synced.
   */
  replaceKnown(path: string, known: Buffer | undefined, by: string | undefined): Promise<boolean>
  /** Removes a file, if it exists. */
  unlink(path: string): Promise<void>
  /** Resolves when the names in this directory are on disk. */
  syncDirectory(path: string): Promise<void>
}

const { O_CREAT, O_DSYNC, O_EXCL, O_NONBLOCK, O_RDONLY, O_RDWR, O_TRUNC, W_OK } = fs.constants

const FLAGS: Record<OpenMode, number> = {
  read: O_RDONLY,
  write: O_RDWR,
  create: O_RDWR | O_CREAT | O_EXCL,
  replace: O_RDWR | O_CREAT | O_TRUNC,
}

/**
 * Linux syncs with each write in one trip to the disk instead of two. macOS would only write to the drive's own cache.
 */
const ONE_STEP = process.platform === 'linux' ? O_DSYNC : 0

/**
 * The errors of file systems that cannot open or sync a directory. There, names are as durable as the system makes
 * them.
 */
const NO_DIRECTORY_SYNC = ['EINVAL', 'EISDIR', 'EPERM', 'EACCES', 'ENOTSUP']

// Uses plain descriptors. Measurements show that the handles of node:fs/promises are no slower, but a handle that a
// reader forgot to close ends the program when it is collected.
const system = {
  open: promisify(fs.open),
  read: promisify(fs.read),
  write: promisify(fs.write),
  sync: promisify(fs.fdatasync),
  truncate: promisify(fs.ftruncate),
  stat: promisify(fs.fstat),
  chown: promisify(fs.fchown),
  chmod: promisify(fs.fchmod),
  close: promisify(fs.close),
  statOf: promisify(fs.stat),
  access: promisify(fs.access),
  list: promisify(fs.readdir),
  realPath: promisify(fs.realpath.native),
  mkdir: promisify(fs.mkdir),
  rename: promisify(fs.rename),
  unlink: promisify(fs.unlink),
  syncNames: promisify(fs.fsync),
}

/** Accesses the files of this machine. */
export function nodeFileSystem(): FileSystem {
  return {
    async open(path, mode, options) {
      const writeThrough = options?.writeThrough === true
      const descriptor = await system.open(
        path,
        FLAGS[mode] | (writeThrough ? ONE_STEP : 0),
        options?.ownerOnly ? 0o600 : 0o644,
      )
      return nodeFile(descriptor, writeThrough && ONE_STEP === 0)
    },
    readFile: (path, maxBytes = Infinity) => orElse('ENOENT', undefined, readFile(path, maxBytes)),
    list: async (path) => (await orElse<string[], string[]>('ENOENT', [], system.list(path))).toSorted(),
    realPath: (path) => orElse('ENOENT', undefined, system.realPath(path)),
    facts: (path) => orElse('ENOENT', undefined, factsOf(path)),
    mkdir: (path, options) => orElse('EEXIST', undefined, system.mkdir(path, options?.ownerOnly ? 0o700 : 0o755)),
    rename: system.rename,
    replaceKnown: async (path, known, by) => {
      if (!holdsNow(path, known)) return false
      if (by !== undefined) fs.renameSync(by, path)
      else if (known) fs.unlinkSync(path)
      return true
    },
    unlink: (path) => orElse('ENOENT', undefined, system.unlink(path)),
    syncDirectory,
  }
}

function nodeFile(descriptor: number, syncEachWrite: boolean): FileHandle {
  return {
    async read(position, length, into) {
      const bytes = into ?? Buffer.allocUnsafeSlow(length)
      let filled = 0
      while (filled < length) {
        const { bytesRead } = await system.read(descriptor, bytes, filled, length - filled, position + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return bytes.subarray(0, filled)
    },
    async write(bytes, position) {
      let written = 0
      while (written < bytes.length) {
        const left = bytes.length - written
        const { bytesWritten } = await system.write(descriptor, bytes, written, left, position + written)
        written += bytesWritten
      }
      if (syncEachWrite) await system.sync(descriptor)
    },
    sync: () => system.sync(descriptor),
    truncate: (size) => system.truncate(descriptor, size),
    size: async () => (await system.stat(descriptor)).size,
    async setRights({ mode, uid, gid }) {
      const ignoreDenied = (error: unknown): void => {
        if (!hasCode(error, 'EPERM') && !hasCode(error, 'EINVAL')) throw error
      }
      // The group is set separately: only an administrator can change the owner, but the owner can set one of its own
      // groups.
      await system.chown(descriptor, -1, gid).catch(ignoreDenied)
      await system.chown(descriptor, uid, -1).catch(ignoreDenied)
      await system.chmod(descriptor, mode)
    },
    close: () => system.close(descriptor),
  }
}

async function factsOf(path: string): Promise<FileFacts> {
  const { mode, uid, gid, mtimeMs } = await system.statOf(path)
  const canWrite = await system.access(path, W_OK).then(
    () => true,
    () => false,
  )
  return { mode: mode & 0o7777, uid, gid, isWritable: (mode & 0o222) !== 0 && canWrite, writtenMs: mtimeMs }
}

async function readFile(path: string, maxBytes: number): Promise<Buffer> {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const descriptor = await system.open(path, O_RDONLY | (O_NONBLOCK ?? 0))
  try {
    const stat = await system.stat(descriptor)
    if (stat.isDirectory()) throw systemError('EISDIR', 'a directory, not a file')
    if (!stat.isFile()) throw systemError('ENOTREG', 'a device or a pipe, not a file')
    if (stat.size > maxBytes) throw systemError('EFBIG', `${stat.size} bytes, expected at most ${maxBytes}`)
    return await nodeFile(descriptor, false).read(0, stat.size)
  } finally {
    await system.close(descriptor)
  }
}

/**
 * Works synchronously, because another turn of the event loop would be enough time for a save. Only reads regular
 * files.
 */
function holdsNow(path: string, known: Buffer | undefined): boolean {
  try {
    const facts = fs.statSync(path)
    return known !== undefined && facts.isFile() && facts.size === known.length && fs.readFileSync(path).equals(known)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return known === undefined
    throw error
  }
}

const systemError = (code: string, what: string): Error => Object.assign(new Error(`${code}: ${what}`), { code })

async function syncDirectory(path: string): Promise<void> {
  try {
    const descriptor = await system.open(path, O_RDONLY)
    try {
      await system.syncNames(descriptor)
    } finally {
      await system.close(descriptor)
    }
  } catch (error) {
    if (!NO_DIRECTORY_SYNC.some((code) => hasCode(error, code))) throw error
  }
}

async function orElse<T, U>(code: string, otherwise: U, outcome: Promise<T>): Promise<T | U> {
  try {
    return await outcome
  } catch (error) {
    if (hasCode(error, code)) return otherwise
    throw error
  }
}
