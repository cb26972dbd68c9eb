import { packPosition, type EventPosition } from '../kernel/ids.ts'

const INITIAL_CAPACITY = 64

/** A sorted list of event positions, in 8 bytes each. */
export class CountedEvents {
  #places: Float64Array
  #size: number

  constructor(positions = new Float64Array(INITIAL_CAPACITY), size = 0) {
    this.#places = positions
    this.#size = size
  }

  /** Adds an event. It must not be earlier than the last one added; adding the last one again does nothing. */
  add(position: EventPosition): void {
    const packed = packPosition(position)
    if (this.#size > 0 && this.#places[this.#size - 1] === packed) return
    if (this.#size === this.#places.length) {
      const larger = new Float64Array(this.#size * 2)
      larger.set(this.#places)
      this.#places = larger
    }
    this.#places[this.#size] = packed
    this.#size += 1
  }

  /** Whether an event was added. */
  has(position: EventPosition): boolean {
    const packed = packPosition(position)
    return this.#places[this.#firstFrom(packed)] === packed
  }

  /** Removes the events before a packed position. Arrays that `positions` returned earlier keep the old buffer. */
  forgetBefore(packed: number): void {
    const forgotten = this.#firstFrom(packed)
    if (forgotten === 0) return
    const remaining = this.positions().subarray(forgotten)
    this.#places = new Float64Array(Math.max(remaining.length, INITIAL_CAPACITY))
    this.#places.set(remaining)
    this.#size = remaining.length
  }

  /** Returns the index of the first event at or after a packed position. */
  #firstFrom(packed: number): number {
    let low = 0
    for (let high = this.#size; low < high;) {
      const middle = (low + high) >> 1
      if ((this.#places[middle] ?? 0) < packed) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Returns the packed positions of all events added so far. Events that are added later do not appear in the array. */
  positions(): Float64Array {
    return this.#places.subarray(0, this.#size)
  }
}
