import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The package to fetch. */
interface Wanted {
  readonly version: string
  /** The hash of its file in the lockfile; undefined to trust npm. */
  readonly integrity?: string
}

/**
 * Returns the directory of a package of the lockfile, which can be one for another system. If it is not installed, npm
 * fetches it; it is checked against the lockfile and kept below `node_modules/.cache`. Rejects if it is not available.
 */
export async function npmPackage(root: string, name: string): Promise<string> {
  const installed = join(root, 'node_modules', name)
  if (existsSync(join(installed, 'package.json'))) return installed
  return fetchedPackage(root, name, lockedAs(root, name))
}

/**
 * Returns the directory of a package that npm fetches and that is kept below `node_modules/.cache`. Rejects if it is
 * not available.
 */
export async function fetchedPackage(root: string, name: string, wanted: Wanted): Promise<string> {
  const cache = join(root, 'node_modules', '.cache', 'gamify')
  const kept = join(cache, `${name.replace('/', '-')}-${wanted.version}`)
  if (existsSync(kept)) return kept
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'fetched-'))
  try {
    await fetchInto(fresh, name, wanted)
    renameSync(join(fresh, 'package'), kept)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return kept
}

function lockedAs(root: string, name: string): Wanted {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Wanted>>
  }
  const locked = packages[`node_modules/${name}`]
  if (locked === undefined) throw new Error(`package-lock.json does not name ${name}`)
  return locked
}

async function fetchInto(directory: string, name: string, { version, integrity }: Wanted): Promise<void> {
  // On Windows, npm is a script, which only a shell can run.
  const shell = process.platform === 'win32'
  await run('npm', ['pack', `${name}@${version}`, '--ignore-scripts', '--loglevel=error'], { cwd: directory, shell })
  const [packed = ''] = readdirSync(directory)
  const found = `sha512-${createHash('sha512')
    .update(readFileSync(join(directory, packed)))
    .digest('base64')}`
  if (integrity !== undefined && found !== integrity)
    throw new Error(`${name}@${version} is not the package that package-lock.json names`)
  await run('tar', ['-xzf', packed], { cwd: directory })
}
