import { dirname } from 'node:path'
import { prepareFile } from '../storage/durable-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { makeDirectories } from './directory.ts'
import { unfinishedPath } from './unfinished-files.ts'

/** The reason for not writing a file that another program has changed. */
export const CHANGED_MEANWHILE = 'its file changed in the meantime'

/**
 * Replaces or removes (`wanted` is undefined) a user's file if it still has the `known` content, where undefined means
 * no file. Keeps its owner and permissions. If the path is a link, changes its target. Returns the reason if the file
 * was not changed.
 */
export async function changeFile(
  files: FileSystem,
  path: string,
  known: Buffer | undefined,
  wanted: Buffer | undefined,
): Promise<string | undefined> {
  try {
    const target = (await files.realPath(path)) ?? path
    const rights = await files.facts(target)
    if (rights && !rights.isWritable) return `${path} cannot be written to`
    const isDone = await (wanted ? replace(files, { path, target, known, wanted, rights }) : remove(files, path, known))
    return isDone ? undefined : CHANGED_MEANWHILE
  } catch (error) {
    return `${path} could not be written: ${error instanceof Error ? error.message : String(error)}`
  }
}

interface Replacement {
  readonly path: string
  /** The path, or the target if it is a link. */
  readonly target: string
  readonly known: Buffer | undefined
  readonly wanted: Buffer
  readonly rights: Awaited<ReturnType<FileSystem['facts']>>
}

async function replace(files: FileSystem, { path, target, known, wanted, rights }: Replacement): Promise<boolean> {
  await makeDirectories(files, dirname(path))
  const temporary = unfinishedPath(target)
  const prepared = await prepareFile(files, target, { temporary, rights, write: (handle) => handle.write(wanted, 0) })
  // Compare only now. Otherwise a save that happens while the new bytes are written would be overwritten.
  return prepared.putInPlaceOf(known)
}

/** Removes a file durably. A file that reappeared would count as one that a user has added. */
async function remove(files: FileSystem, path: string, known: Buffer | undefined): Promise<boolean> {
  const isDone = await files.replaceKnown(path, known, undefined)
  if (isDone) await files.syncDirectory(dirname(path))
  return isDone
}
