import type { GraphEdge, GraphNode } from './graph.ts'
import type { LabelLine } from './label.ts'
import { INNER_GAP, type NodeSize } from './node-size.ts'

/** Coordinates from the upper left corner, to the right and downward. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** A node with its position. `x` and `y` are its middle. */
export interface PlacedNode extends Point {
  readonly node: GraphNode
  readonly size: NodeSize
  readonly inner?: Layout
}

/** An arrow with its points. It is a line between two points of the same height, otherwise a curve. */
export interface PlacedEdge {
  readonly edge: GraphEdge
  readonly points: readonly Point[]
  /** How high an arrow from a node to itself rises above its ends. */
  readonly rise?: number
  readonly label?: PlacedLabel
}

/** The text of an arrow. `x` and `y` are its middle. */
export interface PlacedLabel extends Point {
  readonly lines: readonly LabelLine[]
  readonly width: number
  readonly height: number
}

/** A lane, which has the full width. */
export interface PlacedLane {
  readonly name: string
  readonly y: number
  readonly height: number
}

/** A graph with the positions of everything in it. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  readonly lanes: readonly PlacedLane[]
}

/** Returns the upper left corner of the graph inside a node. */
export const innerCorner = ({ x, y, size, inner }: PlacedNode): Point => ({
  x: x - (inner?.width ?? 0) / 2,
  y: y - size.height / 2 + size.headHeight + INNER_GAP,
})
