import { dirname, join } from 'node:path'
import { kinds } from '../game/design/source.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'

/** A name of ours for a file that is being written among files of others, with the process that writes it. */
const NAME = /^\.gamify-(\d+)-(\d+)\.tmp$/

/** No file is being written for so long: whatever process has that number by now, it is not the one that began it. */
const ABANDONED_MS = 60_000

/** Whether a name is one of ours for a file that is being written, or was when its process was ended. */
export const isUnfinishedName = (name: string): boolean => NAME.test(name)

let begun = 0

/** Where a file stands that is to become `path`, until it is whole: in the same directory, hidden, under a name that is ours. */
export function unfinishedPath(path: string): string {
  begun += 1
  return join(dirname(path), `.gamify-${process.pid}-${begun}.tmp`)
}

/**
 * Removes what processes that were ended in the middle of writing have left in a design directory, and beside what links
 * among these paths of it lead to. Called before this process writes anything there.
 */
export async function removeUnfinished(files: FileSystem, design: string, paths: Iterable<string>): Promise<void> {
  const places = new Set(['.', 'images', ...kinds].map((name) => join(design, name)))
  // What a link leads to is written where it is.
  for (const path of paths) places.add(dirname((await files.realPath(path).catch(() => undefined)) ?? path))
  for (const place of places) await removeUnfinishedIn(files, place)
}

/** The same in one directory, which may hold whatever else. */
export async function removeUnfinishedIn(files: FileSystem, directory: string): Promise<void> {
  for (const name of await files.list(directory).catch(() => [])) {
    const path = join(directory, name)
    // What may not be removed harms nobody.
    if (await isAbandoned(files, path, name)) await files.unlink(path).catch(() => {})
  }
}

async function isAbandoned(files: FileSystem, path: string, name: string): Promise<boolean> {
  const [pid, number] = (NAME.exec(name) ?? []).slice(1).map(Number)
  if (pid === undefined || number === undefined) return false
  // A number of ours that we have not come to is of a process before us.
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
