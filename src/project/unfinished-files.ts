import { dirname, join } from 'node:path'
import { kinds } from '../game/design/source.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'

/** The name of a temporary file of gamify among a user's files. It contains the id of the process that writes it. */
const NAME = /^\.gamify-(\d+)-(\d+)\.tmp$/

/**
 * After how long an unfinished file is abandoned. No write takes this long, so if the process id is in use, it belongs
 * to another process.
 */
const ABANDONED_MS = 60_000

/** Whether a name belongs to a file that gamify is writing, or was writing when its process ended. */
export const isUnfinishedName = (name: string): boolean => NAME.test(name)

let begun = 0

/** Returns the path of a temporary file for `path`: in the same directory, hidden, with a name of gamify. */
export function unfinishedPath(path: string): string {
  begun += 1
  return join(dirname(path), `.gamify-${process.pid}-${begun}.tmp`)
}

/**
 * Removes unfinished files of ended processes from a design directory, and from the directories of the targets of links
 * among `paths`. Call this before this process writes anything there.
 */
export async function removeUnfinished(files: FileSystem, design: string, paths: Iterable<string>): Promise<void> {
  const directories = new Set(['.', 'images', ...kinds].map((name) => join(design, name)))
  // A link's target is written in its own directory.
  for (const path of paths) directories.add(dirname((await files.realPath(path).catch(() => undefined)) ?? path))
  for (const directory of directories) await removeUnfinishedIn(files, directory)
}

/** Removes unfinished files of ended processes from one directory. Leaves other files alone. */
export async function removeUnfinishedIn(files: FileSystem, directory: string): Promise<void> {
  for (const name of await files.list(directory).catch(() => [])) {
    const path = join(directory, name)
    // A file that cannot be removed does no harm.
    if (await isAbandoned(files, path, name)) await files.unlink(path).catch(() => {})
  }
}

async function isAbandoned(files: FileSystem, path: string, name: string): Promise<boolean> {
  const [pid, number] = (NAME.exec(name) ?? []).slice(1).map(Number)
  if (pid === undefined || number === undefined) return false
  // A number that this process has not reached belongs to an earlier process with its id.
  if (pid === process.pid ? number > begun : !isRunning(pid)) return true
  const facts = await files.facts(path).catch(() => undefined)
  return facts !== undefined && Date.now() - facts.writtenMs > ABANDONED_MS
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !hasCode(error, 'ESRCH')
  }
}
