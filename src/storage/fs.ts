import fs from 'node:fs'
import { promisify } from 'node:util'
import { hasCode } from './storage-error.ts'

/** `read` and `write` want the file to be there, `create` wants it not to be, `replace` makes or empties it. */
export type OpenMode = 'read' | 'write' | 'create' | 'replace'

/** An open file. Every operation is whole when its promise resolves; errors are the system's own, with their `code`. */
export interface FileHandle {
  /**
   * The bytes from `position` on: `length` of them, fewer only where the file ends. They have memory of their own, or that of
   * `into`, which must be as long at least.
   */
  read(position: number, length: number, into?: Buffer): Promise<Buffer>
  /** Writes all of `bytes` at `position`. */
  write(bytes: Uint8Array, position: number): Promise<void>
  /** Everything written is on disk, with the size of the file. */
  sync(): Promise<void>
  truncate(size: number): Promise<void>
  /** In bytes. */
  size(): Promise<number>
  /** Gives the file this mode, and this owner and group as far as the system lets us. */
  setRights(rights: FileRights): Promise<void>
  close(): Promise<void>
}

/** Whose a file is, and what its mode lets whom do. */
export interface FileRights {
  /** The permission bits. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

/** What the system says of a file. */
export interface FileFacts extends FileRights {
  /** Not where its mode lets nobody write, though the system would let us. */
  readonly isWritable: boolean
  /** When it was written last, in ms since 1970. */
  readonly writtenMs: number
}

/** Every access to files that storage makes, and nothing more; tests put a simulated one in its place. */
export interface FileSystem {
  /**
   * With `writeThrough`, a write resolves when it is on disk, in one step where the system can. A new file that is
   * `ownerOnly` cannot be read by others.
   */
  open(
    path: string,
    mode: OpenMode,
    options?: { readonly writeThrough?: boolean; readonly ownerOnly?: boolean },
  ): Promise<FileHandle>
  /**
   * The whole of a small file; undefined when there is none. What is no regular file (a device, a pipe) is not read:
   * `ENOTREG`, nor is one of more than `maxBytes`: `EFBIG`.
   */
  readFile(path: string, maxBytes?: number): Promise<Buffer | undefined>
  /** The names in a directory, sorted; empty when there is no such directory. */
  list(path: string): Promise<readonly string[]>
  /** The path that symbolic links lead to; undefined when there is nothing. */
  realPath(path: string): Promise<string | undefined>
  /** What the system says of what links lead to; undefined when there is nothing. */
  facts(path: string): Promise<FileFacts | undefined>
  /**
   * Makes one directory, unless it is there; `ENOENT` when the one that should hold it is not. Nobody else looks into one
   * that is `ownerOnly`.
   */
  mkdir(path: string, options?: { readonly ownerOnly?: boolean }): Promise<void>
  /** Gives a file another name in its directory, replacing what has it. On disk when the directory is synced. */
  rename(from: string, to: string): Promise<void>
  /**
   * Puts the file `by` in the place of another in its directory, or removes that where there is none, if it holds these
   * bytes, or is not there where there are none; else does nothing, and gives false. It looks in the moment before, so
   * that nobody's save comes between. On disk when the directory is synced.
   */
  replaceKnown(path: string, known: Buffer | undefined, by: string | undefined): Promise<boolean>
  /** Removes a file, if it is there. */
  unlink(path: string): Promise<void>
  /** The names in this directory are on disk. */
  syncDirectory(path: string): Promise<void>
}

const { O_CREAT, O_DSYNC, O_EXCL, O_NONBLOCK, O_RDONLY, O_RDWR, O_TRUNC, W_OK } = fs.constants

const FLAGS: Record<OpenMode, number> = {
  read: O_RDONLY,
  write: O_RDWR,
  create: O_RDWR | O_CREAT | O_EXCL,
  replace: O_RDWR | O_CREAT | O_TRUNC,
}

/** One trip to the disk instead of two, where it does all that a sync does: macOS stops at the drive's own cache. */
const ONE_STEP = process.platform === 'linux' ? O_DSYNC : 0

/** What a file system says that cannot open or sync a directory; names are as durable there as it makes them. */
const NO_DIRECTORY_SYNC = ['EINVAL', 'EISDIR', 'EPERM', 'EACCES', 'ENOTSUP']

// Plain descriptors: measured, the handles of node:fs/promises are no slower, but one that a reader forgot to close ends
// the program when it is collected.
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

/** The files of this machine. */
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
    readFile: (path, maxBytes = Infinity) => unless('ENOENT', undefined, readFile(path, maxBytes)),
    list: async (path) => (await unless<string[], string[]>('ENOENT', [], system.list(path))).toSorted(),
    realPath: (path) => unless('ENOENT', undefined, system.realPath(path)),
    facts: (path) => unless('ENOENT', undefined, factsOf(path)),
    mkdir: (path, options) => unless('EEXIST', undefined, system.mkdir(path, options?.ownerOnly ? 0o700 : 0o755)),
    rename: system.rename,
    replaceKnown: async (path, known, by) => {
      if (!holdsNow(path, known)) return false
      if (by !== undefined) fs.renameSync(by, path)
      else if (known) fs.unlinkSync(path)
      return true
    },
    unlink: (path) => unless('ENOENT', undefined, system.unlink(path)),
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
      const mayNot = (error: unknown): void => {
        if (!hasCode(error, 'EPERM') && !hasCode(error, 'EINVAL')) throw error
      }
      // The group by itself: giving a file away is for the system's administrator, giving it to a group of ours is not.
      await system.chown(descriptor, -1, gid).catch(mayNot)
      await system.chown(descriptor, uid, -1).catch(mayNot)
      await system.chmod(descriptor, mode)
    },
    close: () => system.close(descriptor),
  }
}

async function factsOf(path: string): Promise<FileFacts> {
  const { mode, uid, gid, mtimeMs } = await system.statOf(path)
  const mayWrite = await system.access(path, W_OK).then(
    () => true,
    () => false,
  )
  return { mode: mode & 0o7777, uid, gid, isWritable: (mode & 0o222) !== 0 && mayWrite, writtenMs: mtimeMs }
}

async function readFile(path: string, maxBytes: number): Promise<Buffer> {
  // To open a pipe would wait for somebody who writes into it.
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

/** At once: another turn of the loop would be time enough for a save. Nothing but a regular file is read. */
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

async function unless<T, U>(code: string, otherwise: U, outcome: Promise<T>): Promise<T | U> {
  try {
    return await outcome
  } catch (error) {
    if (hasCode(error, code)) return otherwise
    throw error
  }
}
