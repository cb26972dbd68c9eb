import { pause, type Steps } from '../../game/kernel/operation.ts'

/** Runs of this length are sorted by insertion before they are merged. */
const RUN = 16

/** The number of items that are moved before other work can run. */
const STRIDE = 8192

/**
 * Sorts numbers by `isBefore`, with turns for other work in between. Items of which neither is before the other keep their
 * order. Returns the sorted array; the contents of the given one are undefined afterwards.
 */
export function* mergeSorted(
  items: Uint32Array<ArrayBuffer>,
  isBefore: (a: number, b: number) => boolean,
): Steps<Uint32Array<ArrayBuffer>> {
  const { length } = items
  for (let start = 0; start < length; start += RUN) {
    if (start % STRIDE === 0) yield pause
    insertionSort(items, start, Math.min(start + RUN, length), isBefore)
  }
  let from = items
  let to = new Uint32Array(length)
  for (let width = RUN; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width)
      yield* merge({ from, to, start, middle: Math.min(start + width, length), end: start + 2 * width, isBefore })
    ;[from, to] = [to, from]
  }
  return from
}

function insertionSort(
  items: Uint32Array,
  start: number,
  end: number,
  isBefore: (a: number, b: number) => boolean,
): void {
  for (let next = start + 1; next < end; next += 1) {
    const item = items[next]!
    let place = next
    for (; place > start && isBefore(item, items[place - 1]!); place -= 1) items[place] = items[place - 1]!
    items[place] = item
  }
}

/** Two sorted runs next to each other, `start` to `middle` and `middle` to `end`, which are merged into another array. */
interface Runs {
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly start: number
  readonly middle: number
  readonly end: number
  readonly isBefore: (a: number, b: number) => boolean
}

function* merge({ from, to, start, middle, end, isBefore }: Runs): Steps<void> {
  const last = Math.min(end, from.length)
  if (middle >= last || !isBefore(from[middle]!, from[middle - 1]!)) {
    to.set(from.subarray(start, last), start)
    if (last - start >= STRIDE) yield pause
    return
  }
  let left = start
  let right = middle
  for (let place = start; place < last; place += 1) {
    const isRight = right < last && (left >= middle || isBefore(from[right]!, from[left]!))
    to[place] = isRight ? from[right]! : from[left]!
    if (isRight) right += 1
    else left += 1
    if (place % STRIDE === STRIDE - 1) yield pause
  }
}
