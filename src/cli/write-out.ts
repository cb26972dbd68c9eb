import { resolve } from 'node:path'
import { usageError } from '../terminal/cli-error.ts'
import type { Shell } from '../terminal/shell.ts'
import { writeFile } from './write-file.ts'

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
