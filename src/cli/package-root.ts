import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The directory of the package that contains this file, whether it runs from source or from a bundle. */
export const packageRoot = findRoot(import.meta.dirname)

function findRoot(directory: string): string {
  const parent = dirname(directory)
  if (existsSync(join(directory, 'package.json')) || parent === directory) return directory
  return findRoot(parent)
}

/** Returns the version of this program from its package.json. */
export function programVersion(): string {
  return packageFacts().version
}

/** Returns the oldest version of Node that runs this program, from its package.json: `22.22`. */
export function oldestNode(): string {
  return packageFacts().engines.node.replace(/^>=/, '')
}

/** The fields of our package.json that the program reads. */
interface PackageFacts {
  readonly version: string
  readonly engines: { readonly node: string }
}

function packageFacts(): PackageFacts {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as PackageFacts
}
