/** What a node of a drawing stands for; it decides its shape and colour. */
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

/** Something in a drawing. */
export interface GraphNode {
  /** Unique in the whole drawing. */
  readonly id: string
  readonly kind: NodeKind
  readonly title: string
  /** The id by which players perform it. */
  readonly trigger?: string
  /** What is to be known of it, a line each. */
  readonly facts: readonly string[]
  /** Which of the lanes it stands in; 0 in a drawing without lanes. */
  readonly lane: number
  /** What is in it. */
  readonly inner?: Graph
}

/** What an arrow says: what follows, what may be tried again, what is given, taken, read, or must hold. */
export type EdgeKind = 'flow' | 'retry' | 'gives' | 'takes' | 'reads' | 'needs'

/** An arrow between two nodes of the same graph. */
export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly kind: EdgeKind
  /** Its statements. */
  readonly label?: readonly string[]
  /** Where arrows go round in a circle, this one may lead back. */
  readonly isWeak?: boolean
}

/** A drawing, or what is in a node of one. */
export interface Graph {
  readonly title: string
  /** Names of the lanes from above; none where there are no lanes. */
  readonly lanes: readonly string[]
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}
