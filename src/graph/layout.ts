import type { Graph, GraphEdge, GraphNode } from './graph.ts'
import { middlesOf } from './heights.ts'
import { labelSize } from './label.ts'
import { layersOf } from './layers.ts'
import { loopRoom, loopsOf, placeLoops } from './loops.ts'
import { captions, PADDING, sizeOf, type NodeSize } from './node-size.ts'
import { orderItems, type Item } from './order.ts'
import type { Layout, PlacedEdge, PlacedLane, PlacedNode, Point } from './placed.ts'

/** The width of the lane names on the left. */
export const LANE_HEAD = 36

const LANE_PADDING = 18
const MIN_LANE_HEIGHT = 84
const LANE_MARGIN = 22
const MIN_COLUMN_GAP = 20
const MAX_COLUMN_GAP = 100
/** The gap between two columns, as a fraction of the greatest rise of the arrows between them. */
const STEEPNESS = 0.24
const PORT_GAP = 16
/** The least distance between two arrows on one side of a box, which is the width of an arrowhead. */
const MIN_PORT_GAP = 10

/** Coordinates that differ less count as equal. */
const MIN_STEP = 0.1

/** An arrow and the indexes of the items on its path, from its earlier end to its later one. */
interface Chain {
  readonly edge: GraphEdge
  readonly isBack: boolean
  readonly indexes: readonly number[]
  /** The index of its label, if it has one. */
  readonly label?: number
}

/** Lays out a graph. What follows is further to the right, and each node is in its lane. */
export function layOut(graph: Graph): Layout {
  const joints = jointsOf(graph)
  const ports = portsNeeded(joints)
  const sized = graph.nodes.map((node, index): SizedNode => {
    const inner = node.inner && layOut(node.inner)
    const size = withPorts(sizeOf(node, inner), node, ports.get(index) ?? 0)
    return { node, size, ...(inner ? { inner } : {}) }
  })
  const loops = loopsOf(graph)
  const items: Item[] = []
  const chains = chainsOf(joints, sized, loops, items)
  const layers = orderItems(items)
  const middles = middlesOf(items, layers)
  const lanes = placeLanes(graph, items, middles)
  const y = (index: number): number => (lanes.tops[items[index]?.lane ?? 0] ?? 0) + (middles[index] ?? 0)
  const columns = placeColumns(items, layers, chains, y, graph.lanes.length > 0 ? LANE_HEAD + LANE_MARGIN : 0)
  const at = (index: number): Point => ({ x: columns.middles[items[index]?.layer ?? 0] ?? 0, y: y(index) })
  const nodes = sized.map((node, index) => withColumnWidth(node, columns.widths[items[index]?.layer ?? 0] ?? 0))
  const placed = nodes.map((node, index) => ({ ...node, ...at(index) }))
  const edges = placeEdges(chains, nodes, items, columns.widths, at)
  return {
    width: columns.end + (graph.lanes.length > 0 ? LANE_MARGIN : 0),
    height: lanes.height,
    nodes: placed,
    edges: [...edges, ...placed.flatMap((node) => placeLoops(node, loops.get(node.node.id) ?? []))],
    lanes: lanes.placed,
  }
}

/** Widens boxes with captions to the width of their column, which contains only such boxes. */
function withColumnWidth(node: SizedNode, width: number): SizedNode {
  return captions[node.node.kind] === undefined ? node : { ...node, size: { ...node.size, width, shapeWidth: width } }
}

type SizedNode = Omit<PlacedNode, 'x' | 'y'>

/** An arrow between two nodes, by their indexes. */
interface Joint {
  readonly edge: GraphEdge
  readonly from: number
  readonly to: number
  readonly isBack: boolean
}

/** The arrows between the nodes of a graph, and the layer of each node. */
interface Joints {
  readonly layers: readonly number[]
  readonly list: readonly Joint[]
}

function jointsOf({ nodes, edges }: Graph): Joints {
  const indexes = new Map(nodes.map(({ id }, index) => [id, index]))
  const known = edges.flatMap((edge) => {
    const [from, to] = [indexes.get(edge.from), indexes.get(edge.to)]
    return from === undefined || to === undefined || from === to ? [] : [{ edge, from, to }]
  })
  const { of, back } = layersOf(
    nodes.length,
    known.map(({ edge, from, to }) => ({ from, to, isWeak: edge.isWeak ?? false })),
  )
  return { layers: of, list: known.map((each, i) => ({ ...each, isBack: back[i] ?? false })) }
}

