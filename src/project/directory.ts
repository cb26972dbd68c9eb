import { basename, dirname } from 'node:path'
import type { FileSystem } from '../storage/fs.ts'

/** Whether there is something at a path; its parent must be readable. */
export async function isThere(files: FileSystem, path: string): Promise<boolean> {
  return (await files.list(dirname(path))).includes(basename(path))
}
