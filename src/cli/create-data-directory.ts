import { join } from 'node:path'
import { isUnfinishedName } from '../project/unfinished-files.ts'
import { makeDirectory } from '../storage/durable-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode, orStorageFailure } from '../storage/storage-error.ts'
import { writeFile } from './write-file.ts'

/**
 * Makes a data directory where there is none. One of our own making is nothing to commit, with all that players do, and
 * the key of an authority: it says so before anything else is in it, or the next start would take it for somebody's.
 * Spec 6.1. Throws StorageError.
 */
export async function beginData(files: FileSystem, data: string): Promise<void> {
  if (!(await isUnused(files, data))) return
  const path = join(data, '.gitignore')
  await orStorageFailure(`cannot write ${path}`, async () => {
    await makeDirectory(files, data)
    await writeFile(files, path, 'create', Buffer.from('*\n')).catch((error: unknown) => {
      // Another start was there first; which of them has the directory shows in a moment.
      if (!hasCode(error, 'EEXIST')) throw error
    })
  })
}

/** Whether nothing is there but what a start may have left that was ended in its first moment. */
async function isUnused(files: FileSystem, data: string): Promise<boolean> {
  // What cannot be listed is told of by who opens it.
  const names = await files.list(data).catch(() => ['unknown'])
  return names.every(isUnfinishedName)
}
