import type { Item } from './order.ts'

/** Room between items of a layer. */
const GAP = 18
const BEND_GAP = 12

/** How often all layers are gone through to make arrows straight, and how much of that work there may be. */
const MAX_ROUNDS = 40
const MAX_WORK = 4_000_000

/** How much an arrow between two bends, a bend and a node, two nodes wants to be straight. */
const PULL = [1, 4, 40] as const

/** Items of a layer in one lane, from above. */
type Stack = readonly number[]

/** The middle of each item, measured within its lane: so that arrows are as straight as room allows. */
export function middlesOf(items: readonly Item[], layers: readonly (readonly number[])[]): Float64Array {
  const stacks = layers.flatMap((layer) => [...Map.groupBy(layer, (place) => items[place]?.lane ?? 0).values()])
  const middles = new Float64Array(items.length)
  for (const stack of stacks) settle(items, stack, middles, centred(items, stack))
  const rounds = Math.min(MAX_ROUNDS, Math.ceil(MAX_WORK / (items.length + 1)))
  for (let round = 0; round < rounds; round += 1) {
    const isLast = round >= rounds - 2
    const inOrder = round % 2 === 0 ? stacks : stacks.toReversed()
    for (const stack of inOrder) {
      const wanted = stack.map((place) =>
        wantedMiddle(items, place, middles, isLast ? 'both' : round % 2 === 0 ? 'before' : 'behind'),
      )
      settle(items, stack, middles, wanted)
    }
  }
  return middles
}

/** One below the other, their middle at 0. */
function centred(items: readonly Item[], stack: Stack): Wanted[] {
  const offsets = offsetsOf(items, stack)
  const middle = (offsets.at(-1) ?? 0) / 2
  return offsets.map((offset) => ({ middle: offset - middle, pull: 1 }))
}

/** Where an item would like to be, and how much. */
interface Wanted {
  readonly middle: number
  readonly pull: number
}

function wantedMiddle(
  items: readonly Item[],
  place: number,
  middles: Float64Array,
  side: 'before' | 'behind' | 'both',
): Wanted {
  const item = items[place]
  if (!item) return { middle: 0, pull: 1 }
  const joined = side === 'both' ? [...item.before, ...item.behind] : item[side]
  let [sum, pull] = [0, 0]
  for (const other of joined) {
    const there = items[other]
    if (!there || there.lane !== item.lane) continue
    const weight = PULL[Number(item.isBend) + Number(there.isBend)] ?? 1
    sum += weight * (middles[other] ?? 0)
    pull += weight
  }
  return pull === 0 ? { middle: middles[place] ?? 0, pull: 0.1 } : { middle: sum / pull, pull }
}

/** How far below the first of its stack each item must at least be. */
function offsetsOf(items: readonly Item[], stack: Stack): number[] {
  let offset = 0
  return stack.map((place, i) => {
    const [above, here] = [items[stack[i - 1] ?? -1], items[place]]
    if (above && here) {
      const gap = above.isBend || here.isBend ? BEND_GAP : GAP
      offset += (above.height + here.height) / 2 + gap
    }
    return offset
  })
}

/** Brings the items of a stack as near to where they want to be as their order and room allow, nearest in squares. */
function settle(items: readonly Item[], stack: Stack, middles: Float64Array, wanted: readonly Wanted[]): void {
  const offsets = offsetsOf(items, stack)
  const blocks: { sum: number; pull: number; count: number }[] = []
  wanted.forEach(({ middle, pull }, i) => {
    let block = { sum: (middle - (offsets[i] ?? 0)) * pull, pull, count: 1 }
    for (let above = blocks.at(-1); above && above.sum / above.pull > block.sum / block.pull; above = blocks.at(-1)) {
      blocks.pop()
      block = { sum: above.sum + block.sum, pull: above.pull + block.pull, count: above.count + block.count }
    }
    blocks.push(block)
  })
  let i = 0
  for (const { sum, pull, count } of blocks) {
    for (const end = i + count; i < end; i += 1) middles[stack[i] ?? 0] = sum / pull + (offsets[i] ?? 0)
  }
}
