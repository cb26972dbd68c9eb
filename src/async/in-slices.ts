import { nextTurn } from './loop-turn.ts'

/** What is made and taken holds the event loop no longer than this at a time, but for what a single piece needs. */
const SLICE_MS = 5

/** The same pieces, one for each that is asked for; between them the event loop has its turn whenever a slice is over. */
export async function* inSlices<T>(pieces: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, void, void> {
  let start = performance.now()
  for await (const piece of pieces) {
    yield piece
    if (performance.now() - start < SLICE_MS) continue
    await nextTurn()
    start = performance.now()
  }
}
