import type { Item } from './order.ts'

/** The vertical gap between items of a layer. */
const GAP = 18
const BEND_GAP = 12

/** How many rounds try to straighten arrows, and the most items that all rounds process. */
const MAX_ROUNDS = 40
const MAX_WORK = 4_000_000

/**
 * The strength that straightens an arrow between two nodes, a node and a bend, or two bends, by the number of bends.
 */
const PULL = [1, 4, 40] as const

/** The indexes of the items of a layer in one lane, from top to bottom. */
type Stack = readonly number[]

/**
 * Returns the vertical middle of each item, relative to its lane, so that arrows are as straight as the space allows.
 */
export function middlesOf(items: readonly Item[], layers: readonly (readonly number[])[]): Float64Array {
  const stacks = layers.flatMap((layer) => [...Map.groupBy(layer, (index) => items[index]?.lane ?? 0).values()])
  const middles = new Float64Array(items.length)
  for (const stack of stacks) settle(items, stack, middles, centred(items, stack))
  const rounds = Math.min(MAX_ROUNDS, Math.ceil(MAX_WORK / (items.length + 1)))
  for (let round = 0; round < rounds; round += 1) {
    const isLast = round >= rounds - 2
    const inOrder = round % 2 === 0 ? stacks : stacks.toReversed()
    for (const stack of inOrder) {
      const preferred = stack.map((index) =>
        preferredMiddle(items, index, middles, isLast ? 'both' : round % 2 === 0 ? 'before' : 'behind'),
      )
      settle(items, stack, middles, preferred)
    }
  }
  return middles
}

/** Stacks items with the middle of the stack at 0. */
function centred(items: readonly Item[], stack: Stack): Preferred[] {
  const offsets = offsetsOf(items, stack)
  const middle = (offsets.at(-1) ?? 0) / 2
  return offsets.map((offset) => ({ middle: offset - middle, pull: 1 }))
}

/** The preferred middle of an item, and how strong the preference is. */
interface Preferred {
  readonly middle: number
  readonly pull: number
}

function preferredMiddle(
  items: readonly Item[],
  index: number,
  middles: Float64Array,
  side: 'before' | 'behind' | 'both',
): Preferred {
  const item = items[index]
  if (!item) return { middle: 0, pull: 1 }
  const joined = side === 'both' ? [...item.before, ...item.behind] : item[side]
  let [sum, pull] = [0, 0]
  for (const other of joined) {
    const neighbour = items[other]
    if (!neighbour || neighbour.lane !== item.lane) continue
    const weight = PULL[Number(item.isBend) + Number(neighbour.isBend)] ?? 1
    sum += weight * (middles[other] ?? 0)
    pull += weight
  }
  return pull === 0 ? { middle: middles[index] ?? 0, pull: 0.1 } : { middle: sum / pull, pull }
}

/** Returns the least distance of each item below the first of its stack. */
function offsetsOf(items: readonly Item[], stack: Stack): number[] {
  let offset = 0
  return stack.map((index, i) => {
    const [above, here] = [items[stack[i - 1] ?? -1], items[index]]
    if (above && here) {
      const gap = above.isBend || here.isBend ? BEND_GAP : GAP
      offset += (above.height + here.height) / 2 + gap
    }
    return offset
  })
}

/** Moves the items of a stack as close to their preferred middles as order and space allow (weighted least squares). */
function settle(items: readonly Item[], stack: Stack, middles: Float64Array, preferred: readonly Preferred[]): void {
  const offsets = offsetsOf(items, stack)
  const blocks: { sum: number; pull: number; count: number }[] = []
  preferred.forEach(({ middle, pull }, i) => {
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
