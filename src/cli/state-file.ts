import { dirname, resolve } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import type { FileSystem } from '../storage/fs.ts'
import { usageError } from '../terminal/cli-error.ts'
import type { Io } from '../terminal/io.ts'
import { writeFileBy, kindOf } from './write-file.ts'

/**
 * Where a state is to be written, an absolute path: a link stays one, and what is no file is not replaced by one. A usage
 * error where that cannot be, `flag` before the name of the file.
 */
export async function stateFilePath(
  file: string,
  { cwd, files }: Pick<Io, 'cwd' | 'files'>,
  flag = '',
): Promise<string> {
  const path = resolve(cwd, file)
  const [there, above] = await Promise.all([kindOf(path, files), kindOf(dirname(path), files)])
  if (above !== 'directory' && above !== 'unknown')
    throw usageError(`${flag}${file}: there is no directory ${dirname(path)}`, 'create it, or name another file')
  if (there === 'directory' || there === 'other')
    throw usageError(`${flag}${file} is not a writable file`, 'name another')
  return (await files.realPath(path).catch(() => undefined)) ?? path
}

/** Writes a state as it comes, in the place of what was there, whole or not at all. */
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

/** The system's words for why a file could not be opened, read or written, without its name; undefined for more. */
export function whyRefused(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error)) return undefined
  return 'errno' in error && typeof error.errno === 'number' ? getSystemErrorMessage(error.errno) : error.message
}
