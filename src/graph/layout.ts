import type { Graph, GraphEdge, GraphNode } from './graph.ts'
import { middlesOf } from './heights.ts'
import { labelSize } from './label.ts'
import { layersOf } from './layers.ts'
import { loopRoom, loopsOf, placeLoops } from './loops.ts'
import { captions, PADDING, sizeOf, type NodeSize } from './node-size.ts'
import { orderItems, type Item } from './order.ts'
import type { Layout, PlacedEdge, PlacedLane, PlacedNode, Point } from './placed.ts'

/** The width of the names of lanes at the left. */
export const LANE_HEAD = 36

const LANE_PADDING = 18
const MIN_LANE_HEIGHT = 84
const LANE_MARGIN = 22
const MIN_COLUMN_GAP = 20
const MAX_COLUMN_GAP = 100
/** Of how far arrows rise or fall between two columns, the part that the columns are apart. */
const STEEPNESS = 0.24
const PORT_GAP = 16
/** Two arrows that end on one side of a box are at least so far apart: as far as their heads are wide. */
const MIN_PORT_GAP = 10

/** What is less is no step in a drawing. */
const MIN_STEP = 0.1

/** An arrow with the items that it leads through, from the earlier of its ends to the later. */
interface Chain {
  readonly edge: GraphEdge
  readonly isBack: boolean
  readonly places: readonly number[]
  /** Which of them is its label. */
  readonly label?: number
}

/** Puts a drawing in its places: what follows stands further right, each in its lane. */
export function layOut(graph: Graph): Layout {
  const joints = jointsOf(graph)
  const ports = portsNeeded(joints)
  const sized = graph.nodes.map((node, place): SizedNode => {
    const inner = node.inner && layOut(node.inner)
    const size = withPorts(sizeOf(node, inner), node, ports.get(place) ?? 0)
    return { node, size, ...(inner ? { inner } : {}) }
  })
  const loops = loopsOf(graph)
  const items: Item[] = []
  const chains = chainsOf(joints, sized, loops, items)
  const layers = orderItems(items)
  const middles = middlesOf(items, layers)
  const lanes = placeLanes(graph, items, middles)
  const y = (place: number): number => (lanes.tops[items[place]?.lane ?? 0] ?? 0) + (middles[place] ?? 0)
  const columns = placeColumns(items, layers, chains, y, graph.lanes.length > 0 ? LANE_HEAD + LANE_MARGIN : 0)
  const at = (place: number): Point => ({ x: columns.middles[items[place]?.layer ?? 0] ?? 0, y: y(place) })
  const nodes = sized.map((node, place) => asWideAsOthers(node, columns.widths[items[place]?.layer ?? 0] ?? 0))
  const placed = nodes.map((node, place) => ({ ...node, ...at(place) }))
  const edges = placeEdges(chains, nodes, items, columns.widths, at)
  return {
    width: columns.end + (graph.lanes.length > 0 ? LANE_MARGIN : 0),
    height: lanes.height,
    nodes: placed,
    edges: [...edges, ...placed.flatMap((node) => placeLoops(node, loops.get(node.node.id) ?? []))],
    lanes: lanes.placed,
  }
}

/** Boxes with captions, which stand in columns of their like, are all as wide as the widest. */
function asWideAsOthers(node: SizedNode, width: number): SizedNode {
  return captions[node.node.kind] === undefined ? node : { ...node, size: { ...node.size, width, shapeWidth: width } }
}

type SizedNode = Omit<PlacedNode, 'x' | 'y'>

/** An arrow between two nodes, by their places in the list of nodes. */
interface Joint {
  readonly edge: GraphEdge
  readonly from: number
  readonly to: number
  readonly isBack: boolean
}

/** How the nodes of a drawing are joined, and the layer of each. */
interface Joints {
  readonly layers: readonly number[]
  readonly list: readonly Joint[]
}

function jointsOf({ nodes, edges }: Graph): Joints {
  const places = new Map(nodes.map(({ id }, place) => [id, place]))
  const known = edges.flatMap((edge) => {
    const [from, to] = [places.get(edge.from), places.get(edge.to)]
    return from === undefined || to === undefined || from === to ? [] : [{ edge, from, to }]
  })
  const { of, back } = layersOf(
    nodes.length,
    known.map(({ edge, from, to }) => ({ from, to, isWeak: edge.isWeak ?? false })),
  )
  return { layers: of, list: known.map((each, i) => ({ ...each, isBack: back[i] ?? false })) }
}

/** By node, how many arrows begin or end on that side of it where there are more. */
function portsNeeded({ list }: Joints): ReadonlyMap<number, number> {
  const [left, right] = [new Map<number, number>(), new Map<number, number>()]
  const count = (side: Map<number, number>, place: number): void => void side.set(place, (side.get(place) ?? 0) + 1)
  for (const { from, to, isBack } of list) {
    count(right, isBack ? to : from)
    count(left, isBack ? from : to)
  }
  const places = [...left.keys(), ...right.keys()]
  return new Map(places.map((place) => [place, Math.max(left.get(place) ?? 0, right.get(place) ?? 0)]))
}

/** High enough for the heads of all arrows on one side of a box. */
function withPorts(size: NodeSize, { kind }: GraphNode, count: number): NodeSize {
  const needed = count * MIN_PORT_GAP + 2 * PADDING
  if (needed <= size.height || kind === 'parallel' || kind === 'exclusive') return size
  return { ...size, height: needed, shapeHeight: needed }
}

