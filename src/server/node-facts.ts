import type { NodeFigures } from '../cluster/node-figures.ts'
import type { ControlAnswer } from '../interface/control-answers.ts'

type ShownNode = NonNullable<ControlAnswer<'GET /_gamify/health'>['node']>

/** What a server knows of the node that it is. */
export interface NodeFacts extends ShownNode {
  /** For metrics alone. */
  readonly figures: NodeFigures
}

/** Returns what health answers of a node. */
export function shownNode({ name, role, position, writer }: NodeFacts): ShownNode {
  return { name, role, position, writer }
}