/** Returns how many arrows each node has on its left or right side, whichever has more. */
function portsNeeded({ list }: Joints): ReadonlyMap<number, number> {
  const [left, right] = [new Map<number, number>(), new Map<number, number>()]
  const count = (side: Map<number, number>, index: number): void => void side.set(index, (side.get(index) ?? 0) + 1)
  for (const { from, to, isBack } of list) {
    count(right, isBack ? to : from)
    count(left, isBack ? from : to)
  }
  const indexes = [...left.keys(), ...right.keys()]
  return new Map(indexes.map((index) => [index, Math.max(left.get(index) ?? 0, right.get(index) ?? 0)]))
}

/** Makes a box high enough for all arrowheads on one side. */
function withPorts(size: NodeSize, { kind }: GraphNode, count: number): NodeSize {
  const needed = count * MIN_PORT_GAP + 2 * PADDING
  if (needed <= size.height || kind === 'parallel' || kind === 'exclusive') return size
  return { ...size, height: needed, shapeHeight: needed }
}

/** Fills `items` with the nodes, then with the bends and labels of arrows. Every second layer is for labels. */
function chainsOf(
  { layers, list }: Joints,
  nodes: readonly SizedNode[],
  loops: ReturnType<typeof loopsOf>,
  items: Item[],
): Chain[] {
  nodes.forEach(({ node, size }, index) => {
    const room = loopRoom(loops.get(node.id) ?? [])
    items.push({
      layer: 2 * (layers[index] ?? 0),
      lane: node.lane,
      width: Math.max(size.width, room.width),
      // The same height is added below, because the node is in the middle.
      height: size.height + 2 * room.height,
      isBend: false,
      before: [],
      behind: [],
    })
  })
  return list.map(({ edge, from, to, isBack }) => chainOf(edge, isBack ? [to, from] : [from, to], isBack, items))
}

function chainOf(edge: GraphEdge, [first, last]: readonly [number, number], isBack: boolean, items: Item[]): Chain {
  const [start, end] = [items[first]?.layer ?? 0, items[last]?.layer ?? 0]
  const lane = items[isBack ? first : last]?.lane ?? 0
  const labelLayer = isBack ? end - 1 : start + 1
  const indexes = [first]
  let label: number | undefined
  for (let layer = start + 1; layer < end; layer += 1) {
    const isLabel = edge.label !== undefined && layer === labelLayer
    if (isLabel) label = items.length
    indexes.push(items.length)
    items.push({ ...(isLabel ? labelItem(edge) : BEND), layer, lane, before: [], behind: [] })
  }
  indexes.push(last)
  for (const [i, index] of indexes.entries()) {
    const next = indexes[i + 1]
    if (next === undefined) break
    items[index]?.behind.push(next)
    items[next]?.before.push(index)
  }
  return { edge, isBack, indexes, ...(label === undefined ? {} : { label }) }
}

const BEND = { width: 0, height: 4, isBend: true } as const

function labelItem(edge: GraphEdge): Pick<Item, 'width' | 'height' | 'isBend'> {
  const { width, height } = labelSize(edge)
  return { width, height, isBend: true }
}

interface Lanes {
  /** The y coordinate of each lane's zero, to which the middles of its items are relative. */
  readonly tops: readonly number[]
  readonly placed: readonly PlacedLane[]
  readonly height: number
}

function placeLanes({ lanes }: Graph, items: readonly Item[], middles: Float64Array): Lanes {
  const hasLanes = lanes.length > 0
  const placed: PlacedLane[] = []
  const tops: number[] = []
  let y = 0
  for (let lane = 0; lane < Math.max(1, lanes.length); lane += 1) {
    const [from, to] = extent(items, middles, lane)
    const padding = hasLanes ? LANE_PADDING : 0
    const height = Math.max(to - from + 2 * padding, hasLanes ? MIN_LANE_HEIGHT : 0)
    tops.push(y + (height - (to - from)) / 2 - from)
    if (hasLanes) placed.push({ name: lanes[lane] ?? '', y, height })
    y += height
  }
  return { tops, placed, height: y }
}

/** Returns the top and bottom of the items of a lane. */
function extent(items: readonly Item[], middles: Float64Array, lane: number): readonly [number, number] {
  let [from, to] = [Infinity, -Infinity]
  items.forEach((item, index) => {
    if (item.lane !== lane) return
    from = Math.min(from, (middles[index] ?? 0) - item.height / 2)
    to = Math.max(to, (middles[index] ?? 0) + item.height / 2)
  })
  return from > to ? [0, 0] : [from, to]
}

