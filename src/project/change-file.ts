import { dirname } from 'node:path'
import { prepareFile } from '../storage/durable-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { makeDirectories } from './directory.ts'
import { unfinishedPath } from './unfinished-files.ts'

/** Why a file is left that somebody else has changed. */
export const CHANGED_MEANWHILE = 'its file changed in the meantime'

/**
 * Gives a file of somebody else's other bytes, or removes it where there are none, as long as it holds what it was known
 * to hold; undefined for none at all. It stays whose it was, with its rights, and where it is a link, what that leads to
 * is written. Gives the reason where it is left as it is.
 */
export async function changeFile(
  files: FileSystem,
  path: string,
  known: Buffer | undefined,
  wanted: Buffer | undefined,
): Promise<string | undefined> {
  try {
    const place = (await files.realPath(path)) ?? path
    const rights = await files.facts(place)
    if (rights && !rights.isWritable) return `${path} cannot be written to`
    const isDone = await (wanted ? replace(files, { path, place, known, wanted, rights }) : remove(files, path, known))
    return isDone ? undefined : CHANGED_MEANWHILE
  } catch (error) {
    return `${path} could not be written: ${error instanceof Error ? error.message : String(error)}`
  }
}

interface Replacement {
  readonly path: string
  /** What the path leads to. */
  readonly place: string
  readonly known: Buffer | undefined
  readonly wanted: Buffer
  readonly rights: Awaited<ReturnType<FileSystem['facts']>>
}

async function replace(files: FileSystem, { path, place, known, wanted, rights }: Replacement): Promise<boolean> {
  await makeDirectories(files, dirname(path))
  const temporary = unfinishedPath(place)
  const prepared = await prepareFile(files, place, { temporary, rights, write: (handle) => handle.write(wanted, 0) })
  // Not before: whoever saves while the new bytes go to the disk would be written over.
  return prepared.putInPlaceOf(known)
}

/** Gone for good: a file that came back would count as one that somebody has put there. */
async function remove(files: FileSystem, path: string, known: Buffer | undefined): Promise<boolean> {
  const isDone = await files.replaceKnown(path, known, undefined)
  if (isDone) await files.syncDirectory(dirname(path))
  return isDone
}
