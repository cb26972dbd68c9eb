// Plain JavaScript for any Node from 20 on.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import * as module from 'node:module'
import { dirname, join } from 'node:path'
import vm from 'node:vm'

/**
 * When a program that is still running keeps its code. Later, V8 may have dropped what was needed for the start, and a
 * server is often killed.
 */
const KEEP_MS = 2000

const NEWLINE = 0x0a

/**
 * Runs a built program, a CommonJS file in ASCII, with the code that V8 compiled when it last ran. Node's own cache keeps
 * code as it is before a program runs. V8 compiles most functions only when they are first called, and that takes a third
 * of a start. The code is kept in the directory of Node's cache, and for each command by itself, because code that does
 * not run takes time to load.
 * @param {string} path
 * @param {string} command
 */
export function runWithKeptCode(path, command) {
  const require = module.createRequire(path)
  const directory = module.getCompileCacheDir?.()
  if (directory === undefined) return require(path)
  const { crc32 } = process.getBuiltinModule('zlib')
  const file = join(directory, `gamify-${crc32(path).toString(16)}-${/^[a-z-]+$/.test(command) ? command : 'other'}`)
  const { ino, size, mtimeMs, ctimeMs } = statSync(path)
  /**
   * Tells which program some code is of, and whether all of it is there: V8 does not look, and would end the process.
   * @param {Uint8Array} code
   */
  const sealOf = (code) => JSON.stringify([path, ino, size, mtimeMs, ctimeMs, crc32(code)])
  const script = new vm.Script(module.Module.wrap(readFileSync(path, 'latin1')), {
    filename: path,
    cachedData: keptCode(file, sealOf),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const program = { exports: {} }
  script.runInThisContext()(program.exports, require, program, path, dirname(path))
  // Undefined if there was none.
  if (script.cachedDataRejected === false) return
  const keep = () => {
    clearTimeout(timer)
    process.off('exit', keepAtEnd)
    keepCode(file, script, sealOf)
  }
  const keepAtEnd = (/** @type {number} */ code) => code === 0 && keep()
  const timer = setTimeout(keep, KEEP_MS).unref()
  process.on('exit', keepAtEnd)
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

/** The flag of V8 that a server turns off. */
const CHANGED_FLAG = 'allocation-site-pretenuring'

/**
 * Writes the code of a script to a file. Without a file, a later start only takes longer.
 * @param {string} file
 * @param {vm.Script} script
 * @param {(code: Uint8Array) => string} sealOf
 */
function keepCode(file, script, sealOf) {
  const fresh = `${file}.${process.pid}`
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
  const before = cachedDataVersionTag()
  setFlagsFromString(`--${CHANGED_FLAG}`)
  const isChanged = cachedDataVersionTag() !== before
  try {
    return script.createCachedData()
  } finally {
    if (isChanged) setFlagsFromString(`--no-${CHANGED_FLAG}`)
  }
}
