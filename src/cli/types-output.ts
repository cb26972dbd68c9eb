import { resolve } from 'node:path'
import { TYPES_MARK } from '../project/design-types.ts'
import { usageError } from '../terminal/cli-error.ts'
import type { Shell } from '../terminal/shell.ts'
import { checkOutput } from './write-file.ts'

/**
 * Throws a usage error if declarations cannot be written to a file, as `checkOutput` does, or if the file has something
 * else: apps keep the declarations among their own code, which a wrong name must not destroy.
 */
export async function checkTypesOutput(shell: Shell, file: string, read: readonly string[]): Promise<void> {
  await checkOutput(shell, file, read)
  const { cwd, files } = shell.io
  const path = resolve(cwd, file)
  // What cannot be read, such as a pipe, has nothing to lose.
  const text = (await files.readFile(path).catch(() => undefined))?.toString() ?? ''
  if (text.trim() !== '' && !text.includes(TYPES_MARK))
    throw usageError(`${path} was not written by 'gamify types'`, 'name another file, or delete this one first')
}
