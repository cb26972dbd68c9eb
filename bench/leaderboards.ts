import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Effort, Figure, Row } from './figure.ts'
import { Job } from './job.ts'
import { gameRows } from './leaderboards-in-game.ts'
import { structureRows } from './leaderboards-in-process.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const FEW = 1000

/** Boards: their structure and their routes beside sorted sets of Redis, what they take, and how one is added. */
export const leaderboards: Figure = {
  name: 'leaderboards',
  title: 'Leaderboards, in process and over HTTP: calls in the same time as to sorted sets of Redis',
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure(effort: Effort, directory: string): Promise<Row[]> {
  const sizes = [FEW, effort.players / 10, effort.players]
  const redis = await startRedisJob(directory)
  try {
    const inProcess = await structureRows(effort, sizes, redis)
    return [...inProcess, ...(await gameRows(effort, sizes, redis, directory))]
  } finally {
    await redis?.stop()
  }
}

async function startRedisJob(parent: string): Promise<Job<'redis'> | undefined> {
  const directory = join(parent, 'redis')
  mkdirSync(directory)
  const redis = new Job('redis')
  const { isInstalled } = await redis.run({ what: 'start', directory })
  if (isInstalled) return redis
  console.log('\nredis-server is not installed (a Debian package): leaderboards are measured without it')
  await redis.stop()
  return undefined
}
