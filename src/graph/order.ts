/** An item of a layer: a node, the label of an arrow, or a bend of a long arrow. */
export interface Item {
  readonly layer: number
  readonly lane: number
  readonly width: number
  readonly height: number
  /** Whether it is a bend, through which arrows are kept straight, or a label. */
  readonly isBend: boolean
  /** The indexes of the items in the previous and the next layer that arrows join it to. */
  readonly before: number[]
  readonly behind: number[]
}

/** How many sweeps look for fewer crossings, and the most links that all sweeps process. */
const MAX_SWEEPS = 24
const MAX_WORK = 2_000_000

/** Returns the indexes of the items of each layer, from top to bottom and lane by lane, so that few arrows cross. */
export function orderItems(items: readonly Item[]): readonly (readonly number[])[] {
  let layers = inLayers(items)
  let best = { layers, crossings: crossingsIn(items, layers) }
  const links = items.reduce((sum, { behind }) => sum + behind.length, items.length)
  const sweeps = Math.min(MAX_SWEEPS, Math.ceil(MAX_WORK / (links + 1)))
  for (let sweep = 0; sweep < sweeps && best.crossings > 0; sweep += 1) {
    layers = swept(items, layers, sweep % 2 === 0)
    const crossings = crossingsIn(items, layers)
    if (crossings < best.crossings) best = { layers, crossings }
  }
  return best.layers
}

function inLayers(items: readonly Item[]): number[][] {
  const layers: number[][] = []
  items.forEach(({ layer }, index) => (layers[layer] ??= []).push(index))
  return Array.from(layers, (layer) => byLane(items, layer ?? []))
}

const byLane = (items: readonly Item[], layer: readonly number[]): number[] =>
  layer.toSorted((a, b) => (items[a]?.lane ?? 0) - (items[b]?.lane ?? 0))

/** Sorts each layer by the average position of the neighbours of its items in the layer that was sorted before it. */
function swept(items: readonly Item[], layers: readonly (readonly number[])[], isForward: boolean): number[][] {
  const next = layers.map((layer) => [...layer])
  const order = next.map((_, i) => (isForward ? i : next.length - 1 - i))
  for (const index of order.slice(1)) {
    const fixed = rankOf(next[isForward ? index - 1 : index + 1] ?? [])
    const layer = next[index] ?? []
    const own = rankOf(layer)
    const middles = new Map(
      layer.map((item) => {
        const joined = (isForward ? items[item]?.before : items[item]?.behind) ?? []
        const sum = joined.reduce((total, each) => total + (fixed.get(each) ?? 0), 0)
        return [item, joined.length === 0 ? (own.get(item) ?? 0) : sum / joined.length]
      }),
    )
    next[index] = byLane(
      items,
      layer.toSorted((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0)),
    )
  }
  return next
}

const rankOf = (layer: readonly number[]): ReadonlyMap<number, number> =>
  new Map(layer.map((item, rank) => [item, rank]))

function crossingsIn(items: readonly Item[], layers: readonly (readonly number[])[]): number {
  let crossings = 0
  for (let i = 1; i < layers.length; i += 1) crossings += crossingsBetween(items, layers[i - 1] ?? [], layers[i] ?? [])
  return crossings
}

/** Counts pairs of arrows that begin in one order and end in the other. */
function crossingsBetween(items: readonly Item[], left: readonly number[], right: readonly number[]): number {
  const rank = rankOf(right)
  const ends = left.flatMap((item) =>
    (items[item]?.behind ?? []).map((each) => rank.get(each) ?? 0).toSorted((a, b) => a - b),
  )
  const counts = new Int32Array(right.length + 1)
  let crossings = 0
  ends.forEach((end, seen) => {
    let notAfter = 0
    for (let i = end + 1; i > 0; i -= i & -i) notAfter += counts[i] ?? 0
    crossings += seen - notAfter
    for (let i = end + 1; i <= right.length; i += i & -i) counts[i] = (counts[i] ?? 0) + 1
  })
  return crossings
}
