import { join } from 'node:path'
import { isUnfinishedName } from '../project/unfinished-files.ts'
import { makeDirectory } from '../storage/durable-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode, orStorageFailure } from '../storage/storage-error.ts'
import { writeFile } from './write-file.ts'

/**
 * Creates a data directory if it does not exist. The directory contains data of players and possibly the key of an
 * authority, so it gets a `.gitignore` that excludes all of it. That file is written first: otherwise the next start
 * would mistake an unfinished directory for one of the user. Spec 6.1. Throws StorageError.
 */
export async function createDataDirectory(files: FileSystem, data: string): Promise<void> {
  if (!(await isUnused(files, data))) return
  const path = join(data, '.gitignore')
  await orStorageFailure(`cannot write ${path}`, async () => {
    await makeDirectory(files, data)
    await writeFile(files, path, 'create', Buffer.from('*\n')).catch((error: unknown) => {
      // Another start created the file at the same time. The lock later decides which of the two gets the directory.
      if (!hasCode(error, 'EEXIST')) throw error
    })
  })
}

/** Whether a directory is empty or contains only unfinished files of an earlier start. */
async function isUnused(files: FileSystem, data: string): Promise<boolean> {
  // If the directory cannot be listed, the code that opens it reports the error.
  const names = await files.list(data).catch(() => ['unknown'])
  return names.every(isUnfinishedName)
}
