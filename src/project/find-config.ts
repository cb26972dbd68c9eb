import { dirname, join } from 'node:path'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'

/** The file that makes a directory a project. Spec 6.1. */
export const CONFIG_NAME = 'gamify.json'

/** Names that people use by mistake and that gamify does not read. */
const MISNOMERS = ['gamify.jsonc', 'gamify.json5']

/** Finds the gamify.json, or a misnamed one, in a directory or its nearest parent that has one. */
export async function findConfig(files: FileSystem, directory: string): Promise<string | undefined> {
  const names = await namesIn(files, directory)
  const name = [CONFIG_NAME, ...MISNOMERS].find((each) => names.includes(each))
  if (name !== undefined) return join(directory, name)
  const parent = dirname(directory)
  return parent === directory ? undefined : findConfig(files, parent)
}

/** A parent without permission to list it counts as empty. */
async function namesIn(files: FileSystem, directory: string): Promise<readonly string[]> {
  try {
    return await files.list(directory)
  } catch (error) {
    if (hasCode(error, 'EACCES') || hasCode(error, 'EPERM')) return []
    throw error
  }
}
