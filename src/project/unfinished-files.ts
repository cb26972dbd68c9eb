import { dirname, join } from 'node:path'
import { kinds } from '../game/design/source.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'

/** A name of ours for a file that is being written among files of others, with the process that writes it. */
const NAME = /^\.gamify-(\d+)-\d+\.tmp$/

/** No file is being written for so long: whatever process has that number by now, it is not the one that began it. */
const ABANDONED_MS = 60_000

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
  for (const place of places) {
    for (const name of await files.list(place).catch(() => [])) {
      const path = join(place, name)
      // What may not be removed harms nobody.
      if (await isAbandoned(files, path, name)) await files.unlink(path).catch(() => {})
    }
  }
}

async function isAbandoned(files: FileSystem, path: string, name: string): Promise<boolean> {
  const pid = Number(NAME.exec(name)?.[1])
  if (Number.isNaN(pid)) return false
  if (pid === process.pid || !isRunning(pid)) return true
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
