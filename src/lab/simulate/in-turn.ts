/** A life that waits for a time. */
interface Waiting {
  readonly life: Generator<number, void>
  readonly place: number
  at: number
}

/**
 * Lets each life go on when its time has come; of those at the same time, first the one that comes first in the list. Yields
 * the time before each step.
 */
export function* inTurn(lives: readonly Generator<number, void>[]): Generator<number, void> {
  const heap: Waiting[] = []
  lives.forEach((life, place) => {
    const { done, value } = life.next()
    if (done !== true) push(heap, { life, place, at: value })
  })
  for (let first = heap[0]; first; first = heap[0]) {
    yield first.at
    const { done, value } = first.life.next()
    if (done === true) pop(heap)
    else {
      first.at = value
      sink(heap, 0)
    }
  }
}

const isBefore = (a: Waiting, b: Waiting): boolean => a.at < b.at || (a.at === b.at && a.place < b.place)

function push(heap: Waiting[], waiting: Waiting): void {
  heap.push(waiting)
  for (let at = heap.length - 1; at > 0;) {
    const parent = (at - 1) >> 1
    if (!isBefore(heap[at] as Waiting, heap[parent] as Waiting)) return
    swap(heap, at, parent)
    at = parent
  }
}

function pop(heap: Waiting[]): void {
  const last = heap.pop()
  if (!last || heap.length === 0) return
  heap[0] = last
  sink(heap, 0)
}

function sink(heap: Waiting[], from: number): void {
  for (let at = from; ;) {
    const left = 2 * at + 1
    if (left >= heap.length) return
    const right = left + 1
    const child = right < heap.length && isBefore(heap[right] as Waiting, heap[left] as Waiting) ? right : left
    if (!isBefore(heap[child] as Waiting, heap[at] as Waiting)) return
    swap(heap, at, child)
    at = child
  }
}

function swap(heap: Waiting[], a: number, b: number): void {
  const kept = heap[a] as Waiting
  heap[a] = heap[b] as Waiting
  heap[b] = kept
}
