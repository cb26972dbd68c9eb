import type { Graph, GraphNode } from './graph.ts'

/** A line of a drawing for terminals: the rails, and the node on one of them. */
export interface RailLine {
  readonly rails: string
  readonly node?: GraphNode
  /** How many sub_processes the node is in. */
  readonly depth: number
  /** The nodes to which the flow returns from here. */
  readonly back: readonly GraphNode[]
}

/** Returns the mark of a node, which shows its kind and state. */
export type MarkOf = (node: GraphNode) => string

/** The id of the node that a rail leads to, or undefined if it is free. */
type Rail = string | undefined

/**
 * Draws a process as rails from top to bottom, one line for each node. Branches leave to the right and return. Flows
 * that lead back up are listed by name, because arrows cannot cross in a terminal.
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
    const forward = out.filter((to) => !isBack(node.id, to))
    return [
      ...joinRails(rails, node.id, depth),
      ...nodeLines(rails, node, { mark, depth, back }),
      ...branchOff(rails, node.id, forward, depth),
    ]
  })
}

/**
 * Sorts nodes so that each comes after those that lead to it, as far as possible, and otherwise in their written order.
 */
function inOrder(nodes: readonly GraphNode[], edges: Graph['edges']): GraphNode[] {
  const remaining = new Map(nodes.map((node) => [node.id, node]))
  const order: GraphNode[] = []
  const waits = (id: string): boolean => edges.some(({ from, to }) => to === id && from !== id && remaining.has(from))
  // The nodes after the last one come first, so that a branch is drawn completely before the next one.
  const next = (): GraphNode | undefined => {
    const last = order.at(-1)?.id
    const followers = edges.filter(({ from }) => from === last).flatMap(({ to }) => remaining.get(to) ?? [])
    return (
      [...followers, ...remaining.values()].find(({ id }) => !waits(id)) ??
      followers[0] ??
      remaining.values().next().value
    )
  }
  for (let node = next(); node; node = next()) {
    remaining.delete(node.id)
    order.push(node)
  }
  return order
}

/** Joins the rails that lead to a node into the first of them. */
function joinRails(rails: Rail[], id: string, depth: number): RailLine[] {
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
  for (const index of others) rails[index] = undefined
  trim(rails)
  return [{ rails: line, depth, back: [] }]
}

function freeRail(rails: readonly Rail[]): number {
  const free = rails.indexOf(undefined)
  return free === -1 ? rails.length : free
}

/** Returns the line of a node and the lines of the graph inside it. */
function nodeLines(
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
  const outerRails = drawn(rails, () => undefined)
  return [
    own,
    ...railLines(node.inner, mark, depth + 1).map((line) => ({ ...line, rails: `${outerRails}  ${line.rails}` })),
  ]
}

/** Draws the flows out of a node. The first continues on the node's rail, others branch off to the right. */
function branchOff(rails: Rail[], id: string, targets: readonly string[], depth: number): RailLine[] {
  const index = rails.indexOf(id)
  const [first, ...others] = targets
  rails[index] = first
  if (first === undefined) trim(rails)
  if (others.length === 0) return []
  const opened = others.map((target) => {
    const free = freeBeyond(rails, index)
    rails[free] = target
    return free
  })
  const last = Math.max(...opened)
  const line = drawn(
    rails,
    (i) => {
      if (i === index) return '├'
      if (opened.includes(i)) return i === last ? '╮' : '┬'
      return undefined
    },
    index,
    last,
  )
  return [{ rails: line, depth, back: [] }]
}

function freeBeyond(rails: readonly Rail[], index: number): number {
  const free = rails.findIndex((rail, i) => i > index && rail === undefined)
  return free === -1 ? rails.length : free
}

/** Draws the rails next to each other. A horizontal line joins those from `start` to `end`. */
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
