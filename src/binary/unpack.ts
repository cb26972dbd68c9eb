import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync, existsSync } from 'node:fs'
import { dirname, join, isAbsolute } from 'node:path'
import type { Archive, ArchivedFile } from './archive.ts'

/** No place takes the package. */
export class NowhereToUnpack extends Error {
  /** Of each place, why not. */
  readonly reasons: readonly string[]

  constructor(reasons: readonly string[]) {
    super('gamify cannot find a directory to unpack itself into')
    this.reasons = reasons
  }
}

/**
 * The directory of the unpacked package: where one of the places has it whole that is it, else it is unpacked into the
 * first that takes it. Programs that start at once find one whole package. Throws NowhereToUnpack.
 */
export function unpack(archive: Archive, places: readonly string[]): string {
  const reasons: string[] = []
  for (const place of places) {
    try {
      return unpackInto(place, archive)
    } catch (error) {
      reasons.push(`${place}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new NowhereToUnpack(reasons)
}

function unpackInto(place: string, archive: Archive): string {
  const target = join(place, archive.name)
  const isWhole = missingIn(target, archive).length === 0
  if (!isWhole) mkdirSync(place, { recursive: true, mode: 0o700 })
  refuseForeign(place)
  if (isWhole) return target
  const fresh = mkdtempSync(`${target}.`)
  try {
    writeFiles(fresh, archive)
    settle(fresh, target, archive)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return target
}

/** What others can write is nothing to run. */
function refuseForeign(place: string): void {
  const user = process.getuid?.()
  if (user === undefined) return
  const { uid, mode } = lstatSync(place)
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

/** Others may have been faster, and run already from what is there: then no more is replaced than what it lacks. */
function settle(fresh: string, target: string, archive: Archive): void {
  try {
    renameSync(fresh, target)
  } catch {
    for (const { path } of missingIn(target, archive)) {
      mkdirSync(dirname(join(target, path)), { recursive: true })
      renameSync(join(fresh, path), join(target, path))
    }
  }
}

/** What tells where a program may keep what it can make again. */
export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** The home directory; undefined or empty where there is none. */
  readonly home: string | undefined
  /** The directory for temporary files. */
  readonly temporary: string
  /** The number of the user; undefined on Windows. */
  readonly user: number | undefined
}

/** Where the package may be unpacked, the best place first: the user's cache, then a directory of the user's among the temporary files. */
export function unpackDirectories(around: Surroundings): readonly string[] {
  const { temporary, user } = around
  const cache = cacheOf(around)
  const shared = join(temporary, user === undefined ? 'gamify' : `gamify-${user}`)
  return cache === undefined ? [shared] : [join(cache, 'gamify'), shared]
}

function cacheOf({ platform, env, home }: Surroundings): string | undefined {
  const named = env[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_CACHE_HOME']
  if (named !== undefined && isAbsolute(named)) return named
  // A home that is not there is nobody's: root would make one by looking for its cache.
  if (!home || !existsSync(home)) return undefined
  if (platform === 'win32') return join(home, 'AppData', 'Local')
  return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache')
}
