// Plain JavaScript for any Node from 20 on.
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import * as module from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import vm from 'node:vm'

/**
 * When a program that is still running keeps its code. Later, V8 may have dropped what was needed for the start, and a
 * server is often killed.
 */
const KEEP_MS = 2000

const NEWLINE = 0x0a

/**
 * Runs a built program, a CommonJS file in ASCII without dynamic imports, and returns its exports. V8 gets the code that
 * it compiled when the program last ran. Node's own cache keeps code as it is before a program runs, but V8 compiles most
 * functions only when they are first called, and that takes a third of a start. Code is kept for each use by itself,
 * because code that does not run takes time to load. The first run for a use begins with the code before any run.
 * @param {string} path
 * @param {string} use
 * @param {string | undefined} directory Where the code is; undefined if none is kept.
 */
export function runWithKeptCode(path, use, directory) {
  const require = module.createRequire(path)
  // In the sandbox of a test runner, the program belongs into that sandbox.
  if (directory === undefined || vm.runInThisContext('Object') !== Object) return require(path)
  const { crc32 } = process.getBuiltinModule('zlib')
  const ofAllUses = join(directory, `gamify-${crc32(path).toString(16)}`)
  const ofUse = `${ofAllUses}-${/^[a-z-]+$/.test(use) ? use : 'other'}`
  const { ino, size, mtimeMs, ctimeMs } = statSync(path)
  /**
   * Tells which program some code is of, and whether all of it is there: V8 does not look, and would end the process.
   * @param {Uint8Array} code
   */
  const sealOf = (code) => JSON.stringify([path, ino, size, mtimeMs, ctimeMs, crc32(code)])
  const code = keptCode(ofUse, sealOf)
  const script = new vm.Script(module.Module.wrap(readFileSync(path, 'latin1')), {
    filename: path,
    cachedData: code ?? keptCode(ofAllUses, sealOf),
  })
  // It is undefined if there was no code.
  const isFresh = script.cachedDataRejected !== false
  if (isFresh) keepCode(ofAllUses, script, sealOf)
  const program = { exports: {} }
  script.runInThisContext()(program.exports, require, program, path, dirname(path))
  if (isFresh || code === undefined) keepLater(() => keepCode(ofUse, script, sealOf))
  return program.exports
}

/**
 * Returns where a library keeps its code: in the directory of Node's cache if its process has one, or else in one that
 * nobody but this user can write to. Returns undefined if code is not to be kept, or cannot be.
 *
 * @public the files that a build writes import it
 */
export function libraryDirectory() {
  const { env, version, arch } = process
  if (module.getCompileCacheDir === undefined || env.NODE_DISABLE_COMPILE_CACHE) return undefined
  const user = process.getuid?.()
  const own = join(tmpdir(), `gamify-code-${version}-${arch}${user === undefined ? '' : `-${user}`}`)
  try {
    const ofNode = module.getCompileCacheDir()
    if (ofNode !== undefined) return ofNode
    mkdirSync(own, { recursive: true, mode: 0o700 })
    const { uid, mode } = lstatSync(own)
    return user === undefined || (uid === user && (mode & 0o022) === 0) ? own : undefined
  } catch {
    return undefined
  }
}

/**
 * Calls `keep` once, when the program has run for a while, or ends well before.
 * @param {() => void} keep
 */
function keepLater(keep) {
  const keepAtEnd = (/** @type {number} */ code) => {
    if (code === 0) keep()
  }
  process.once('exit', keepAtEnd)
  const keepNow = () => {
    process.off('exit', keepAtEnd)
    keep()
  }
  setTimeout(keepNow, KEEP_MS).unref()
}

/**
 * Returns the code in a file, or undefined if it has none of this program.
 * @param {string} file
 * @param {(code: Uint8Array) => string} sealOf
 */
function keptCode(file, sealOf) {
  try {
    const bytes = readFileSync(file)
    const end = bytes.lastIndexOf(NEWLINE)
    const code = bytes.subarray(0, end)
    return bytes.toString('utf8', end + 1) === sealOf(code) ? code : undefined
  } catch {
    return undefined
  }
}

/** The flags of V8 that `serve/v8-flags.ts` changes: as a process begins with them, and as the server sets them. */
const CHANGED_FLAGS = [
  ['--allocation-site-pretenuring', '--no-allocation-site-pretenuring'],
  ['--heap-growing-percent=0', '--heap-growing-percent=300'],
]

/**
 * Writes the code of a script to a file. Without a file, a later start only takes longer.
 * @param {string} file
 * @param {vm.Script} script
 * @param {(code: Uint8Array) => string} sealOf
 */
function keepCode(file, script, sealOf) {
  // Threads of one process can do this at the same time.
  const fresh = `${file}.${process.pid}.${process.hrtime.bigint()}`
  try {
    const code = codeUnderFirstFlags(script)
    writeFileSync(fresh, Buffer.concat([code, Buffer.from(`\n${sealOf(code)}`)]), { mode: 0o600 })
    renameSync(fresh, file)
  } catch {
    rmSync(fresh, { force: true })
  }
}

/**
 * Returns the code of a script for the flags that a process begins with: V8 accepts code only under the flags under which
 * it was given out.
 * @param {vm.Script} script
 */
function codeUnderFirstFlags(script) {
  const { cachedDataVersionTag, setFlagsFromString } = process.getBuiltinModule('v8')
  const changed = CHANGED_FLAGS.filter(([first = '']) => {
    const before = cachedDataVersionTag()
    setFlagsFromString(first)
    return cachedDataVersionTag() !== before
  })
  try {
    return script.createCachedData()
  } finally {
    for (const [, set = ''] of changed) setFlagsFromString(set)
  }
}
