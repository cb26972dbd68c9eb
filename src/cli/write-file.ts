import { dirname, resolve } from 'node:path'
import { removeUnfinishedIn, unfinishedPath } from '../project/unfinished-files.ts'
import { prepareFile, type FilePreparation } from '../storage/durable-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'
import { usageError } from '../terminal/cli-error.ts'
import type { Shell } from '../terminal/shell.ts'

/** `create` requires that the file does not exist, `replace` overwrites it. */
type WriteMode = 'create' | 'replace'

/**
 * Writes a file for a user. It is on disk when this resolves; after a crash it is either complete or as it was before.
 * A link stays a link, and a file keeps its permissions. A special file such as a pipe is written to directly. Removes
 * unfinished files that earlier commands left next to it. Rejects with errors of the file system (`EEXIST` if a file to
 * create exists), and then leaves no file behind.
 */
export async function writeFile(files: FileSystem, path: string, mode: WriteMode, content: Uint8Array): Promise<void> {
  await writeFileBy(files, path, mode, (handle) => handle.write(content, 0))
}

/** Writes a file like `writeFile`, with content that `write` produces step by step. */
export async function writeFileBy(
  files: FileSystem,
  path: string,
  mode: WriteMode,
  write: FilePreparation['write'],
): Promise<void> {
  const kind = await fileKind(path, files)
  const exists = kind !== 'nothing' && kind !== 'unknown'
  if (mode === 'create' && exists) throw existsError(path)
  if (kind === 'other') return writeInto(files, path, write)
  if (exists) await assertWritable(files, path)
  const target = (await files.realPath(path)) ?? path
  await removeUnfinishedIn(files, dirname(target))
  const rights = await files.facts(target)
  const prepared = await prepareFile(files, target, { temporary: unfinishedPath(target), rights, write })
  if (mode === 'replace') return prepared.putInPlace()
  if (!(await prepared.putInPlaceOf(undefined))) throw existsError(path)
}

/**
 * Rejects with the error of the file system if a file cannot be written, and changes nothing. Does not try a special file,
 * because opening a pipe waits for its reader.
 */
async function tryWriting(files: FileSystem, path: string): Promise<void> {
  const kind = await fileKind(path, files)
  if (kind === 'other') return
  if (kind === 'file' || kind === 'directory') await assertWritable(files, path)
  const temporary = unfinishedPath((await files.realPath(path)) ?? path)
  await (await files.open(temporary, 'create')).close()
  await files.unlink(temporary)
}

async function writeInto(files: FileSystem, path: string, write: FilePreparation['write']): Promise<void> {
  const handle = await files.open(path, 'replace')
  try {
    await write(handle)
  } finally {
    await handle.close()
  }
}

/** A file without write permission must not be replaced either. Rejects with errors of the file system. */
async function assertWritable(files: FileSystem, path: string): Promise<void> {
  await (await files.open(path, 'write')).close()
}

const existsError = (path: string): Error =>
  Object.assign(new Error(`EEXIST: file already exists, open '${path}'`), { code: 'EEXIST', syscall: 'open' })

/** Returns the kind of file at a path, following links; `unknown` if it cannot be examined. */
export async function fileKind(
  path: string,
  files: FileSystem,
): Promise<'nothing' | 'file' | 'directory' | 'other' | 'unknown'> {
  try {
    return (await files.readFile(path, 0)) === undefined ? 'nothing' : 'file'
  } catch (error) {
    if (hasCode(error, 'EISDIR')) return 'directory'
    if (hasCode(error, 'EFBIG')) return 'file'
    return hasCode(error, 'ENOTREG') ? 'other' : 'unknown'
  }
}

/** Writes the output of a command to a file. Throws a usage error if the file cannot be written. */
export async function writeOutput(shell: Shell, file: string, content: string): Promise<void> {
  const path = resolve(shell.io.cwd, file)
  await orUsageError(path, writeFile(shell.io.files, path, 'replace', Buffer.from(content)))
}

/**
 * Throws a usage error if `writeOutput` could not write a file. Commands that work for a long time check this first, and
 * so lose no work.
 */
export async function checkOutput({ io }: Shell, file: string): Promise<void> {
  const path = resolve(io.cwd, file)
  await orUsageError(path, tryWriting(io.files, path))
}

async function orUsageError(path: string, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw usageError(`cannot write ${path}: ${reason}`, 'name another file, or create its directory')
  }
}
