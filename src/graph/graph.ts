/** What a node represents. It decides the node's shape and colour. */
export type NodeKind =
  | 'start'
  | 'end'
  | 'task'
  | 'sub_process'
  | 'parallel'
  | 'exclusive'
  | 'newcomer'
  | 'action'
  | 'process'
  | 'custom'
  | 'level'
  | 'achievement'
  | 'point'
  | 'set'
  | 'state'
  | 'compound'
  | 'leaderboard'

/** A node of a graph. */
export interface GraphNode {
  /** Unique in the whole graph, including inner graphs. */
  readonly id: string
  readonly kind: NodeKind
  readonly title: string
  /** The id of the trigger by which players perform it. */
  readonly trigger?: string
  /** Facts about it, one per line. */
  readonly facts: readonly string[]
  /** The index of its lane, or 0 in a graph without lanes. */
  readonly lane: number
  /** The graph inside it. */
  readonly inner?: Graph
}

/** The meaning of an arrow: what follows, what can be tried again, what is given, taken, read, or required. */
export type EdgeKind = 'flow' | 'retry' | 'gives' | 'takes' | 'reads' | 'needs'

/** An arrow between two nodes of the same graph. */
export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly kind: EdgeKind
  /** Its statements, one per line. */
  readonly label?: readonly string[]
  /** Whether this arrow is turned back first if arrows form a cycle. */
  readonly isWeak?: boolean
}

/** A graph to draw, or the graph inside a node. */
export interface Graph {
  readonly title: string
  /** The names of the lanes, from top to bottom. Empty if there are no lanes. */
  readonly lanes: readonly string[]
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}
