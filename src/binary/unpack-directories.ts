import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

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
