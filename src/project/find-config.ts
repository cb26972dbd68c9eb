import { dirname, join } from 'node:path'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'

/** What makes a directory a project. Spec 6.1. */
const configName = 'gamify.json'

/** The gamify.json of a directory or of its nearest parent that has one. */
export async function findConfig(files: FileSystem, directory: string): Promise<string | undefined> {
  if ((await namesIn(files, directory)).includes(configName)) return join(directory, configName)
  const parent = dirname(directory)
  return parent === directory ? undefined : findConfig(files, parent)
}

/** A parent that may not be listed has nothing for us. */
async function namesIn(files: FileSystem, directory: string): Promise<readonly string[]> {
  try {
    return await files.list(directory)
  } catch (error) {
    if (hasCode(error, 'EACCES') || hasCode(error, 'EPERM')) return []
    throw error
  }
}
