import type { Graph, GraphNode } from './graph.ts'

/** A line of a drawing for terminals: rails, and behind them the node that stands on one. */
export interface RailLine {
  readonly rails: string
  readonly node?: GraphNode
  /** How many sub_processes the node is in. */
  readonly depth: number
  /** The nodes that the flow goes back to from here. */
  readonly back: readonly GraphNode[]
}

/** Gives the mark of a node: what it is, and where it stands. */
export type MarkOf = (node: GraphNode) => string

/** Where one flow runs: the node that it leads to. */
type Rail = string | undefined

/**
 * A process as rails from above downwards, a line for each node: branches leave to the right and come back, what leads
 * back up is named. For terminals, in which arrows cannot cross.
 */
export function railLines(graph: Graph, mark: MarkOf, depth = 0): RailLine[] {
  const nodes = graph.nodes.filter(({ kind }) => kind !== 'start' && kind !== 'end')
  const known = new Map(nodes.map((node) => [node.id, node]))
  const edges = graph.edges.filter(({ from, to }) => known.has(from) && known.has(to))
  const order = inOrder(nodes, edges)
  const rank = new Map(order.map(({ id }, i) => [id, i]))
  const isBack = (from: string, to: string): boolean => (rank.get(to) ?? 0) <= (rank.get(from) ?? 0)
  const rails: Rail[] = []
  return order.flatMap((node) => {
    const out = edges.filter(({ from }) => from === node.id).map(({ to }) => to)
    const back = out.filter((to) => isBack(node.id, to)).flatMap((to) => known.get(to) ?? [])
    const on = out.filter((to) => !isBack(node.id, to))
    return [
      ...arrive(rails, node.id, depth),
      ...stand(rails, node, { mark, depth, back }),
      ...leave(rails, node.id, on, depth),
    ]
  })
}

/** Each node after those that lead to it, as far as that can be; the first written first. */
function inOrder(nodes: readonly GraphNode[], edges: Graph['edges']): GraphNode[] {
  const left = new Map(nodes.map((node) => [node.id, node]))
  const order: GraphNode[] = []
  const waits = (id: string): boolean => edges.some(({ from, to }) => to === id && from !== id && left.has(from))
  // What the last one leads to comes first, so that a branch is drawn whole before the next one.
  const next = (): GraphNode | undefined => {
    const last = order.at(-1)?.id
    const followers = edges.filter(({ from }) => from === last).flatMap(({ to }) => left.get(to) ?? [])
    return [...followers, ...left.values()].find(({ id }) => !waits(id)) ?? followers[0] ?? left.values().next().value
  }
  for (let node = next(); node; node = next()) {
    left.delete(node.id)
    order.push(node)
  }
  return order
}

/** The rails that lead to a node come together in the first of them. */
function arrive(rails: Rail[], id: string, depth: number): RailLine[] {
  const arriving = rails.flatMap((rail, i) => (rail === id ? [i] : []))
  const [first, ...others] = arriving
  if (first === undefined) rails[freeRail(rails)] = id
  if (first === undefined || others.length === 0) return []
  const last = others.at(-1) ?? first
  const line = drawn(
    rails,
    (i) => {
      if (i === first) return '├'
      if (others.includes(i)) return i === last ? '╯' : '┴'
      return undefined
    },
    first,
    last,
  )
  for (const place of others) rails[place] = undefined
  trim(rails)
  return [{ rails: line, depth, back: [] }]
}

function freeRail(rails: readonly Rail[]): number {
  const free = rails.indexOf(undefined)
  return free === -1 ? rails.length : free
}

/** The line of a node, and those of what is in it. */
function stand(
  rails: readonly Rail[],
  node: GraphNode,
  { mark, depth, back }: { readonly mark: MarkOf; readonly depth: number; readonly back: readonly GraphNode[] },
): RailLine[] {
  const own: RailLine = {
    rails: drawn(rails, (i) => (rails[i] === node.id ? mark(node) : undefined)),
    node,
    depth,
    back,
  }
  if (!node.inner) return [own]
  const beside = drawn(rails, () => undefined)
  return [
    own,
    ...railLines(node.inner, mark, depth + 1).map((line) => ({ ...line, rails: `${beside}  ${line.rails}` })),
  ]
}

/** The flows out of a node: the first goes on where it stands, others branch off to the right. */
function leave(rails: Rail[], id: string, targets: readonly string[], depth: number): RailLine[] {
  const place = rails.indexOf(id)
  const [first, ...others] = targets
  rails[place] = first
  if (first === undefined) trim(rails)
  if (others.length === 0) return []
  const opened = others.map((target) => {
    const free = freeBeyond(rails, place)
    rails[free] = target
    return free
  })
  const last = Math.max(...opened)
  const line = drawn(
    rails,
    (i) => {
      if (i === place) return '├'
      if (opened.includes(i)) return i === last ? '╮' : '┬'
      return undefined
    },
    place,
    last,
  )
  return [{ rails: line, depth, back: [] }]
}

function freeBeyond(rails: readonly Rail[], place: number): number {
  const free = rails.findIndex((rail, i) => i > place && rail === undefined)
  return free === -1 ? rails.length : free
}

/** The rails side by side; from `start` to `end` they are joined by a line across. */
function drawn(rails: readonly Rail[], own: (rail: number) => string | undefined, start = 0, end = -1): string {
  return Array.from(rails, (rail, i) => {
    const across = i > start && i < end
    const sign = own(i) ?? (rail === undefined ? (across ? '─' : ' ') : across ? '┼' : '│')
    return sign + (i >= start && i < end ? '─' : ' ')
  })
    .join('')
    .trimEnd()
}

function trim(rails: Rail[]): void {
  while (rails.length > 0 && rails.at(-1) === undefined) rails.pop()
}
