import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runToEnd } from './spawned.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What the published package is made of. */
const PACKAGED = ['bin', 'dist', 'templates', 'package.json']

/** Builds the program, and gives where the package lies without its sources, as users have it: a checkout would look at the age of each. */
export async function builtPackage(directory: string): Promise<string> {
  await runToEnd(root, join(root, 'scripts', 'build.mjs'))
  const target = join(directory, 'package')
  mkdirSync(target)
  for (const name of PACKAGED) cpSync(join(root, name), join(target, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'))
  return target
}

/** The program of a package. */
export const binOf = (packageDirectory: string): string => join(packageDirectory, 'bin', 'gamify.js')