/** Fills `items`: first the nodes, then what long and labelled arrows lead through. Every other layer is for labels. */
function chainsOf(
  { layers, list }: Joints,
  nodes: readonly SizedNode[],
  loops: ReturnType<typeof loopsOf>,
  items: Item[],
): Chain[] {
  nodes.forEach(({ node, size }, place) => {
    const room = loopRoom(loops.get(node.id) ?? [])
    items.push({
      layer: 2 * (layers[place] ?? 0),
      lane: node.lane,
      width: Math.max(size.width, room.width),
      // As much below as above: the node stands in the middle.
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
  const places = [first]
  let label: number | undefined
  for (let layer = start + 1; layer < end; layer += 1) {
    const isLabel = edge.label !== undefined && layer === labelLayer
    if (isLabel) label = items.length
    places.push(items.length)
    items.push({ ...(isLabel ? labelItem(edge) : BEND), layer, lane, before: [], behind: [] })
  }
  places.push(last)
  for (const [i, place] of places.entries()) {
    const next = places[i + 1]
    if (next === undefined) break
    items[place]?.behind.push(next)
    items[next]?.before.push(place)
  }
  return { edge, isBack, places, ...(label === undefined ? {} : { label }) }
}

const BEND = { width: 0, height: 4, isBend: true } as const

function labelItem(edge: GraphEdge): Pick<Item, 'width' | 'height' | 'isBend'> {
  const { width, height } = labelSize(edge)
  return { width, height, isBend: true }
}

interface Lanes {
  /** By lane, where the zero of its middles is. */
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

/** From where to where the items of a lane reach. */
function extent(items: readonly Item[], middles: Float64Array, lane: number): readonly [number, number] {
  let [from, to] = [Infinity, -Infinity]
  items.forEach((item, place) => {
    if (item.lane !== lane) return
    from = Math.min(from, (middles[place] ?? 0) - item.height / 2)
    to = Math.max(to, (middles[place] ?? 0) + item.height / 2)
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
  y: (place: number) => number,
  start: number,
): Columns {
  const widths = layers.map((layer) => layer.reduce((width, place) => Math.max(width, items[place]?.width ?? 0), 0))
  const rises = layers.map(() => 0)
  for (const { places } of chains) {
    for (const [i, place] of places.slice(0, -1).entries()) {
      const layer = items[place]?.layer ?? 0
      rises[layer] = Math.max(rises[layer] ?? 0, Math.abs(y(place) - y(places[i + 1] ?? place)))
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
  at: (place: number) => Point,
): PlacedEdge[] {
  const [leaving, coming] = [portsOf(chains, nodes, at, 'first'), portsOf(chains, nodes, at, 'last')]
  return chains.map((chain) => {
    const { edge, places, label, isBack } = chain
    const points = places.flatMap((place, i): Point[] => {
      const { x, y } = at(place)
      const edgeOf = (side: 1 | -1, width: number, offset = 0): Point => ({ x: x + (side * width) / 2, y: y + offset })
      const width = widths[items[place]?.layer ?? 0] ?? 0
      const shape = nodes[place]?.size.shapeWidth ?? 0
      // Out of the column first, and only then up or down: others of the column may be wider.
      const sides = width - shape < 2 * MIN_STEP ? [shape] : [shape, width]
      if (i === 0) return sides.map((each) => edgeOf(1, each, leaving.get(chain)))
      if (i === places.length - 1) return sides.toReversed().map((each) => edgeOf(-1, each, coming.get(chain)))
      // Where nothing stands there is nothing to go around.
      return width === 0 ? [] : [edgeOf(-1, width), edgeOf(1, width)]
    })
    return {
      edge,
      points: withoutRepeats(isBack ? points.toReversed() : points),
      ...(label === undefined ? {} : { label: { ...at(label), ...labelSize(edge) } }),
    }
  })
}

/** An arrow that ends with a step of no length has no direction there, and its head would point anywhere. */
const withoutRepeats = (points: readonly Point[]): Point[] =>
  points.filter(({ x, y }, i) => {
    const before = points[i - 1]
    return before === undefined || Math.abs(before.x - x) >= MIN_STEP || Math.abs(before.y - y) >= MIN_STEP
  })

/** How far from the middle of a node's side each arrow begins or ends, so that those of one side do not meet. */
function portsOf(
  chains: readonly Chain[],
  nodes: readonly SizedNode[],
  at: (place: number) => Point,
  side: 'first' | 'last',
): ReadonlyMap<Chain, number> {
  const [end, next] = side === 'first' ? [0, 1] : [-1, -2]
  const found = new Map<Chain, number>()
  for (const [place, group] of Map.groupBy(chains, ({ places }) => places.at(end) ?? 0)) {
    const { shapeHeight: height = 0 } = nodes[place]?.size ?? {}
    const isBox = nodes[place]?.node.kind !== 'parallel' && nodes[place]?.node.kind !== 'exclusive'
    const gap = isBox ? Math.min(PORT_GAP, Math.max(0, height - 2 * PADDING) / group.length) : 0
    const inOrder = group.toSorted((a, b) => at(a.places.at(next) ?? 0).y - at(b.places.at(next) ?? 0).y)
    inOrder.forEach((chain, i) => found.set(chain, (i - (group.length - 1) / 2) * gap))
  }
  return found
}
