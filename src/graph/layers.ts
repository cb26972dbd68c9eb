/** An arrow by the places of its ends in the list of nodes; a weak one gives way where arrows go round in a circle. */
export interface Link {
  readonly from: number
  readonly to: number
  readonly isWeak: boolean
}

/** How nodes stand one behind the other. */
export interface Layers {
  /** By node, 0 for the first. */
  readonly of: readonly number[]
  /** By link, whether it leads back: from a later layer to an earlier one. */
  readonly back: readonly boolean[]
}

/**
 * Puts each node behind all that lead to it. Of links that go round in a circle weak ones lead back, and where there is
 * none among them the one by which a walk from the beginnings comes to where it has been. No link joins a node to itself.
 */
export function layersOf(count: number, links: readonly Link[]): Layers {
  const against = turnedLinks(count, links)
  const strong = links.map((link, i) => (against[i] ? { ...link, from: link.to, to: link.from } : link))
  const rank = rankOf(count, strong)
  const isBehind = ({ from, to }: Link): boolean => (rank[from] ?? 0) > (rank[to] ?? 0)
  const forward = strong.map((link) => (isBehind(link) ? { ...link, from: link.to, to: link.from } : link))
  const of = longestPaths(count, forward, rank)
  return { of, back: links.map(isBehind) }
}

/** Places of links by the node that they leave. */
function leaving(count: number, links: readonly Link[]): readonly (readonly number[])[] {
  const out: number[][] = Array.from({ length: count }, () => [])
  links.forEach(({ from }, i) => out[from]?.push(i))
  return out
}

const UNSEEN = 0
const UNDER_WAY = 1
const DONE = 2

/** Of links that are not weak, those that lead to a node which the walk is still inside of. */
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
      const place = out[top.node]?.[top.next]
      const link = place === undefined ? undefined : links[place]
      top.next += 1
      if (place === undefined || link === undefined) {
        seen[top.node] = DONE
        stack.pop()
      } else if (link.isWeak) continue
      else if (seen[link.to] === UNDER_WAY) turned[place] = true
      else if (seen[link.to] === UNSEEN) stack.push({ node: link.to, next: 0 })
    }
  }
  return turned
}

/** How many links have yet to lead to a node, weak ones apart. */
interface Waiting {
  strong: number
  weak: number
}

/**
 * By node its place in an order in which all links but weak ones lead onward: a node that waits for weak ones alone is
 * taken where no other is left.
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
    for (const place of out[node] ?? []) {
      const link = links[place]
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

/** Takes nodes from the front up to the first that is wanted. */
function firstOf(nodes: number[], isWanted: (node: number) => boolean): number | undefined {
  for (let node = nodes.shift(); node !== undefined; node = nodes.shift()) if (isWanted(node)) return node
  return undefined
}

/** The number of links on the longest way to each node; what nothing leads to stands right before what it leads to. */
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
