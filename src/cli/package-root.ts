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
  return packageFacts().version
}

/** The oldest Node that runs this program, as its package.json has it: `22.22`. */
export function oldestNode(): string {
  return packageFacts().engines.node.replace(/^>=/, '')
}

/** What our package.json tells of us. */
interface PackageFacts {
  readonly version: string
  readonly engines: { readonly node: string }
}

function packageFacts(): PackageFacts {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as PackageFacts
}
