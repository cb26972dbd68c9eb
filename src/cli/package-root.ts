import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The directory of the package that this file is part of, be it run from source or from a bundle. */
export const packageRoot = findRoot(import.meta.dirname)

function findRoot(directory: string): string {
  const parent = dirname(directory)
  if (existsSync(join(directory, 'package.json')) || parent === directory) return directory
  return findRoot(parent)
}

/** The version of this program, as its package.json has it. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
  return version
}
