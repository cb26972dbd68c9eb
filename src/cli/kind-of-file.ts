import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'

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
