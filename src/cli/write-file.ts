import { dirname, resolve } from 'node:path'
import { removeUnfinishedIn, unfinishedPath } from '../project/unfinished-files.ts'
import { prepareFile, type FilePreparation } from '../storage/durable-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'
import { usageError } from '../terminal/cli-error.ts'
import type { Shell } from '../terminal/shell.ts'

/** `create` is for a file that is not there yet, `replace` takes the place of one. */
type WriteMode = 'create' | 'replace'

/**
 * Writes a file for the people who asked for it: it is on disk when this resolves, and whatever happens it is there whole
 * or as it was before. A link stays one, and a file keeps its rights; what is none, such as a pipe, is written into. What
 * commands that were ended in the middle have left beside it goes. Rejects as the file system does, `EEXIST` where there is
 * something to be created already, and leaves nothing then.
 */
export async function writeFile(files: FileSystem, path: string, mode: WriteMode, content: Uint8Array): Promise<void> {
  await writeFileBy(files, path, mode, (handle) => handle.write(content, 0))
}

/** As `writeFile`, of what is written as it comes. */
export async function writeFileBy(
  files: FileSystem,
  path: string,
  mode: WriteMode,
  write: FilePreparation['write'],
): Promise<void> {
  const kind = await kindOf(path, files)
  const isThere = kind !== 'nothing' && kind !== 'unknown'
  if (mode === 'create' && isThere) throw alreadyThere(path)
  if (kind === 'other') return writeInto(files, path, write)
  if (isThere) await assertWritable(files, path)
  const place = (await files.realPath(path)) ?? path
  await removeUnfinishedIn(files, dirname(place))
  const rights = await files.facts(place)
  const prepared = await prepareFile(files, place, { temporary: unfinishedPath(place), rights, write })
  if (mode === 'replace') return prepared.putInPlace()
  if (!(await prepared.putInPlaceOf(undefined))) throw alreadyThere(path)
}

async function writeInto(files: FileSystem, path: string, write: FilePreparation['write']): Promise<void> {
  const handle = await files.open(path, 'replace')
  try {
    await write(handle)
  } finally {
    await handle.close()
  }
}

/** What cannot be written to is not replaced either. Rejects as the file system does. */
async function assertWritable(files: FileSystem, path: string): Promise<void> {
  await (await files.open(path, 'write')).close()
}

const alreadyThere = (path: string): Error =>
  Object.assign(new Error(`EEXIST: file already exists, open '${path}'`), { code: 'EEXIST', syscall: 'open' })

/** What is at a path, as far as we may look; what links lead to counts. */
export async function kindOf(
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

/** Writes what a command was told to put into a file; a usage error where it cannot be written. */
export async function writeOut(shell: Shell, out: string, content: string): Promise<void> {
  const path = resolve(shell.io.cwd, out)
  try {
    await writeFile(shell.io.files, path, 'replace', Buffer.from(content))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw usageError(`cannot write ${path}: ${reason}`, 'name another file, or create its directory')
  }
}
