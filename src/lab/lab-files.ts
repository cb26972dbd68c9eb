import { extname, join } from 'node:path'
import { namesIn } from '../project/directory.ts'
import type { Problem } from '../project/problem.ts'
import type { FileSystem } from '../storage/fs.ts'

/**
 * Finds the JSON files of a directory of a project, sorted by name, or returns the problem of the directory. Returns an
 * empty list if it does not exist.
 */
export async function labFiles(
  files: FileSystem,
  project: string,
  name: 'simulations' | 'checks',
): Promise<readonly string[] | Problem> {
  const directory = join(project, name)
  const names = await namesIn(files, directory)
  if ('message' in names) return names
  return names.filter((file) => extname(file) === '.json').map((file) => join(directory, file))
}
