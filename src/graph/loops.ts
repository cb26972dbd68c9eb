import type { Graph, GraphEdge } from './graph.ts'
import { labelSize } from './label.ts'
import type { PlacedEdge, PlacedNode } from './placed.ts'

/** How high the first arrow from a node to itself rises above it, and how much higher each further one rises. */
const RISE = 24
const STEP = 10

/** The distance of its ends from the middle of the node. */
const REACH = 9

/** Returns the arrows from nodes to themselves, by node id. */
export const loopsOf = ({ edges }: Graph): ReadonlyMap<string, readonly GraphEdge[]> =>
  Map.groupBy(
    edges.filter(({ from, to }) => from === to),
    ({ from }) => from,
  )

/** Returns the space that the loops of a node need above it, with their labels. */
export function loopRoom(loops: readonly GraphEdge[]): { readonly width: number; readonly height: number } {
  if (loops.length === 0) return { width: 0, height: 0 }
  const labels = loops.map((edge) => (edge.label === undefined ? { width: 0, height: 0 } : labelSize(edge)))
  return {
    width: Math.max(...labels.map(({ width }) => width)),
    height: riseOf(loops.length - 1) + labels.reduce((sum, { height }) => sum + height, 0),
  }
}

const riseOf = (i: number): number => RISE + i * STEP

/** Places the loops of a node above it, one around the other, and their labels above all of them. */
export function placeLoops(placed: PlacedNode, loops: readonly GraphEdge[]): PlacedEdge[] {
  const { x, y, size } = placed
  let bottom = y - size.shapeHeight / 2 - riseOf(loops.length - 1)
  return loops.map((edge, i) => {
    const reach = Math.min(REACH + (i * STEP) / 2, size.shapeWidth / 2)
    const end = topOf(placed, reach)
    const label = edge.label === undefined ? undefined : labelSize(edge)
    bottom -= label?.height ?? 0
    return {
      edge,
      points: [
        { x: x - reach, y: end },
        { x: x + reach, y: end },
      ],
      rise: riseOf(i),
      ...(label === undefined ? {} : { label: { ...label, x, y: bottom + label.height / 2 } }),
    }
  })
}

/** Returns the y coordinate of a node's outline at a distance from its middle. */
function topOf({ node: { kind }, size: { shapeHeight }, y }: PlacedNode, reach: number): number {
  const r = shapeHeight / 2
  if (kind === 'parallel' || kind === 'exclusive') return y - r + reach
  if (kind === 'start' || kind === 'end') return y - Math.sqrt(Math.max(0, r * r - reach * reach))
  return y - r
}
