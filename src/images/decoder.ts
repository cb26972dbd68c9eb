import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** Loads sharp, sends a message, and waits for a message that ends the thread. */
const LOADING = `
const { parentPort, workerData } = require('node:worker_threads')
require(workerData)
parentPort.once('message', () => {})
parentPort.postMessage('loaded')
`

let loaded: Promise<void> | undefined

/**
 * Calls `load` after a separate thread has loaded the native libraries of sharp, once per process. Loading them takes
 * the system about 50 ms, during which the thread that loads them is blocked. The thread ends when `load` is done.
 * If no thread can be started, `load` loads them itself.
 */
export async function withDecoder<T>(load: () => Promise<T>): Promise<T> {
  loaded ??= loadInThread(load)
  await loaded
  return load()
}

async function loadInThread(load: () => Promise<unknown>): Promise<void> {
  let worker: Worker | undefined
  try {
    const sharp = createRequire(import.meta.url).resolve('sharp')
    worker = new Worker(LOADING, { eval: true, workerData: sharp })
    await Promise.race([once(worker, 'message'), once(worker, 'exit')])
    // Call this before the thread ends, so that ending it unloads nothing.
    await load()
  } catch {
    // The next `load` fails with the reason.
  } finally {
    await worker?.terminate()
  }
}
