import { dirname } from 'node:path'
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

/** Makes a directory, and what should hold it. */
export async function makeDirectories(files: FileSystem, path: string): Promise<void> {
  try {
    await files.mkdir(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error
    await makeDirectories(files, dirname(path))
    await files.mkdir(path)
  }
}
