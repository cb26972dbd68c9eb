import { join } from 'node:path'
import { makeDirectory } from '../storage/durable-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'
import { problemAt, type Problem } from './problem.ts'

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

/**
 * What nobody has put into a design to be read: hidden files (`.DS_Store`, `.#x.json`, `.x.swp`, `.goutputstream-x`),
 * copies that editors and patches keep or save by (`x.json~`, `#x.json#`, `x.json___jb_tmp___`, `x.json.tmp.123`), the
 * number by which vim tries whether it may write, what other systems put into each directory, and words, sheets and
 * drawings for readers.
 */
const LEFT_ALONE = [
  /^\.|~$|^#.*#$|___jb_(?:tmp|old)___$|^4913$/,
  /\.(?:tmp|temp|bak|orig|rej|sw[a-z])(?:[.-]\w+)*$/i,
  /^(?:thumbs\.db|desktop\.ini|readme)$/i,
  /(?<!\.json)\.(?:md|txt|csv|tsv|xlsx?|ods|docx?|odt|pdf|html?|drawio|mmd)$/i,
]

/** The names in a directory but those that are left alone; none where there is no such directory. */
export async function namesIn(files: FileSystem, directory: string): Promise<readonly string[] | Problem> {
  try {
    const names = await files.list(directory)
    return names.filter((name) => !LEFT_ALONE.some((pattern) => pattern.test(name)))
  } catch (error) {
    const what = hasCode(error, 'ENOTDIR') ? 'is a file, expected a directory' : cannotBeRead(error)
    return problemAt(directory, what)
  }
}

/** That a listed name is a link which leads nowhere; undefined where it leads somewhere, or has gone since. */
export async function deadLink(files: FileSystem, directory: string, name: string): Promise<Problem | undefined> {
  const path = join(directory, name)
  if (await isThere(files, path)) return undefined
  const names = await namesIn(files, directory)
  const isListed = !('message' in names) && names.includes(name)
  return isListed ? problemAt(path, 'is a broken link') : undefined
}

/** What an error of the system says of a file. */
export const cannotBeRead = (error: unknown): string =>
  `cannot be read: ${error instanceof Error ? error.message : String(error)}`
