import { dirname, join } from 'node:path'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'

/** What makes a directory a project. Spec 6.1. */
export const CONFIG_NAME = 'gamify.json'

/** Names that are meant as that of the gamify.json, and are not read. */
const MISNOMERS = ['gamify.jsonc', 'gamify.json5']

/** The gamify.json of a directory or of its nearest parent that has one, or what is meant as one. */
export async function findConfig(files: FileSystem, directory: string): Promise<string | undefined> {
  const names = await namesIn(files, directory)
  const name = [CONFIG_NAME, ...MISNOMERS].find((each) => names.includes(each))
  if (name !== undefined) return join(directory, name)
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
