import { dirname, resolve } from 'node:path'
import type { FileSystem } from '../storage/fs.ts'
import { usageError } from '../terminal/cli-error.ts'
import type { Io } from '../terminal/io.ts'
import { writeFileBy, fileKind } from './write-file.ts'

/**
 * Returns the absolute path to write a state to. It resolves links, so that a link stays a link. Throws a usage error
 * if the path is a directory or another special file, or if its directory does not exist. `flag` is printed before the
 * name of the file.
 */
export async function stateFilePath(
  file: string,
  { cwd, files }: Pick<Io, 'cwd' | 'files'>,
  flag = '',
): Promise<string> {
  const path = resolve(cwd, file)
  const [target, parent] = await Promise.all([fileKind(path, files), fileKind(dirname(path), files)])
  if (parent !== 'directory' && parent !== 'unknown')
    throw usageError(`${flag}${file}: there is no directory ${dirname(path)}`, 'create it, or name another file')
  if (target === 'directory' || target === 'other')
    throw usageError(`${flag}${file} is not a writable file`, 'name another')
  return (await files.realPath(path).catch(() => undefined)) ?? path
}

/** Writes a state as it arrives and replaces the file, completely or not at all. */
export async function writeState(files: FileSystem, path: string, chunks: AsyncIterable<string>): Promise<void> {
  await writeFileBy(files, path, 'replace', async (handle) => {
    let position = 0
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk)
      await handle.write(bytes, position)
      position += bytes.length
    }
  })
}
