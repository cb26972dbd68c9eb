import type { DesignAnswers, DesignTask } from './design-worker.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

let worker: Promise<(asked: DesignTask) => Promise<unknown>> | undefined

/** Asks the worker of designs, which starts when it is first asked. */
export async function askWorker<Task extends DesignTask>(asked: Task): Promise<DesignAnswers[Task['task']]> {
  const ask = await (worker ??= start())
  return (await ask(asked)) as DesignAnswers[Task['task']]
}

async function start(): Promise<(asked: DesignTask) => Promise<unknown>> {
  const { workerAddress } = await import('./design-worker.ts')
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
