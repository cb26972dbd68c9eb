import { dirname, join, resolve, sep } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import { removeUnfinishedIn, unfinishedPath } from '../project/unfinished-files.ts'
import { makeDirectory, prepareFile, type FilePreparation } from '../storage/durable-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'
import { usageError, type CliError } from '../terminal/cli-error.ts'
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

/**
 * Writes the output of a command to a file. Throws a usage error if the file cannot be written, which advises `otherwise`.
 */
export async function writeOutput(
  shell: Shell,
  file: string,
  content: string,
  otherwise = 'name another file',
): Promise<void> {
  const path = resolve(shell.io.cwd, file)
  const writing = writeFile(shell.io.files, path, 'replace', Buffer.from(content))
  await orUsageError(shell.io.files, path, writing, otherwise)
}

/**
 * Throws a usage error if `writeOutput` could not write a file, or if it would overwrite what the command reads: `read` has
 * absolute paths of files, and of directories with all that is in them. Commands that work for a long time check this
 * first, and so lose no work.
 */
export async function checkOutput({ io }: Shell, file: string, read: readonly string[] = []): Promise<void> {
  const { files } = io
  const path = resolve(io.cwd, file)
  // What cannot be resolved does not exist, so it is not what the command reads. Writing tells why.
  const resolved = async (each: string): Promise<string> => (await files.realPath(each).catch(() => undefined)) ?? each
  const target = await resolved(path)
  for (const each of read) {
    const source = await resolved(each)
    if (target === source || target.startsWith(`${source}${sep}`))
      throw usageError(`${path} would overwrite what the command reads`, 'name another file')
  }
  await orUsageError(files, path, tryWriting(files, path), 'name another file')
}

async function orUsageError(files: FileSystem, path: string, work: Promise<void>, otherwise: string): Promise<void> {
  try {
    await work
  } catch (error) {
    throw await unwritten(files, `cannot write ${path}`, path, error, otherwise)
  }
}

/**
 * Creates a directory for outputs of a command, and its missing parents. Throws a usage error if that is not possible,
 * which advises `otherwise`.
 */
export async function makeOutputDirectory(
  { io }: Shell,
  directory: string,
  otherwise = 'name another directory',
): Promise<void> {
  const path = resolve(io.cwd, directory)
  await orUncreated(io.files, path, makeDirectory(io.files, path), otherwise)
}

/**
 * Throws a usage error if these files could not be written into a directory, which may have to be created first, or if they
 * would overwrite what the command reads, as in `checkOutput`. Commands that work for a long time check this first, and so
 * lose no work.
 */
export async function checkOutputDirectory(
  shell: Shell,
  directory: string,
  names: readonly string[],
  read: readonly string[] = [],
): Promise<void> {
  const { cwd, files } = shell.io
  const path = resolve(cwd, directory)
  const kind = await fileKind(path, files)
  if (kind === 'file' || kind === 'other')
    throw usageError(`cannot write into ${path}: it is a file`, 'name another directory')
  if (kind === 'directory') for (const name of names) await checkOutput(shell, join(path, name), read)
  else await orUncreated(files, path, tryWriting(files, await firstMissing(files, path)), 'name another directory')
}

async function orUncreated(files: FileSystem, path: string, work: Promise<void>, otherwise: string): Promise<void> {
  try {
    await work
  } catch (error) {
    throw await unwritten(files, `cannot create ${path}`, path, error, otherwise)
  }
}

/** Returns the highest directory above a path, or the path itself, that does not exist. */
async function firstMissing(files: FileSystem, path: string): Promise<string> {
  const above = dirname(path)
  return (await fileKind(above, files)) === 'nothing' ? firstMissing(files, above) : path
}

/** Returns the error of an output that cannot be written, in words for its user. */
async function unwritten(
  files: FileSystem,
  what: string,
  path: string,
  error: unknown,
  otherwise: string,
): Promise<CliError> {
  const above = dirname(path)
  if (hasCode(error, 'ENOENT') && (await fileKind(above, files)) === 'nothing')
    return usageError(`${what}: there is no directory ${above}`, `create it, or ${otherwise}`)
  if (hasCode(error, 'ENOTDIR')) return usageError(`${what}: ${above} is not a directory`, otherwise)
  if (hasCode(error, 'EISDIR')) return usageError(`${what}: it is a directory`, otherwise)
  const reason = systemErrorText(error) ?? (error instanceof Error ? error.message : String(error))
  const isForbidden = hasCode(error, 'EACCES') || hasCode(error, 'EPERM')
  return usageError(`${what}: ${reason}`, isForbidden ? `change who may write there, or ${otherwise}` : otherwise)
}

/**
 * Returns the system's description of an error of a file operation, without the name of the file; undefined for other
 * errors.
 */
export function systemErrorText(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error)) return undefined
  return 'errno' in error && typeof error.errno === 'number' ? getSystemErrorMessage(error.errno) : error.message
}
