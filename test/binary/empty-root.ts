import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'

/** Why there can be no root of its own for a program; undefined where there can. */
export function whyNoRoot(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has them'
  if (process.getuid?.() !== 0) return 'only root can change it'
  try {
    execFileSync('unshare', ['--mount', '--pid', '--fork', 'true'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'this system lets nobody change it'
  }
}

/** A root directory with a program, the shared libraries that it loads, /proc and /tmp, and nothing else. */
export interface EmptyRoot extends Disposable {
  /** Runs the program there to its end: the first process that there is, without any variable. */
  run(...args: readonly string[]): Promise<{ readonly code: number | null; readonly stdout: string }>
  /** Serves there; `stop` asks it to end, and gives its exit code. */
  serve(...args: readonly string[]): Promise<{ readonly url: string; stop(): Promise<number | null> }>
}

/** Makes one. `unpacked` is where the program has unpacked itself: what its addons load counts too. */
export function emptyRoot(program: string, unpacked: string): EmptyRoot {
  const directory = mkdtempSync(join(tmpdir(), 'gamify-root-'))
  for (const name of ['proc', 'tmp']) mkdirSync(join(directory, name))
  copyFileSync(program, join(directory, 'gamify'))
  for (const library of new Set([program, ...addonsBelow(join(unpacked, 'node_modules'))].flatMap(librariesOf))) {
    mkdirSync(join(directory, dirname(library)), { recursive: true })
    copyFileSync(library, join(directory, library))
  }
  const running = new Set<ChildProcess>()
  const inside = (args: readonly string[]) => {
    const place = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', `--root=${directory}`, '--wd=/tmp']
    const child = spawn('/usr/bin/unshare', [...place, '/gamify', ...args], {
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    return child
  }
  return {
    async run(...args) {
      const child = inside(args)
      const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
      return { code: code as number | null, stdout }
    },
    async serve(...args) {
      const child = inside(['serve', '--port', '0', '--print-env', ...args])
      const ended = once(child, 'close')
      let told = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (told += chunk.toString()))
      const url = await vi.waitFor(() => told.match(/^GAMIFY_URL='?(http[^'\n]+)/m)?.[1] ?? fail(told), {
        timeout: 30_000,
      })
      return {
        url,
        async stop() {
          // It is the child of what has made its surroundings.
          const first = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
          process.kill(Number(first), 'SIGTERM')
          const [code] = await ended
          return code as number | null
        },
      }
    },
    [Symbol.dispose]: () => {
      for (const child of running) child.kill('SIGKILL')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function fail(told: string): never {
  throw new Error(`it does not serve: ${told}`)
}

function addonsBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(node|so[.\d]*)$/.test(path))
    .map((path) => join(directory, path))
}

/** The files of the system that a program or library loads, by their names there. */
function librariesOf(file: string): readonly string[] {
  const told = execFileSync('ldd', [file], { encoding: 'utf8' })
  return [...told.matchAll(/(?<=\s)\/\S+(?= \()/g)].map(([path]) => path).filter((path) => isOfSystem(path))
}

const isOfSystem = (path: string): boolean => /^\/(usr\/)?lib/.test(path) && existsSync(path)
