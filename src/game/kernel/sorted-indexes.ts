/**
 * Places in a list, each once, the lowest first. New ones are higher than all before, so they are found by halving and
 * put at the end; such a list takes a tenth of the memory of a Set and holds nothing up when it grows.
 */
export type SortedIndexes = number[]

/** None; it stays empty, for a list begins with its first place: one that grew from nothing would have room for 17. */
export const noIndexes: SortedIndexes = []

/** The list with a place at its end: the same one, or a new one where it was empty. */
export function withIndex(places: SortedIndexes, place: number): SortedIndexes {
  if (places.length === 0) return [place]
  places.push(place)
  return places
}

/** Takes a place out; nothing happens where it is not there. */
export function removeIndex(places: SortedIndexes, place: number): void {
  if (places.at(-1) === place) {
    places.pop()
    return
  }
  const index = indexAfter(places, place) - 1
  if (places[index] === place) places.splice(index, 1)
}

/** Each place in turn. Places may come and go meanwhile: none that stays is passed over or given twice. */
export function* eachIndex(places: Readonly<SortedIndexes>): Generator<number> {
  for (let index = 0; index < places.length;) {
    const place = places[index] ?? 0
    yield place
    index = places[index] === place ? index + 1 : indexAfter(places, place)
  }
}

/** The index of the first place that is higher. */
function indexAfter(places: Readonly<SortedIndexes>, place: number): number {
  let low = 0
  for (let high = places.length; low < high;) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low
}
