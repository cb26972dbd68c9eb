import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pinnedNode } from '../../bin/pinned-node.js'

const repository = join(import.meta.dirname, '../..')
const OLD = new Date('2020-01-01')
const NEW = new Date('2021-01-01')

/** A copy of bin alone, in a package of its own. */
let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gamify-launcher-'))
  cpSync(join(repository, 'bin'), join(root, 'bin'), { recursive: true })
})

afterEach(() => {
  rmSync(root, { recursive: true })
})

function put(path: string, text: string, changedAt = NEW): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  for (const place of [file, dirname(file)]) utimesSync(place, changedAt, changedAt)
}

function needNode(range: string): void {
  put('package.json', JSON.stringify({ type: 'module', engines: { node: range } }))
}

/** Puts a program where the Node of this project is installed. */
function pin(script: string): void {
  const installed = pinnedNode(repository)
  if (installed === undefined) throw new Error('the Node of this project is not installed')
  const path = installed.slice(repository.length)
  put(path, `#!/bin/sh\n${script}\n`)
  chmodSync(join(root, path), 0o755)
}

interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
}

/** Runs the copy under this Node; `kill` is sent as soon as something was printed. */
function launch(args: readonly string[], kill?: NodeJS.Signals, env = process.env): Promise<End> {
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const child = spawn(process.execPath, [join(root, 'bin/gamify.js'), ...args], { stdio: [...stdio], env })
  let out = ''
  const hear = (chunk: Buffer): void => {
    out += chunk.toString()
    if (kill !== undefined) child.kill(kill)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, out }))
  })
}

describe('under a Node that is too old', () => {
  beforeEach(() => {
    needNode('>=99.1')
  })

  test('the Node of this project gets the command line, and its exit code is ours', async () => {
    pin('shift; echo "$#:$1:$2"; exit 7')
    expect(await launch(['play', 'a b'])).toEqual({ code: 7, signal: null, out: '2:play:a b\n' })
  })

  test('it is told who started it, since a signal to both of us reaches it twice', async () => {
    pin('echo "$GAMIFY_RELAUNCHED"')
    expect((await launch([])).out).toBe('1\n')
  })

  test('a signal reaches it, and we end by the signal that ended it', async () => {
    pin('echo up; exec sleep 20')
    expect(await launch([], 'SIGTERM')).toEqual({ code: null, signal: 'SIGTERM', out: 'up\n' })
  })

  test('a signal that it answers is its own affair', async () => {
    pin('sleep 20 >&- 2>&- & trap "kill $!; exit 5" HUP; echo up; wait')
    expect(await launch([], 'SIGHUP')).toEqual({ code: 5, signal: null, out: 'up\n' })
  })

  test('what it runs ends in order when we are killed', async () => {
    pin(`echo '{ "type": "module", "engines": { "node": ">=22.0" } }' > "$(dirname "$1")/../package.json"
exec '${process.execPath}' "$@"`)
    put(
      'src/main.ts',
      `process.on('SIGTERM', () => { console.log('ended'); process.exit() }); setInterval(() => {}, 1000); console.log('up')`,
    )
    expect(await launch([], 'SIGKILL')).toEqual({ code: null, signal: 'SIGKILL', out: 'up\nended\n' })
  })

  test('where that is not installed, it says which Node it needs', async () => {
    const { code, out } = await launch([])
    expect(code).toBe(2)
    expect(out).toBe(`gamify needs Node 99.1 or newer; this is ${process.versions.node}.\n`)
  })

  test('in a checkout it says how to come by that', async () => {
    put('tools/node/package.json', '{}')
    expect((await launch([])).out).toMatch(
      /\nRun 'npm start' once in the directory of gamify: it installs a suitable Node\.\n$/,
    )
  })
})

