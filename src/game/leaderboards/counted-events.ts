import { packPosition, type EventPosition } from '../kernel/ids.ts'

const FIRST_ROOM = 64

/** Places of events in the order in which they came, 8 bytes each. */
export class CountedEvents {
  #places: Float64Array
  #size: number

  constructor(places = new Float64Array(FIRST_ROOM), size = 0) {
    this.#places = places
    this.#size = size
  }

  /** Notes an event, which is the last one noted or a later one. */
  add(place: EventPosition): void {
    const packed = packPosition(place)
    if (this.#size > 0 && this.#places[this.#size - 1] === packed) return
    if (this.#size === this.#places.length) {
      const larger = new Float64Array(this.#size * 2)
      larger.set(this.#places)
      this.#places = larger
    }
    this.#places[this.#size] = packed
    this.#size += 1
  }

  has(place: EventPosition): boolean {
    const packed = packPosition(place)
    return this.#places[this.#firstFrom(packed)] === packed
  }

  /** Lets go of those before a packed place; who holds on to all goes on in the memory that there was. */
  forgetBefore(packed: number): void {
    const gone = this.#firstFrom(packed)
    if (gone === 0) return
    const left = this.held().subarray(gone)
    this.#places = new Float64Array(Math.max(left.length, FIRST_ROOM))
    this.#places.set(left)
    this.#size = left.length
  }

  /** Where the first stands that is not before a packed place. */
  #firstFrom(packed: number): number {
    let low = 0
    for (let high = this.#size; low < high;) {
      const middle = (low + high) >> 1
      if ((this.#places[middle] ?? 0) < packed) low = middle + 1
      else high = middle
    }
    return low
  }

  /** All that were noted until now; what is noted later is not among them. */
  held(): Float64Array {
    return this.#places.subarray(0, this.#size)
  }
}
