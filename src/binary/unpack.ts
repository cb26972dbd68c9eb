import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync, existsSync } from 'node:fs'
import { dirname, join, isAbsolute } from 'node:path'
import type { Archive, ArchivedFile } from './archive.ts'

/** No directory accepts the package. */
export class NowhereToUnpack extends Error {
  /** The reason for each directory. */
  readonly reasons: readonly string[]

  constructor(reasons: readonly string[]) {
    super('gamify cannot find a directory to unpack itself into')
    this.reasons = reasons
  }
}

/**
 * Returns the directory of the unpacked package. If one of the directories already has the complete package, uses that
 * one; otherwise unpacks it into the first that accepts it. Programs that start at the same time use one complete
 * package. Throws NowhereToUnpack.
 */
export function unpack(archive: Archive, directories: readonly string[]): string {
  const reasons: string[] = []
  for (const directory of directories) {
    try {
      return unpackInto(directory, archive)
    } catch (error) {
      reasons.push(`${directory}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new NowhereToUnpack(reasons)
}

function unpackInto(directory: string, archive: Archive): string {
  const target = join(directory, archive.name)
  const isWhole = missingIn(target, archive).length === 0
  if (!isWhole) mkdirSync(directory, { recursive: true, mode: 0o700 })
  refuseForeign(directory)
  if (isWhole) return target
  const fresh = mkdtempSync(`${target}.`)
  try {
    writeFiles(fresh, archive)
    putInPlace(fresh, target, archive)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return target
}

/** Rejects a directory that other users could write to, because its files are executed. */
function refuseForeign(directory: string): void {
  const user = process.getuid?.()
  if (user === undefined) return
  const { uid, mode } = lstatSync(directory)
  if (uid !== user) throw new Error('it belongs to another user')
  if ((mode & 0o022) !== 0) throw new Error('other users can write to it')
}

function missingIn(directory: string, { files }: Archive): readonly ArchivedFile[] {
  return files.filter(({ path, size }) => statSync(join(directory, path), { throwIfNoEntry: false })?.size !== size)
}

function writeFiles(directory: string, { files, content }: Archive): void {
  const bytes = content()
  let start = 0
  for (const { path, size } of files) {
    const file = join(directory, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes.subarray(start, start + size))
    start += size
  }
}

/**
 * Puts the package in place. Another program may have been faster and may already run from there; then only the missing
 * files are added.
 */
function putInPlace(fresh: string, target: string, archive: Archive): void {
  try {
    renameSync(fresh, target)
  } catch {
    for (const { path } of missingIn(target, archive)) {
      mkdirSync(dirname(join(target, path)), { recursive: true })
      renameSync(join(fresh, path), join(target, path))
    }
  }
}

/** What determines where a program can cache files. */
export interface Environment {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** The home directory; undefined or empty if there is none. */
  readonly home: string | undefined
  /** The directory for temporary files. */
  readonly temporary: string
  /** The id of the user; undefined on Windows. */
  readonly user: number | undefined
}

/**
 * Returns the directories that the package can be unpacked into, the best one first: the user's cache, then a directory
 * of the user in the one for temporary files.
 */
export function unpackDirectories(environment: Environment): readonly string[] {
  const { temporary, user } = environment
  const cache = cacheOf(environment)
  const shared = join(temporary, user === undefined ? 'gamify' : `gamify-${user}`)
  return cache === undefined ? [shared] : [join(cache, 'gamify'), shared]
}

function cacheOf({ platform, env, home }: Environment): string | undefined {
  const named = env[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_CACHE_HOME']
  if (named !== undefined && isAbsolute(named)) return named
  // A missing home is not used, because root would create one with its cache.
  if (!home || !existsSync(home)) return undefined
  if (platform === 'win32') return join(home, 'AppData', 'Local')
  return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache')
}
