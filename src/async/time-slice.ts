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

/** What is made and taken holds the event loop no longer than this at a time, but for what a single piece needs. */
const PIECES_SLICE_MS = 5

/** The same pieces, one for each that is asked for; between them the event loop has its turn whenever a slice is over. */
export async function* inSlices<T>(pieces: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, void, void> {
  let start = performance.now()
  for await (const piece of pieces) {
    yield piece
    if (performance.now() - start < PIECES_SLICE_MS) continue
    await nextTurn()
    start = performance.now()
  }
}

/** Those who wait for a turn, first come, first served. */
const waiting: (() => void)[] = []

/**
 * Resolves once the event loop has had its turn, and then for one who waits at a time: long work of many callers, each of
 * which holds the loop only shortly, would hold it for long together.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(giveTurn)
  })
}

function giveTurn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(giveTurn)
}
