import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { connectRedis, type RedisClient } from './redis-client.ts'

/** The Debian package redis-server. */
const PROGRAM = 'redis-server'

/** Longest that a start may take, and how often it is tried to connect. */
const START_MS = 10_000
const ASK_MS = 5

/** Starts Redis in a directory, keeping nothing on disk, until this process ends; undefined where it is not installed. */
export async function startRedis(directory: string): Promise<RedisClient | undefined> {
  const port = await freePort()
  const options = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory]
  const server = spawn(PROGRAM, options.map(String), { stdio: 'ignore' })
  process.once('exit', () => server.kill('SIGKILL'))
  const failed = new Promise<NodeJS.ErrnoException>((resolve) => server.once('error', resolve))
  const found = await Promise.race([failed, connected(server, port)])
  if (!(found instanceof Error)) return found
  if (found.code === 'ENOENT') return undefined
  throw found
}

async function connected(server: ChildProcess, port: number): Promise<RedisClient> {
  for (const start = performance.now(); performance.now() - start < START_MS; await sleep(ASK_MS)) {
    if (server.exitCode !== null) throw new Error(`${PROGRAM} ended with ${server.exitCode}`)
    const client = await connectRedis(port).catch(() => undefined)
    if (client) return client
  }
  throw new Error(`${PROGRAM} does not listen`)
}
