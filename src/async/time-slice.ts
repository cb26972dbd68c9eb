/** The default time that long work holds the event loop at a stretch. */
const SLICE_MS = 10

/** The time that long work can take before it yields to the event loop. */
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

  /** Yields to the event loop, then begins the next slice. */
  async next(): Promise<void> {
    await nextTurn()
    this.#end = performance.now() + this.#ms
  }
}

/** The time that `inSlices` holds the event loop at a stretch. A single piece can take longer. */
const PIECES_SLICE_MS = 5

/** Passes the pieces on, one at a time as they are requested. Yields to the event loop whenever a slice is over. */
export async function* inSlices<T>(pieces: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, void, void> {
  let start = performance.now()
  for await (const piece of pieces) {
    yield piece
    if (performance.now() - start < PIECES_SLICE_MS) continue
    await nextTurn()
    start = performance.now()
  }
}

/** The callers that wait for a turn, first come, first served. */
const waiting: (() => void)[] = []

/**
 * Yields to the event loop. Only one waiting caller resumes in each turn: if all resumed in the same turn, their short
 * pieces of work would together hold the loop for long.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(resumeNext)
  })
}

function resumeNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeNext)
}
