/** Long work holds the event loop no longer than this at a time. */
const SLICE_MS = 10

/** The time that long work may take before others have their turn. */
export class TimeSlice {
  #end = performance.now() + SLICE_MS

  get over(): boolean {
    return performance.now() >= this.#end
  }

  /** Lets the event loop have its turn, and begins another slice. */
  async next(): Promise<void> {
    await new Promise(setImmediate)
    this.#end = performance.now() + SLICE_MS
  }
}
