import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** The file that is run. */
export const program = join(import.meta.dirname, '../../bin/gamify.js')

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

/** Where and with what a process runs; of our own environment it gets no more than the path. */
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
  const child = spawn(process.execPath, [...flags, program, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
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
