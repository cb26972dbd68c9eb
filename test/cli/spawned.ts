import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

/** The program as one file, where GAMIFY_PROGRAM names it: then that is what is tested. */
const built = process.env['GAMIFY_PROGRAM']

/** Whether it is the program as one file that is tested. */
export const isBuilt = built !== undefined

/** The file that is run. */
export const program = built === undefined ? join(import.meta.dirname, '../../bin/gamify.js') : resolve(built)

/** Of our own environment; the program of one file unpacks itself into the home. */
export const inherited = { PATH: process.env['PATH'], ...(built !== undefined && { HOME: process.env['HOME'] }) }

/** What runs it: a command, and the arguments before its own. */
export const command: readonly [string, ...string[]] = built === undefined ? [process.execPath, program] : [program]

/** The same for a shell. */
export const shellCommand = command.map((word) => `'${word}'`).join(' ')

/** What a process ended with. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A process of the program. */
export interface Spawned {
  readonly ended: Promise<Ended>
  /** What was written so far. */
  readonly written: { stdout: string; stderr: string }
  kill(signal: NodeJS.Signals): void
  /** Reads stderr no longer, as who pipes it to a program that has ended. */
  hangUp(): void
  /** Resolves when stdout holds a match; rejects when the process ends without. */
  says(pattern: RegExp): Promise<RegExpExecArray>
}

/** Where and with what a process runs; of our own environment it gets as little as it needs. */
export interface Place {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Node's own flags. */
  readonly flags?: readonly string[]
  /** Away from the terminal that the tests may run at, and from the signals that are typed there. */
  readonly apart?: boolean
}

const running = new Set<ChildProcess>()

/** Starts `gamify` with these arguments. */
export function start(args: readonly string[], { cwd, env = {}, flags = [], apart = false }: Place): Spawned {
  const [file, ...before] = command
  const child = spawn(file, [...before, ...args], {
    cwd,
    env: { ...inherited, ...(flags.length > 0 && { NODE_OPTIONS: flags.join(' ') }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: apart,
  })
  running.add(child)
  const written = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (written.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (written.stderr += chunk.toString()))
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal, ...written })
    })
  })
  return {
    ended,
    written,
    kill: (signal) => child.kill(signal),
    hangUp: () => child.stderr.destroy(),
    says: (pattern) => match(child, written, ended, pattern),
  }
}

/** Runs `gamify` to its end. */
export function run(args: readonly string[], place: Place): Promise<Ended> {
  return start(args, place).ended
}

/** A game that is served on a free port. */
export interface Serving extends Spawned {
  readonly url: string
}

/** Serves until it is told to end, from the moment on when it says that it serves. */
export async function serve(args: readonly string[], place: Place): Promise<Serving> {
  const spawned = start(['serve', '--port', '0', ...args], place)
  const [, url = ''] = await spawned.says(/serves .* on (https?:\S+)\n/)
  return { ...spawned, url }
}

/** Ends what a test has left running. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

async function match(
  child: ChildProcess,
  written: Spawned['written'],
  ended: Promise<Ended>,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  const found = new Promise<RegExpExecArray>((resolve) => {
    const look = (): void => {
      const matched = pattern.exec(written.stdout)
      if (matched) resolve(matched)
    }
    child.stdout?.on('data', look)
    look()
  })
  const failed = ended.then((end): never => {
    throw new Error(`it ended with ${end.code ?? end.signal} and never said ${pattern}:\n${end.stdout}${end.stderr}`)
  })
  return Promise.race([found, failed])
}
