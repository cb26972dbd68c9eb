import type { ProcessDefinition } from '../../src/game/processes/definition.ts'
import type { Activity } from '../../src/game/processes/graph.ts'
import { canPerform, offeredTasks } from '../../src/game/processes/offers.ts'
import { perform, type Turn } from '../../src/game/processes/perform.ts'
import { olderFlow } from '../../src/game/processes/show.ts'
import { withNodes, type Nodes } from '../../src/game/processes/tokens.ts'
import { designOf, point } from './design-parts.ts'

/** Builders of processes, as short as the rules that tests state with them; every name is the id. */

const node =
  (type: string) =>
  (id: string, more: object = {}) => ({ id, name: id, type, ...more })

export const task = node('task')
export const parallel = node('parallel')
export const exclusive = node('exclusive')

/** A sub_process; its parts are as `container` makes them. */
export const sub = (id: string, parts: object, more: object = {}) => ({
  ...task(id, more),
  ...parts,
  type: 'sub_process',
})

/** `a b` for a flow from a to b; `a b retry` where what a's luck forbids is tried again. */
export const flows = (...arrows: readonly string[]) =>
  arrows.map((arrow) => {
    const [src, tgt, retry] = arrow.split(' ')
    return { src, tgt, ...(retry === undefined ? {} : { retry: true }) }
  })

export const container = (
  activities: readonly object[],
  gateways: readonly object[] = [],
  ...arrows: readonly string[]
) => ({
  activities,
  gateways,
  sequence_flows: flows(...arrows),
})

/** A process of these parts, ready for play, in a design with points `xp`. */
export function processOf(parts: object): ProcessDefinition {
  const process = { id: 'p', name: 'P', ...parts }
  const definition = designOf({ metrics: [point('xp')], processes: [process] }).processes.get('p')
  if (!definition) throw new Error('the process of a test is not in its design')
  return definition
}

/** A process in which tasks are performed one after the other, by whoever may. */
export interface Walk {
  readonly nodes: Nodes
  readonly completed: boolean
  /** The tasks that are offered, by path. */
  readonly offers: readonly string[]
  /** State and tokens of each node, those of the process itself by their id and others by their path: `READY 1`. */
  readonly states: Readonly<Record<string, string>>
  /** What came of the task that was performed last, and of the sub_processes that it ended: `visit done`. */
  readonly turns: readonly string[]
  /** Performs tasks by any name of theirs, in order; `!a` with bad luck for a. */
  readonly does: (...names: readonly string[]) => Walk
  /** Goes on under another definition. */
  readonly under: (other: ProcessDefinition) => Walk
}

/** A process of this definition that has just begun. */
export function begun(definition: ProcessDefinition): Walk {
  return walkOf(definition, definition.initial, [], false)
}

function walkOf(definition: ProcessDefinition, nodes: Nodes, turns: readonly Turn[], completed: boolean): Walk {
  const walk: Walk = {
    nodes,
    completed,
    offers: completed ? [] : offeredTasks(definition.graph, nodes).map(({ path }) => path),
    states: statesOf(definition, nodes),
    turns: turns.map(({ activity, outcome }) => `${activity.path} ${outcome}`),
    does: (...names) => names.reduce<Walk>((before, name) => step(definition, before, name), walk),
    under: (other) => walkOf(other, nodes, turns, completed),
  }
  return walk
}

function step(definition: ProcessDefinition, { nodes, completed }: Walk, name: string): Walk {
  const unlucky = name.startsWith('!')
  const found = definition.tasks.get(unlucky ? name.slice(1) : name)
  if (!found || completed || !canPerform(definition.graph, nodes, found)) throw new Error(`${name} is not offered`)
  const luck = ({ path }: Activity): boolean => !(unlucky && path === found.path)
  const done = perform(definition.graph, nodes, found, luck)
  return walkOf(definition, withNodes(nodes, done.nodes), done.turns, done.completed)
}

function statesOf(definition: ProcessDefinition, nodes: Nodes): Readonly<Record<string, string>> {
  const { containers } = olderFlow(definition, { id: 'i', nodes })
  return Object.fromEntries(
    Object.entries(containers).flatMap(([name, shown]) =>
      Object.entries(shown.nodes).map(([id, { state, tokens }]) => {
        const place = name.slice(definition.id.length + 1)
        return [place === '' ? id : `${place}/${id}`, `${state} ${tokens}`]
      }),
    ),
  )
}
