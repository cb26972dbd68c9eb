import { join } from 'node:path'
import { makeDirectory } from '../storage/durable-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'
import { problemAt, type Problem } from './problem.ts'

/** Whether a path exists. A broken link does not. */
export async function isThere(files: FileSystem, path: string): Promise<boolean> {
  try {
    return (await files.realPath(path)) !== undefined
  } catch (error) {
    // A path without permission, or a link to itself, exists. Reading it then fails with the reason.
    return !hasCode(error, 'ENOTDIR')
  }
}

/** Creates a directory of the project and its missing parents, and syncs them to disk. */
export function makeDirectories(files: FileSystem, path: string): Promise<void> {
  return makeDirectory(files, path, { ownerOnly: false })
}

/**
 * Names that are not meant for gamify: hidden files (`.DS_Store`, `.#x.json`, `.x.swp`, `.goutputstream-x`), copies and
 * temporary files of editors and patches (`x.json~`, `#x.json#`, `x.json___jb_tmp___`, `x.json.tmp.123`), the file with
 * which vim tests whether it can write (`4913`), files that operating systems add to directories, and texts, tables and
 * drawings for readers.
 */
const IGNORED = [
  /^\.|~$|^#.*#$|___jb_(?:tmp|old)___$|^4913$/,
  /\.(?:tmp|temp|bak|orig|rej|sw[a-z])(?:[.-]\w+)*$/i,
  /^(?:thumbs\.db|desktop\.ini|readme)$/i,
  /(?<!\.json)\.(?:md|txt|csv|tsv|xlsx?|ods|docx?|odt|pdf|html?|drawio|mmd)$/i,
]

/** Returns the names in a directory without the ignored ones, or none if the directory does not exist. */
export async function namesIn(files: FileSystem, directory: string): Promise<readonly string[] | Problem> {
  try {
    const names = await files.list(directory)
    return names.filter((name) => !IGNORED.some((pattern) => pattern.test(name)))
  } catch (error) {
    const what = hasCode(error, 'ENOTDIR') ? 'is a file, expected a directory' : cannotBeRead(error)
    return problemAt(directory, what)
  }
}

/** Returns a problem if a listed name is a broken link. Returns undefined if it leads somewhere or no longer exists. */
export async function deadLink(files: FileSystem, directory: string, name: string): Promise<Problem | undefined> {
  const path = join(directory, name)
  if (await isThere(files, path)) return undefined
  const names = await namesIn(files, directory)
  const isListed = !('message' in names) && names.includes(name)
  return isListed ? problemAt(path, 'is a broken link') : undefined
}

/** Describes an error of the operating system. */
export const cannotBeRead = (error: unknown): string =>
  `cannot be read: ${error instanceof Error ? error.message : String(error)}`
