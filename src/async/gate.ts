/** Accepts tasks until it is closed. */
export interface Gate {
  /** Runs a task. Rejects if the gate is closed. */
  enter<T>(task: () => Promise<T>): Promise<T>
  /** Closes the gate: every later task is rejected with `why`. Resolves when all running tasks are done. */
  close(why: Error): Promise<void>
}

/** Creates an open gate. */
export function openGate(): Gate {
  const running = new Set<Promise<unknown>>()
  let closed: Error | undefined
  return {
    async enter(task) {
      if (closed) throw closed
      const result = task()
      running.add(result)
      try {
        return await result
      } finally {
        running.delete(result)
      }
    },
    async close(why) {
      closed ??= why
      await Promise.allSettled(running)
    },
  }
}