describe('under a Node that is new enough', () => {
  beforeEach(() => {
    needNode('>=22.0')
  })

  test('the source runs where nothing is built', async () => {
    put('src/main.ts', 'const word: string = "source"\nconsole.log(word, process.argv[2])')
    expect(await launch(['x'])).toEqual({ code: 0, signal: null, out: 'source x\n' })
  })

  test('the build runs where it is as new as every source', async () => {
    put('src/cli/a.ts', '')
    put('src/main.ts', 'console.log("source")')
    put('dist/main.cjs', 'console.log("built")')
    expect((await launch([])).out).toBe('built\n')
  })

  test('the source runs where one is newer than the build', async () => {
    put('src/main.ts', 'console.log("source")', OLD)
    put('dist/main.cjs', 'console.log("built")', OLD)
    put('src/cli/a.ts', '', NEW)
    expect((await launch([])).out).toBe('source\n')
  })

  test('the build runs where there is no source', async () => {
    put('dist/main.cjs', 'console.log("built")')
    expect((await launch([])).out).toBe('built\n')
  })

  describe('the cache of compiled code', () => {
    const program = (word: string): string => `console.log(${JSON.stringify(word)}, process.argv.length)`
    let cache = ''
    beforeEach(() => {
      cache = join(root, 'cache')
      put('dist/main.cjs', program('built'))
    })
    const launchCached = (env: NodeJS.ProcessEnv = {}) =>
      launch([], undefined, { ...process.env, NODE_COMPILE_CACHE: cache, ...env })
    const cached = (): string[] =>
      globSync('**/*', { cwd: cache, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
      )
    const built = { code: 0, signal: null, out: 'built 2\n' }

    test('is written by a first start and read by the next', async () => {
      expect(await launchCached()).toEqual(built)
      const files = cached()
      expect(files.length).toBeGreaterThan(0)
      const written = files.map((path) => statSync(path).mtimeMs)
      expect(await launchCached()).toEqual(built)
      expect(files.map((path) => statSync(path).mtimeMs)).toEqual(written)
    })

    test('is not used for another build', async () => {
      await launchCached()
      put('dist/main.cjs', program('again'))
      expect((await launchCached()).out).toBe('again 2\n')
      put('dist/main.cjs', program('built'))
      expect(await launchCached()).toEqual(built)
    })

    test('is ignored where it is damaged or cut off', async () => {
      await launchCached()
      for (const path of cached()) writeFileSync(path, 'damaged')
      expect(await launchCached()).toEqual(built)
      for (const path of cached()) truncateSync(path, 20)
      expect(await launchCached()).toEqual(built)
    })

    const kept = (command: string): string => cached().find((path) => path.endsWith(`-${command}`)) ?? ''
    const launchCommand = (command: string) =>
      launch([command], undefined, { ...process.env, NODE_COMPILE_CACHE: cache })
    const large = `function large() { return [${'1 + Math.random(),'.repeat(500)}].length }`

    test('has the functions that a command has called, for this command alone', async () => {
      put('dist/main.cjs', `${large}; if (process.argv[2] === 'call') large()`)
      for (const command of ['call', 'leave']) await launchCommand(command)
      expect(statSync(kept('call')).size).toBeGreaterThan(statSync(kept('leave')).size + 5_000)
    })

    test('begins with what all commands share, also where a program imports ES modules', async () => {
      put('dist/import.cjs', 'module.exports = (specifier) => import(specifier)')
      put('dist/late.mjs', 'export const word = "late"')
      put('dist/main.cjs', `require('./import.cjs')('./late.mjs').then(({ word }) => console.log(word))`)
      const late = { code: 0, signal: null, out: 'late\n' }
      expect(await launchCommand('one')).toEqual(late)
      const ofAll = cached().find((path) => /gamify-[0-9a-f]+$/.test(path)) ?? ''
      const written = statSync(ofAll).mtimeMs
      expect(await launchCommand('two')).toEqual(late)
      expect(statSync(ofAll).mtimeMs).toBe(written)
      expect(kept('two')).not.toBe('')
    })

    test('is ignored where V8 would not survive what is wrong in it', async () => {
      put('dist/main.cjs', `${large}; console.log(large())`)
      expect((await launchCommand('call')).out).toBe('500\n')
      const code = readFileSync(kept('call'))
      const middle = code.length / 2
      writeFileSync(
        kept('call'),
        code.map((byte, at) => (at > middle && at < middle + 4000 ? byte ^ 0xff : byte)),
      )
      expect(await launchCommand('call')).toEqual({ code: 0, signal: null, out: '500\n' })
    })

    test.each([
      '--no-allocation-site-pretenuring',
      '--heap-growing-percent=300',
      '--no-allocation-site-pretenuring --heap-growing-percent=300',
    ])('is read by a program that changed flags of V8 the last time: %s', async (flags) => {
      put('dist/main.cjs', `require('node:v8').setFlagsFromString('${flags}')`)
      await launchCommand('serve')
      const written = statSync(kept('serve')).mtimeMs
      await launchCommand('serve')
      expect(statSync(kept('serve')).mtimeMs).toBe(written)
    })

    test('may be somewhere that cannot be written', async () => {
      put('cache', 'a file')
      expect(await launchCached()).toEqual(built)
    })

    test('needs no home, and can be turned off', async () => {
      expect(await launchCached({ HOME: undefined, XDG_CACHE_HOME: undefined })).toEqual(built)
      rmSync(cache, { recursive: true })
      expect(await launchCached({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(built)
      expect(cached()).toEqual([])
    })

    test('is written by a program that is killed as well, once it has run for a while', async () => {
      put('dist/main.cjs', `setTimeout(() => console.log('up'), 3000); setInterval(() => {}, 1000)`)
      const killed = await launch([], 'SIGKILL', { ...process.env, NODE_COMPILE_CACHE: cache })
      expect(killed).toEqual({ code: null, signal: 'SIGKILL', out: 'up\n' })
      expect(cached().length).toBeGreaterThan(0)
    })
  })
})

test('npm start builds under the Node of this project, not under the one that its shell found first', async () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    scripts: { prestart: string }
  }
  cpSync(join(repository, 'scripts/bootstrap.mjs'), join(root, 'scripts/bootstrap.mjs'))
  put('package-lock.json', '{}')
  put('node_modules/.gamify-lock', createHash('sha256').update('{}').digest('hex'))
  pin('echo "the pinned Node runs $*"')
  const env = { ...process.env, PATH: dirname(process.execPath) + delimiter + (process.env['PATH'] ?? '') }
  const { stdout, stderr, status } = spawnSync('sh', ['-c', scripts.prestart], { cwd: root, env, encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  expect(stderr).toBe(`the pinned Node runs ${join(realpathSync(root), 'scripts/build.mjs')} --if-needed\n`)
})
