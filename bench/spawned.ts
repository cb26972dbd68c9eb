import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'

/** How often a server that starts is asked whether it is there. */
const ASK_MS = 1

/** A server in a process of its own. */
export interface Spawned {
  readonly port: number
  /** From its start to its first good answer. */
  readonly startMs: number
  readonly stop: () => Promise<void>
  /** Ends it at once, as a machine that loses its power does. */
  readonly kill: () => Promise<void>
}

/** Runs Node with arguments until it ends; gives the time in ms, and throws where it fails. */
export async function runToEnd(directory: string, ...args: readonly string[]): Promise<number> {
  return runFileToEnd(process.execPath, { cwd: directory }, ...args)
}

/** Where and with which variables a program runs; our own, unless told. */
interface Place {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
}

/** Runs a program until it ends; gives the time in ms, and throws where it fails. */
export async function runFileToEnd(file: string, place: Place, ...args: readonly string[]): Promise<number> {
  const start = performance.now()
  const [code] = (await once(startFile(file, place, args), 'exit')) as [number]
  const ms = performance.now() - start
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}`)
  return ms
}

/** Runs Node with arguments that make it listen on a port; resolves when it answers a health call. */
export async function startServer(
  directory: string,
  port: string,
  withinMs: number,
  ...args: readonly string[]
): Promise<Spawned> {
  return startFileServer(process.execPath, { cwd: directory }, port, withinMs, ...args)
}

/** The same for any program. */
export async function startFileServer(
  file: string,
  place: Place,
  port: string,
  withinMs: number,
  ...args: readonly string[]
): Promise<Spawned> {
  const start = performance.now()
  const server = startFile(file, place, args)
  const ended = once(server, 'exit')
  while (!(await answers(port))) {
    if (server.exitCode !== null || performance.now() - start > withinMs) {
      server.kill()
      throw new Error(`${file} ${args.join(' ')} does not answer`)
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
  }
  const startMs = performance.now() - start
  const endBy = (signal: NodeJS.Signals) => async (): Promise<void> => {
    server.kill(signal)
    await ended
  }
  return { port: Number(port), startMs, stop: endBy('SIGTERM'), kill: endBy('SIGKILL') }
}

function startFile(file: string, place: Place, args: readonly string[]): ChildProcess {
  return spawn(file, args, { ...place, stdio: ['ignore', 'ignore', 'inherit'] })
}

function answers(port: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get({ port, host: '127.0.0.1', path: '/_gamify/health', agent: false }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode === 200))
    })
    asked.on('error', () => resolve(false))
  })
}

/** Arguments by which Node writes, at the end of a program, how much memory that ever had. */
export const tellingMemory = (file: string): readonly string[] => [
  '--import',
  `data:text/javascript,${encodeURIComponent(`import { writeFileSync } from 'node:fs'
process.on('exit', () => writeFileSync(${JSON.stringify(file)}, String(process.resourceUsage().maxRSS * 1024)))`)}`,
]
