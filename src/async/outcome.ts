/**
 * What a promise becomes, for one who waits for it again and again. `Promise.race` would not do: for as long as the promise is
 * pending, it keeps the result of every race.
 */
export class Outcome<T> {
  #result: { readonly value: T } | { readonly error: unknown } | undefined
  #wake: () => void = () => {}

  constructor(promise: Promise<T>) {
    const settle = (result: { readonly value: T } | { readonly error: unknown }): void => {
      this.#result = result
      this.#wake()
    }
    promise.then(
      (value) => settle({ value }),
      (error: unknown) => settle({ error }),
    )
  }

  /** Waits until the promise is settled or `until` resolves. Resolves to whether it is settled. One can wait at a time. */
  async isSettledBefore(until: Promise<unknown>): Promise<boolean> {
    if (!this.#result) {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      this.#wake = () => resolve(undefined)
      // Nothing here refers to this outcome, which `until` would keep.
      void until.then(resolve)
      await promise
    }
    return this.#result !== undefined
  }

  /** What the promise has resolved to. Throws what it has rejected with. */
  get value(): T {
    if (!this.#result) throw new Error('the promise is still pending')
    if ('error' in this.#result) throw this.#result.error
    return this.#result.value
  }
}
