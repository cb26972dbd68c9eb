import type { Task, TaskAnswers } from './worker.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

let worker: Promise<(asked: Task) => Promise<unknown>> | undefined

/** Asks the worker, which starts when it is first asked. */
export async function askWorker<T extends Task>(asked: T): Promise<TaskAnswers[T['task']]> {
  const ask = await (worker ??= start())
  return (await ask(asked)) as TaskAnswers[T['task']]
}

async function start(): Promise<(asked: Task) => Promise<unknown>> {
  const { workerAddress } = await import('./worker.ts')
  const started = new Worker(workerAddress, { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let count = 0
  started.addEventListener('message', ({ data }) => {
    const { number, value, problem } = data as { number: number; value?: unknown; problem?: string }
    const { resolve, reject } = waiting.get(number) ?? {}
    waiting.delete(number)
    if (problem === undefined) resolve?.(value)
    else reject?.(new Error(problem))
  })
  started.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message))
    waiting.clear()
  })
  return (asked) =>
    new Promise((resolve, reject) => {
      count += 1
      waiting.set(count, { resolve, reject })
      started.postMessage({ number: count, asked })
    })
}
