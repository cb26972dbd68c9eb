import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Pulse } from '../../async/pulse.ts'
import type { LabLine } from '../../interface/lab-jobs.ts'
import type { LabJob } from './job.ts'

/** The built thread, beside the bundle of the program. */
const BUILT_WORKER = 'lab-worker.cjs'

function workerFile(): string | URL {
  const built = join(import.meta.dirname, BUILT_WORKER)
  return existsSync(built) ? built : new URL('lab-worker.ts', import.meta.url)
}

/**
 * Runs a job of the lab in a thread, so that the game goes on beside it, and yields what it says: the newest progress
 * and the newest report of what was done so far, and at last a report or problems. Ends the thread when `signal` aborts. Throws what the thread could not handle.
 */
export async function* runLabJob(job: LabJob, signal: AbortSignal): AsyncGenerator<LabLine, void> {
  const worker = new Worker(workerFile(), { workerData: job })
  const arrived = new Pulse()
  const newest = new Map<LabLine['kind'], LabLine>()
  let failure: Error | undefined
  worker.on('message', (line: LabLine) => {
    newest.set(line.kind, line)
    arrived.beat()
  })
  const fail = (error: Error): void => {
    failure ??= error
    arrived.beat()
  }
  worker.once('error', fail)
  worker.once('exit', (code) => fail(new Error(`the thread of the lab ended with ${code}`)))
  // Whoever reads may never ask for more after an abort.
  signal.addEventListener('abort', () => void worker.terminate(), { once: true })
  try {
    while (!signal.aborted) {
      const line = newest.get('progress') ?? newest.get('partial') ?? newest.get('report') ?? newest.get('problems')
      if (line) {
        newest.delete(line.kind)
        yield line
        if (line.kind === 'report' || line.kind === 'problems') return
      } else if (failure) throw failure
      else await arrived.next(signal)
    }
  } finally {
    await worker.terminate()
  }
}
