/** Lets work in until it is closed. */
export interface Gate {
  /** Runs a task; rejects where the gate is closed. */
  enter<T>(task: () => Promise<T>): Promise<T>
  /** Lets nothing in any more, and rejects it with `why`; resolves when all that was let in is done. */
  close(why: Error): Promise<void>
}

/** An open gate. */
export function openGate(): Gate {
  const within = new Set<Promise<unknown>>()
  let closed: Error | undefined
  return {
    async enter(task) {
      if (closed) throw closed
      const running = task()
      within.add(running)
      try {
        return await running
      } finally {
        within.delete(running)
      }
    },
    async close(why) {
      closed ??= why
      await Promise.allSettled(within)
    },
  }
}
