import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Asked } from './child.ts'
import type { Found, JobName, Told } from './jobs.ts'
import type { Shares } from './profile.ts'

const child = fileURLToPath(new URL('./child.ts', import.meta.url))

/** A job in a process of its own. */
export class Job<N extends JobName> {
  readonly #process: ChildProcess

  constructor(name: N, nodeOptions: readonly string[] = []) {
    this.#process = fork(child, [name], { execArgv: [...nodeOptions] })
  }

  /** Has the job run once, and gives what it found. */
  async run(told: Told<N>): Promise<Found<N>> {
    return (await this.#ask({ told })) as Found<N>
  }

  /** Where the time of the process goes while something is done. */
  async profiled(work: () => Promise<unknown>): Promise<Shares> {
    await this.#ask({ profile: 'begin' })
    await work()
    return (await this.#ask({ profile: 'end' })) as Shares
  }

  /** Ends the process; what it has open it closes by itself. */
  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.disconnect()
    await ended
  }

  async #ask(asked: Asked): Promise<unknown> {
    this.#process.send(asked)
    const ended = new AbortController()
    const answered = once(this.#process, 'message', { signal: ended.signal })
    const died = once(this.#process, 'exit', { signal: ended.signal })
    try {
      const [found] = (await Promise.race([answered, died])) as readonly unknown[]
      if (typeof found === 'object') return (found as { found: unknown }).found
      throw new Error(`a process of the bench ended before it answered`)
    } finally {
      ended.abort()
      answered.catch(() => {})
      died.catch(() => {})
    }
  }
}

/** Runs a job once in a fresh process. */
export async function runJob<N extends JobName>(
  name: N,
  told: Told<N>,
  nodeOptions: readonly string[] = [],
): Promise<Found<N>> {
  const job = new Job(name, nodeOptions)
  try {
    return await job.run(told)
  } finally {
    await job.stop()
  }
}
