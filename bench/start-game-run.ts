import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import type { startGame } from '../src/testing/start-game.ts'
import { benchSource } from './game.ts'
import { median } from './paired.ts'

/** How long it took to load what starts it, to start the first in this process, and each after it. */
export interface Starts {
  readonly loadMs: number
  readonly firstMs: number
  readonly furtherMs: number
}

/** Starts after the first one. */
const FURTHER = 5

/** Starts games by a built module, or without one servers of Node's. */
export async function run({ testing }: { readonly testing?: string }): Promise<Starts> {
  const before = performance.now()
  const start = testing === undefined ? await serverStart() : await gameStart(testing)
  const loadMs = performance.now() - before
  const firstMs = await timed(start)
  const further: number[] = []
  for (let i = 0; i < FURTHER; i += 1) further.push(await timed(start))
  return { loadMs, firstMs, furtherMs: median(further) }
}

/** Starts something, and gives what ends it. */
type Start = () => Promise<() => Promise<unknown>>

async function timed(start: Start): Promise<number> {
  const before = performance.now()
  const stop = await start()
  const ms = performance.now() - before
  await stop()
  return ms
}

async function gameStart(testing: string): Promise<Start> {
  const built = (await import(pathToFileURL(testing).href)) as { readonly startGame: typeof startGame }
  return async () => (await built.startGame({ design: benchSource })).stop
}

async function serverStart(): Promise<Start> {
  const { createServer } = await import('node:http')
  return async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return () => once(server.close(), 'close')
  }
}