interface Columns {
  readonly middles: readonly number[]
  readonly widths: readonly number[]
  readonly end: number
}

function placeColumns(
  items: readonly Item[],
  layers: readonly (readonly number[])[],
  chains: readonly Chain[],
  y: (index: number) => number,
  start: number,
): Columns {
  const widths = layers.map((layer) => layer.reduce((width, index) => Math.max(width, items[index]?.width ?? 0), 0))
  const rises = layers.map(() => 0)
  for (const { indexes } of chains) {
    for (const [i, index] of indexes.slice(0, -1).entries()) {
      const layer = items[index]?.layer ?? 0
      rises[layer] = Math.max(rises[layer] ?? 0, Math.abs(y(index) - y(indexes[i + 1] ?? index)))
    }
  }
  let x = start
  const middles = widths.map((width, layer) => {
    const middle = x + width / 2
    const gap = Math.min(MAX_COLUMN_GAP, Math.max(MIN_COLUMN_GAP, (rises[layer] ?? 0) * STEEPNESS))
    x += width + (layer < widths.length - 1 ? gap : 0)
    return middle
  })
  return { middles, widths, end: x }
}

function placeEdges(
  chains: readonly Chain[],
  nodes: readonly SizedNode[],
  items: readonly Item[],
  widths: readonly number[],
  at: (index: number) => Point,
): PlacedEdge[] {
  const [leaving, coming] = [portsOf(chains, nodes, at, 'first'), portsOf(chains, nodes, at, 'last')]
  return chains.map((chain) => {
    const { edge, indexes, label, isBack } = chain
    const points = indexes.flatMap((index, i): Point[] => {
      const { x, y } = at(index)
      const edgeOf = (side: 1 | -1, width: number, offset = 0): Point => ({ x: x + (side * width) / 2, y: y + offset })
      const width = widths[items[index]?.layer ?? 0] ?? 0
      const shape = nodes[index]?.size.shapeWidth ?? 0
      // Leave the column horizontally first, because others of the column may be wider.
      const sides = width - shape < 2 * MIN_STEP ? [shape] : [shape, width]
      if (i === 0) return sides.map((each) => edgeOf(1, each, leaving.get(chain)))
      if (i === indexes.length - 1) return sides.toReversed().map((each) => edgeOf(-1, each, coming.get(chain)))
      // In an empty column there is nothing to go around.
      return width === 0 ? [] : [edgeOf(-1, width), edgeOf(1, width)]
    })
    return {
      edge,
      points: withoutRepeats(isBack ? points.toReversed() : points),
      ...(label === undefined ? {} : { label: { ...at(label), ...labelSize(edge) } }),
    }
  })
}

/** Removes repeated points. If the last step of an arrow had no length, its head would have no direction. */
const withoutRepeats = (points: readonly Point[]): Point[] =>
  points.filter(({ x, y }, i) => {
    const before = points[i - 1]
    return before === undefined || Math.abs(before.x - x) >= MIN_STEP || Math.abs(before.y - y) >= MIN_STEP
  })

/**
 * Returns how far from the middle of a node's side each arrow begins or ends, so that arrows on one side do not
 * overlap.
 */
function portsOf(
  chains: readonly Chain[],
  nodes: readonly SizedNode[],
  at: (index: number) => Point,
  side: 'first' | 'last',
): ReadonlyMap<Chain, number> {
  const [end, next] = side === 'first' ? [0, 1] : [-1, -2]
  const found = new Map<Chain, number>()
  for (const [index, group] of Map.groupBy(chains, ({ indexes }) => indexes.at(end) ?? 0)) {
    const { shapeHeight: height = 0 } = nodes[index]?.size ?? {}
    const isBox = nodes[index]?.node.kind !== 'parallel' && nodes[index]?.node.kind !== 'exclusive'
    const gap = isBox ? Math.min(PORT_GAP, Math.max(0, height - 2 * PADDING) / group.length) : 0
    const inOrder = group.toSorted((a, b) => at(a.indexes.at(next) ?? 0).y - at(b.indexes.at(next) ?? 0).y)
    inOrder.forEach((chain, i) => found.set(chain, (i - (group.length - 1) / 2) * gap))
  }
  return found
}
