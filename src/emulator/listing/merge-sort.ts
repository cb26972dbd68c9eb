import { pause, type Steps } from '../../game/kernel/operation.ts'

/** Runs of this length are sorted by insertion before they are merged. */
const RUN = 16

/** The number of items that are moved before other work can run. */
const STRIDE = 16_384

/** Whether the item at one place is before the one at another, although their keys are equal. */
type IsBefore = (a: number, b: number) => boolean

/** Places with the keys that they are sorted by. Arrays that are read from end to end are several times as fast. */
interface Run {
  readonly keys: Float64Array<ArrayBuffer>
  readonly places: Uint32Array<ArrayBuffer>
}

/**
 * Returns the places of keys in the order of the keys, with turns for other work in between. Where keys are equal, `isBefore`
 * decides, and then the order of the places. The contents of the keys are undefined afterwards.
 */
export function* placesInOrder(
  keys: Float64Array<ArrayBuffer>,
  isBefore: IsBefore | undefined,
): Steps<Uint32Array<ArrayBuffer>> {
  const { length } = keys
  let from: Run = { keys, places: new Uint32Array(length) }
  let to: Run = { keys: new Float64Array(length), places: new Uint32Array(length) }
  for (let start = 0; start < length; start += RUN) {
    if (start % STRIDE === 0) yield pause
    insertionSort(from, start, Math.min(start + RUN, length), isBefore)
  }
  for (let width = RUN; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(start + width, length)
      yield* merge({ from, to, left: start, middle, end: Math.min(middle + width, length) }, isBefore)
    }
    ;[from, to] = [to, from]
  }
  return from.places
}

function insertionSort({ keys, places }: Run, start: number, end: number, isBefore: IsBefore | undefined): void {
  for (let next = start; next < end; next += 1) {
    const key = keys[next]!
    let at = next
    while (at > start && (key < keys[at - 1]! || (key === keys[at - 1] && isBefore?.(next, places[at - 1]!)))) {
      keys[at] = keys[at - 1]!
      places[at] = places[at - 1]!
      at -= 1
    }
    keys[at] = key
    places[at] = next
  }
}

/** Two sorted runs next to each other, which end at `middle` and at `end`, and what they are merged into. */
interface Merging {
  readonly from: Run
  readonly to: Run
  readonly left: number
  readonly middle: number
  readonly end: number
}

function* merge(merging: Merging, isBefore: IsBefore | undefined): Steps<void> {
  const { from, to, middle, end } = merging
  let { left } = merging
  let right = middle
  for (let at = left; at < end;) {
    const stop = Math.min(end, at + STRIDE)
    for (; at < stop; at += 1) {
      const isRight =
        right < end &&
        (left >= middle ||
          from.keys[right]! < from.keys[left]! ||
          (from.keys[right] === from.keys[left] && isBefore?.(from.places[right]!, from.places[left]!) === true))
      const taken = isRight ? right : left
      to.keys[at] = from.keys[taken]!
      to.places[at] = from.places[taken]!
      if (isRight) right += 1
      else left += 1
    }
    if (stop % STRIDE === 0 || end - merging.left > STRIDE) yield pause
  }
}
