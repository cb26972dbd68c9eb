/** Counts work that goes on, for those who wait until none does. */
export class UnderWay {
  #count = 0
  #waiting: (() => void)[] = []

  /** Counts a task until it is done, however it ends. */
  async during<T>(task: () => Promise<T>): Promise<T> {
    this.#count += 1
    try {
      return await task()
    } finally {
      this.#count -= 1
      if (this.#count === 0) for (const wake of this.#waiting.splice(0)) wake()
    }
  }

  /** Resolves when nothing goes on. */
  async none(): Promise<void> {
    while (this.#count > 0) await new Promise<void>((wake) => this.#waiting.push(wake))
  }
}
