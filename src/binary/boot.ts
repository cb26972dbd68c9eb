// What the standalone executable runs first: unpacks the package that it contains, once for each build, and starts it.
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAsset, getRawAsset } from 'node:sea'
import { zstdDecompressSync } from 'node:zlib'
import { builtProgram } from '../../bin/built-program.js'
import { runWithKeptCode } from '../../bin/kept-code.js'
import { printedVersion } from '../../bin/printed-version.js'
import { type Archive, part, versionOf } from './archive.ts'
import { NowhereToUnpack, unpack, unpackDirectories } from './unpack.ts'

const archive = carriedArchive()
const directory = unpackedPackage()
if (directory !== undefined && !printedVersion(versionOf(archive))) {
  enableCompileCache(join(directory, 'compiled'))
  runWithKeptCode(builtProgram(directory), process.argv[2] ?? '', getCompileCacheDir())
}

/**
 * Returns the directory of the unpacked package. If there is no usable directory, prints why and sets the exit code.
 */
function unpackedPackage(): string | undefined {
  try {
    return unpack(archive, unpackDirectories(currentEnvironment()))
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

function currentEnvironment() {
  const { platform, env } = process
  return { platform, env, home: home(), temporary: tmpdir(), user: process.getuid?.() }
}

/** Returns the home directory, if there is one. A container may have neither a home nor a user with one. */
function home(): string | undefined {
  try {
    return homedir()
  } catch {
    return undefined
  }
}
