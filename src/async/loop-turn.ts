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
