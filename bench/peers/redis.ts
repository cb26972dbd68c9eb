import { BoardLoad, RADIUS, TOP_ROWS, type BoardUse } from '../board-load.ts'
import { playerId } from '../game.ts'
import { command, type RedisClient } from './redis-client.ts'
import { startRedis } from './redis-server.ts'

/** What is called once, and waited for: a page at any place, the first page, an update, a rank. */
export type SingleUse = 'page' | 'first-page' | 'update' | 'place'

/**
 * To start Redis, to fill a sorted set of so many entries, to use it so often through a pipeline, or one call after the
 * other for so long.
 */
export type RedisTold =
  | { readonly what: 'start'; readonly directory: string }
  | { readonly what: 'fill'; readonly size: number }
  | { readonly what: BoardUse; readonly size: number; readonly calls: number }
  | { readonly what: 'single'; readonly use: SingleUse; readonly size: number; readonly ms: number }

/** Whether Redis is installed, and the time of a call in µs. */
export interface RedisFound {
  readonly isInstalled: boolean
  readonly us: number
}

/** Commands that go out at once; while one batch is answered the next is on its way. */
const BATCH = 250
const BATCHES_UNDER_WAY = 2

let redis: RedisClient | undefined
const loads = new Map<number, BoardLoad>()

/** Sorted sets of a Redis over loopback: as quick as one connection is. */
export async function run(told: RedisTold): Promise<RedisFound> {
  if (told.what === 'start') redis = await startRedis(told.directory)
  if (!redis) return { isInstalled: false, us: 0 }
  return { isInstalled: true, us: await timeOf(redis, told) }
}

async function timeOf(client: RedisClient, told: RedisTold): Promise<number> {
  switch (told.what) {
    case 'start':
      return 0
    case 'fill': {
      const load = new BoardLoad(told.size)
      loads.set(told.size, load)
      await inBatches(client, updates(told.size, Int32Array.from(load.scores.keys()), load.scores))
      return 0
    }
    case 'single':
      return callSingly(client, told.size, told.ms, told.use)
    default:
      return use(client, told.what, told.size, told.calls)
  }
}

const keyOf = (size: number): string => `board:${size}`

/** A batch of commands: how many they are, and they as bytes. */
interface Batch {
  readonly count: number
  readonly bytes: Buffer
}

function batchesOf(count: number, commandAt: (i: number) => string): Batch[] {
  return Array.from({ length: Math.ceil(count / BATCH) }, (_, batch) => {
    const from = batch * BATCH
    const size = Math.min(BATCH, count - from)
    const commands = Array.from({ length: size }, (__, i) => commandAt(from + i))
    return { count: size, bytes: Buffer.from(commands.join('')) }
  })
}

function updates(size: number, entries: Int32Array, scores: Float64Array): Batch[] {
  return batchesOf(entries.length, (i) => command('ZADD', keyOf(size), scores[i] ?? 0, playerId(entries[i] ?? 0)))
}

function range(size: number, first: number, rows: number): string {
  return command('ZREVRANGE', keyOf(size), first, first + rows - 1, 'WITHSCORES')
}

/** The commands are made before they are timed, but for those that a reply decides. */
async function use(client: RedisClient, what: BoardUse, size: number, calls: number): Promise<number> {
  const load = loads.get(size)
  if (!load) throw new Error('a sorted set is used before it is filled')
  const { entries, scores } = load.next(what, calls)
  const batches =
    what === 'rise' || what === 'change'
      ? updates(size, entries, scores)
      : what === 'top'
        ? batchesOf(calls, () => range(size, 0, TOP_ROWS))
        : batchesOf(calls, (i) => command('ZREVRANK', keyOf(size), playerId(entries[i] ?? 0)))
  const start = performance.now()
  await inBatches(client, batches, what === 'around' ? (indices) => pagesAround(client, size, indices) : undefined)
  return ((performance.now() - start) * 1000) / calls
}

async function inBatches(
  client: RedisClient,
  batches: readonly Batch[],
  then?: (numbers: readonly number[]) => Promise<unknown>,
): Promise<void> {
  const left = batches.values()
  const callAll = async (): Promise<void> => {
    for (const { bytes, count } of left) {
      const numbers = await client.call(bytes, count)
      await then?.(numbers)
    }
  }
  await Promise.all(Array.from({ length: BATCHES_UNDER_WAY }, callAll))
}

function pagesAround(client: RedisClient, size: number, indices: readonly number[]): Promise<unknown> {
  const ranges = indices.map((index) => {
    const first = Math.max(0, index - RADIUS)
    return range(size, first, index + RADIUS + 1 - first)
  })
  return client.call(ranges.join(''), ranges.length)
}

/** Takes places far from one another. */
const STRIDE = 7919

/** Different calls that are made in turn. */
const SINGLE_CALLS = 1000

const singleCalls: Readonly<Record<SingleUse, (size: number, i: number) => string>> = {
  page: (size, i) => range(size, (i * STRIDE) % (size - TOP_ROWS), TOP_ROWS),
  'first-page': (size) => range(size, 0, TOP_ROWS),
  update: (size, i) => command('ZINCRBY', keyOf(size), TOP_ROWS, playerId((i * STRIDE) % size)),
  place: (size, i) => command('ZREVRANK', keyOf(size), playerId((i * STRIDE) % size)),
}

/** Calls one after the other. */
async function callSingly(client: RedisClient, size: number, ms: number, use: SingleUse): Promise<number> {
  const calls = Array.from({ length: SINGLE_CALLS }, (_, i) => singleCalls[use](size, i))
  const start = performance.now()
  let answered = 0
  for (; performance.now() - start < ms; answered += 1) await client.call(calls[answered % calls.length] ?? '', 1)
  return ((performance.now() - start) * 1000) / answered
}
