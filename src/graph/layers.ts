/** An arrow between two nodes, by their indexes. A weak one is turned back first if arrows form a cycle. */
export interface Link {
  readonly from: number
  readonly to: number
  readonly isWeak: boolean
}

/** The assignment of nodes to layers. */
export interface Layers {
  /** The layer of each node, from 0. */
  readonly of: readonly number[]
  /** Whether each link leads back, from a later layer to an earlier one. */
  readonly back: readonly boolean[]
}

/**
 * Puts each node in a layer after all nodes that lead to it. In a cycle, weak links lead back. If it has none, the link
 * leads back with which a depth-first walk returns to a node on its path. A link must not join a node to itself.
 */
export function layersOf(count: number, links: readonly Link[]): Layers {
  const turned = turnedLinks(count, links)
  const strong = links.map((link, i) => (turned[i] ? { ...link, from: link.to, to: link.from } : link))
  const rank = rankOf(count, strong)
  const isBehind = ({ from, to }: Link): boolean => (rank[from] ?? 0) > (rank[to] ?? 0)
  const forward = strong.map((link) => (isBehind(link) ? { ...link, from: link.to, to: link.from } : link))
  const of = longestPaths(count, forward, rank)
  return { of, back: links.map(isBehind) }
}

/** Returns the indexes of links by the node that they leave. */
function leaving(count: number, links: readonly Link[]): readonly (readonly number[])[] {
  const out: number[][] = Array.from({ length: count }, () => [])
  links.forEach(({ from }, i) => out[from]?.push(i))
  return out
}

const UNSEEN = 0
const UNDER_WAY = 1
const DONE = 2

/** Returns which links that are not weak lead to a node that the depth-first walk has not finished. */
function turnedLinks(count: number, links: readonly Link[]): boolean[] {
  const out = leaving(count, links)
  const turned = links.map(() => false)
  const seen = new Uint8Array(count)
  const isTarget = new Set(links.flatMap(({ to, isWeak }) => (isWeak ? [] : [to])))
  const all = Array.from({ length: count }, (_, node) => node)
  for (const root of [...all.filter((node) => !isTarget.has(node)), ...all]) {
    const stack: { node: number; next: number }[] = seen[root] === UNSEEN ? [{ node: root, next: 0 }] : []
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      seen[top.node] = UNDER_WAY
      const index = out[top.node]?.[top.next]
      const link = index === undefined ? undefined : links[index]
      top.next += 1
      if (index === undefined || link === undefined) {
        seen[top.node] = DONE
        stack.pop()
      } else if (link.isWeak) continue
      else if (seen[link.to] === UNDER_WAY) turned[index] = true
      else if (seen[link.to] === UNSEEN) stack.push({ node: link.to, next: 0 })
    }
  }
  return turned
}

/** How many links still have to lead to a node, weak ones separately. */
interface Waiting {
  strong: number
  weak: number
}

/**
 * Returns the rank of each node in an order in which all links but weak ones lead forward. A node that only waits for
 * weak links is taken if no other node is ready.
 */
function rankOf(count: number, links: readonly Link[]): readonly number[] {
  const out = leaving(count, links)
  const waiting = Array.from({ length: count }, (): Waiting => ({ strong: 0, weak: 0 }))
  for (const { to, isWeak } of links) countLink(waiting[to], isWeak, 1)
  const rank = waiting.map(() => -1)
  const [ready, held]: [number[], number[]] = [[], []]
  const offer = (node: number): void => {
    const { strong, weak } = waiting[node] ?? { strong: 1, weak: 0 }
    if (strong === 0 && rank[node] === -1) (weak === 0 ? ready : held).push(node)
  }
  for (let node = 0; node < count; node += 1) offer(node)
  for (let next = 0; next < count; next += 1) {
    const node = ready.shift() ?? firstOf(held, (each) => rank[each] === -1)
    if (node === undefined) throw new Error('links that are not weak go round in a circle')
    rank[node] = next
    for (const index of out[node] ?? []) {
      const link = links[index]
      if (!link) continue
      countLink(waiting[link.to], link.isWeak, -1)
      offer(link.to)
    }
  }
  return rank
}

function countLink(waiting: Waiting | undefined, isWeak: boolean, by: number): void {
  if (waiting) waiting[isWeak ? 'weak' : 'strong'] += by
}

/** Removes nodes from the front up to the first that meets a condition. */
function firstOf(nodes: number[], isWanted: (node: number) => boolean): number | undefined {
  for (let node = nodes.shift(); node !== undefined; node = nodes.shift()) if (isWanted(node)) return node
  return undefined
}

/**
 * Returns the number of links on the longest path to each node. A node that nothing leads to is placed right before the
 * nearest node that it leads to.
 */
function longestPaths(count: number, links: readonly Link[], rank: readonly number[]): number[] {
  const inOrder = links.toSorted((a, b) => (rank[a.from] ?? 0) - (rank[b.from] ?? 0))
  const of = Array.from({ length: count }, () => 0)
  for (const { from, to } of inOrder) of[to] = Math.max(of[to] ?? 0, (of[from] ?? 0) + 1)
  const nearest = of.map(() => Infinity)
  const isTarget = new Set(links.map(({ to }) => to))
  for (const { from, to } of links) nearest[from] = Math.min(nearest[from] ?? Infinity, of[to] ?? 0)
  return of.map((layer, node) => {
    const next = nearest[node] ?? Infinity
    return next === Infinity || isTarget.has(node) ? layer : next - 1
  })
}
