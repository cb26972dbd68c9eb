import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { withSmallHeaps } from './small-heaps.ts'

/** Loads what it holds, then makes much that becomes old before it is garbage. Tells how far its heap grew. */
const thread = `
  const { parentPort } = require('node:worker_threads')
  const heap = () => process.memoryUsage().heapUsed
  const held = Array.from({ length: 200_000 }, (_, i) => ({ name: 'n' + i, place: [i] }))
  const atFirst = heap()
  const recent = Array(60_000)
  let most = 0
  for (let i = 0; i < 3_000_000; i++) {
    recent[i % recent.length] = { i, next: { i } }
    if (i % 20_000 === 0) most = Math.max(most, heap())
  }
  parentPort.postMessage({ held: held.length, times: most / atFirst })
`

/** How many times what it holds at first the heap of a thread takes. */
async function growth(): Promise<number> {
  const worker = new Worker(thread, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 4 } })
  const [{ times }] = (await once(worker, 'message')) as [{ readonly times: number }]
  await worker.terminate()
  return times
}

/** Between the two kinds of growth: little more than twice, and more than four times. */
const MUCH = 3.2

test('the heap of a thread stays small until the last of several has ended', async () => {
  const small = await withSmallHeaps(async () => {
    await withSmallHeaps(() => Promise.resolve())
    return growth()
  })
  expect(small).toBeLessThan(MUCH)
})

test('heaps grow as V8 wants them to after something has failed', async () => {
  await expect(withSmallHeaps(() => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed')
  expect(await growth()).toBeGreaterThan(MUCH)
})
