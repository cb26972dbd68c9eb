import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** Loads sharp, says so, and waits for its end. */
const LOADING = `
const { parentPort, workerData } = require('node:worker_threads')
require(workerData)
parentPort.once('message', () => {})
parentPort.postMessage('loaded')
`

let loaded: Promise<void> | undefined

/**
 * Has the libraries behind sharp in memory, once, by a thread of its own: the system takes some 50 ms to load them, in which
 * the thread that asks can do nothing else. The thread ends when `load` is done with what they are for. Where there can be
 * no such thread, `load` takes as long as it takes.
 */
export async function withDecoder<T>(load: () => Promise<T>): Promise<T> {
  loaded ??= loadAside(load)
  await loaded
  return load()
}

async function loadAside(load: () => Promise<unknown>): Promise<void> {
  let worker: Worker | undefined
  try {
    const sharp = createRequire(import.meta.url).resolve('sharp')
    worker = new Worker(LOADING, { eval: true, workerData: sharp })
    await Promise.race([once(worker, 'message'), once(worker, 'exit')])
    // Before the thread ends, so that nothing is unloaded with it.
    await load()
  } catch {
    // Whoever loads it next is told why it cannot be.
  } finally {
    await worker?.terminate()
  }
}
