import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { accessToken } from '../bench/access-token.ts'
import { benchSource, playerId } from '../bench/game.ts'
import { writeProject } from '../bench/served.ts'
import { PLAYERS } from './ledger.ts'

const bin = fileURLToPath(new URL('../bin/gamify.js', import.meta.url))

/** How the service ended. */
export interface Ended {
  readonly code: number | null
  readonly ms: number
}

/** The program as users run it, in a process of its own. */
export interface Service {
  readonly port: number
  /** For its `Authorization` header: that of the staging client. */
  readonly authorization: string
  /** Answers with a status of 500, and defects, as its log tells them. */
  readonly failures: readonly string[]
  /** What it has in memory, in bytes. */
  readonly memory: () => number
  /** Asks it to stop, and waits until it has. */
  readonly stop: () => Promise<Ended>
}

/** A play that is as long as one likes, and gives nothing. */
const say = { id: 'say', name: 'Say', variables: [{ name: 'text', type: 'string', required: true }], rules: [] }

/** Writes a project to serve into a directory that is empty. */
export function writeGame(directory: string): void {
  writeProject(directory, { ...benchSource, actions: [...benchSource.actions, say] })
  const players = Array.from({ length: PLAYERS }, (_, player) => ({ id: playerId(player) }))
  mkdirSync(join(directory, 'seeds'))
  writeFileSync(join(directory, 'seeds', 'players.json'), JSON.stringify({ players }))
}

/** Serves the project of a directory on a free port. */
export async function serve(directory: string): Promise<Service> {
  const args = [bin, 'serve', '--port', '0', '--log', 'json', '--seed', join('seeds', 'players.json')]
  const child = spawn(process.execPath, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
  // Not even a run that breaks off leaves it behind.
  process.once('exit', () => child.kill('SIGKILL'))
  const failures: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (isFailure(line)) failures.push(line)
  })
  const port = await portOf(child)
  return {
    port,
    authorization: await accessToken(port),
    failures,
    memory: () => residentBytes(child.pid ?? 0),
    stop: async () => {
      const start = performance.now()
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      return { code, ms: performance.now() - start }
    },
  }
}

async function portOf(child: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    const port = /serves .* on http:\/\/127\.0\.0\.1:(\d+)\n/.exec(said)?.[1]
    if (port !== undefined) resolve(Number(port))
  })
  child.once('exit', (code) => reject(new Error(`the service ended with ${code} before it served: ${said}`)))
  return promise
}

function isFailure(line: string): boolean {
  try {
    const { level, status } = JSON.parse(line) as { readonly level?: string; readonly status?: number }
    return level === 'error' || status === 500
  } catch {
    // What is no line of the log is what Node itself has to say.
    return true
  }
}

/** As the system tells it, in every Unix alike. */
function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) * 1024
}
