import type { ContainerDesign } from '../game/processes/container.ts'

/** The state of a node: READY, ACTIVE or COMPLETED, and the tokens at it. */
export interface NodeState {
  readonly state: string
  readonly tokens: number
}

/** The states of nodes by container: the process under the id of its definition, and sub-processes below it. */
export type ShownContainers = Readonly<Record<string, { readonly nodes: Readonly<Record<string, NodeState>> }>>

/**
 * Returns the states of the nodes of a process that tokens have reached, by their paths: `tour/visit`. The first nodes of
 * sub-processes that nobody has entered yet are offered, but have no state of their own in an answer.
 */
export function nodeStates(
  design: ContainerDesign & { readonly id: string },
  containers: ShownContainers,
): ReadonlyMap<string, NodeState> {
  const shown = statesOf(design.id, containers)
  return new Map([...offeredIn(design, '', shown), ...shown])
}

function statesOf(definition: string, containers: ShownContainers): ReadonlyMap<string, NodeState> {
  const found = Object.entries(containers).flatMap(([key, { nodes }]) => {
    const below = key === definition ? '' : `${key.slice(definition.length + 1)}/`
    return Object.entries(nodes).map(([id, state]) => [below + id, state] as const)
  })
  return new Map(found)
}

function* offeredIn(
  { activities = [] }: ContainerDesign,
  below: string,
  states: ReadonlyMap<string, NodeState>,
): Generator<[path: string, state: NodeState]> {
  for (const activity of activities) {
    const path = below + activity.id
    const led = new Set((activity.sequence_flows ?? []).map(({ tgt }) => tgt))
    const begins =
      states.get(path)?.state === 'READY' ? (activity.activities ?? []).filter(({ id }) => !led.has(id)) : []
    const offered = begins.map(({ id }) => [`${path}/${id}`, { state: 'READY', tokens: 0 }] as const)
    for (const [inner, state] of offered) yield [inner, state]
    yield* offeredIn(activity, `${path}/`, new Map([...states, ...offered]))
  }
}
