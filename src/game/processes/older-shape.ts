import type { ProcessDefinition } from './definition.ts'
import type { Container } from './graph.ts'
import { insideOf, isOffered, statesOf, type StateOf } from './offers.ts'
import type { NodeState } from './shapes.ts'
import { isActivity, type Nodes } from './tokens.ts'

/** State of a node as the older shape shows it; a branch to choose is READY while the token stays with its gateway. */
type OlderNode = Pick<NodeState, 'state' | 'tokens'>

interface OlderContainer {
  readonly key: string
  readonly tokens: number
  readonly nodes: Readonly<Record<string, OlderNode>>
}

/** Where the tokens of a process are, in the older shape: a container for it and one for each sub_process entered. */
export interface OlderFlow {
  readonly keys: Readonly<Record<string, string>>
  readonly containers: Readonly<Record<string, OlderContainer>>
}

/** Shows where the tokens of a process are. Spec 1 "Process instance", 4.9 "Older shape". */
export function olderFlow({ id, graph }: ProcessDefinition, process: { id: string; nodes: Nodes }): OlderFlow {
  const shown = [...containersIn(graph.root, statesOf(process.nodes), '')].map(
    ([place, container]) => [id + place, { key: process.id + place, ...container }] as const,
  )
  return {
    keys: Object.fromEntries(shown.map(([name, { key }]) => [key, name])),
    containers: Object.fromEntries(shown),
  }
}

/** A container and those in it, each with its place: `/tour`. */
function* containersIn(
  { nodes }: Container,
  stateOf: StateOf,
  place: string,
): Generator<[place: string, Omit<OlderContainer, 'key'>]> {
  const states = nodes.flatMap((node) => {
    const own = stateOf(node.path)
    const chosen = isActivity(node) && !own?.tokens && isOffered(node, stateOf)
    if (chosen) return [[node.id, { state: 'READY', tokens: 0 } as const] as const]
    return own ? [[node.id, { state: own.state, tokens: own.tokens }] as const] : []
  })
  yield [place, { tokens: states.reduce((sum, [, { tokens }]) => sum + tokens, 0), nodes: Object.fromEntries(states) }]
  for (const node of nodes) {
    const own = node.kind === 'sub_process' ? stateOf(node.path) : undefined
    if (node.kind !== 'sub_process' || !own) continue
    yield* containersIn(node.inside, own.state === 'COMPLETED' ? stateOf : insideOf(node, stateOf), `/${node.path}`)
  }
}
