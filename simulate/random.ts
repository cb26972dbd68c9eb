/** A stream of choices that follows from its seed alone. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to 1 (a counter that strides by the golden ratio, mixed twice). */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  /** Comes true one time in so many. */
  oneIn(times: number): boolean {
    return this.next() * times < 1
  }

  /** One of them; throws where there is none. */
  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error('nothing is there to pick from')
    return choices[this.below(choices.length)] as T
  }
}
