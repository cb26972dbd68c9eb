/** Counts running tasks, for callers that wait until there are none. */
export class TaskCounter {
  #count = 0
  #waiting: (() => void)[] = []

  /** Counts a task as running until it settles. */
  async track<T>(task: () => Promise<T>): Promise<T> {
    this.#count += 1
    try {
      return await task()
    } finally {
      this.#count -= 1
      if (this.#count === 0) for (const wake of this.#waiting.splice(0)) wake()
    }
  }

  /** Resolves when no task is running. */
  async idle(): Promise<void> {
    while (this.#count > 0) await new Promise<void>((wake) => this.#waiting.push(wake))
  }
}
