// What the one-file program runs first: unpacks the package that it carries, once for each build, and starts that.
import { createRequire, enableCompileCache } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAsset, getRawAsset } from 'node:sea'
import { zstdDecompressSync } from 'node:zlib'
import { type Archive, part, START } from './archive.ts'
import { NowhereToUnpack, unpack, unpackDirectories } from './unpack.ts'
const directory = unpackedPackage()
if (directory !== undefined) {
  enableCompileCache(join(directory, 'compiled'))
  createRequire(join(directory, START))(`./${START}`)
}

/** Where it lies; says why, and sets what to end with, where it lies nowhere. */
function unpackedPackage(): string | undefined {
  try {
    return unpack(carriedArchive(), unpackDirectories(surroundings()))
  } catch (error) {
    if (!(error instanceof NowhereToUnpack)) throw error
    const advice = 'Set HOME or TMPDIR to a directory that you can write to, with about 40 MB free'
    process.stderr.write(`error: ${[error.message, ...error.reasons, advice].join('\n  ')}\n`)
    process.exitCode = 1
    return undefined
  }
}

function carriedArchive(): Archive {
  const list = JSON.parse(getAsset(part.list, 'utf8')) as Pick<Archive, 'name' | 'files'>
  return { ...list, content: () => zstdDecompressSync(new Uint8Array(getRawAsset(part.content))) }
}

function surroundings() {
  const { platform, env } = process
  return { platform, env, home: home(), temporary: tmpdir(), user: process.getuid?.() }
}

/** A container may have no home, and no user that could have one. */
function home(): string | undefined {
  try {
    return homedir()
  } catch {
    return undefined
  }
}
