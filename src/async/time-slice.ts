import { nextTurn } from './loop-turn.ts'

/** Long work holds the event loop no longer than this at a time, where not told otherwise. */
const SLICE_MS = 10

/** The time that long work may take before others have their turn. */
export class TimeSlice {
  readonly #ms: number
  #end: number

  constructor(ms = SLICE_MS) {
    this.#ms = ms
    this.#end = performance.now() + ms
  }

  get over(): boolean {
    return performance.now() >= this.#end
  }

  /** Lets the event loop have its turn, and begins another slice. */
  async next(): Promise<void> {
    await nextTurn()
    this.#end = performance.now() + this.#ms
  }
}
