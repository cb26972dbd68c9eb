import { draw } from '../../game/kernel/randomness.ts'

/** 2^32 by the golden ratio, an odd number that spreads a counter over all 32 bits. */
const STEP = 0x9e3779b9

/**
 * The draws of one sequence of a search. Each is a hash of the seed, the purpose, the number of the sequence and the number
 * of the draw, so the sequence is the same whatever else is searched. Spec 7 "All commands".
 */
export class Draws {
  readonly #start: number
  #count = 0

  constructor(seed: string, purpose: string, sequence: number) {
    this.#start = Math.floor(
      draw({ seed, player: purpose, subject: 'check', play: sequence, which: 'start' }) * 2 ** 32,
    )
  }

  /** Returns a number from 0 to less than 1. */
  next(): number {
    this.#count += 1
    let bits = (this.#start + Math.imul(this.#count, STEP)) | 0
    bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d)
    bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b)
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
  }

  /** Returns a whole number from 0 to less than `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  /** Returns one of several, which must not be empty. */
  oneOf<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T
  }

  /** Returns an index, by weights. */
  weighted(weights: readonly number[]): number {
    let total = 0
    for (const weight of weights) total += weight
    let left = this.next() * total
    let index = 0
    for (const weight of weights) {
      if (left < weight) return index
      left -= weight
      index += 1
    }
    return weights.length - 1
  }
}
