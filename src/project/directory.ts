import { makeDirectory } from '../storage/durable-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'

/** Whether there is something at a path; a link that leads nowhere is nothing. */
export async function isThere(files: FileSystem, path: string): Promise<boolean> {
  try {
    return (await files.realPath(path)) !== undefined
  } catch (error) {
    // What may not be looked into, or is a link to itself, is there: whoever reads it is told why that cannot be done.
    return !hasCode(error, 'ENOTDIR')
  }
}

/** Makes a directory of the project, and what should hold it; on disk when this resolves, as what comes into it is. */
export function makeDirectories(files: FileSystem, path: string): Promise<void> {
  return makeDirectory(files, path, { ownerOnly: false })
}
