import type { GraphEdge, GraphNode } from './graph.ts'
import type { LabelLine } from './label.ts'
import type { NodeSize } from './node-size.ts'

/** Right and down from the upper left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** A node in its place: `x` and `y` are its middle. */
export interface PlacedNode extends Point {
  readonly node: GraphNode
  readonly size: NodeSize
  readonly inner?: Layout
}

/** An arrow in its place, along points: between two of the same height by a line, else by a curve. */
export interface PlacedEdge {
  readonly edge: GraphEdge
  readonly points: readonly Point[]
  /** How high an arrow from a node to itself rises above its ends. */
  readonly rise?: number
  readonly label?: PlacedLabel
}

/** Text on an arrow: `x` and `y` are its middle. */
export interface PlacedLabel extends Point {
  readonly lines: readonly LabelLine[]
  readonly width: number
  readonly height: number
}

/** A lane, across the whole width. */
export interface PlacedLane {
  readonly name: string
  readonly y: number
  readonly height: number
}

/** A drawing in its places. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  readonly lanes: readonly PlacedLane[]
}
