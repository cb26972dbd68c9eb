import type { GameWalk } from '../game-operation.ts'
import { fault } from '../kernel/fault.ts'
import { getNamed } from '../kernel/name-map.ts'
import { pause, type Steps } from '../kernel/operation.ts'
import type { ProcessDefinition } from './definition.ts'
import type { Activity, Container } from './graph.ts'
import { stateOf } from './show.ts'
import { processAfter } from './state.ts'
import { isActivity } from './tokens.ts'

/** How far the processes of a definition came. */
export interface Funnel {
  readonly id: string
  readonly name: string
  /** How many there are, and how many of them are completed. */
  readonly begun: number
  readonly completed: number
  /** The activities, in the order of the design. */
  readonly activities: readonly FunnelStep[]
}

/** How many processes reached an activity, and in how many it waits to be performed or goes on now. */
interface FunnelStep {
  readonly id: string
  readonly name: string
  readonly type: 'task' | 'sub_process'
  readonly reached: number
  readonly open: number
}

/** The number of processes that are examined before other work can run. */
const STRIDE = 256

/** Counts how many processes of a definition reached each activity. Spec 6.6 `GET /funnel/:process_definition_id`. */
export const readFunnel: GameWalk<{ readonly definition: string }, Funnel> = {
  kind: 'walk',
  name: 'processes.funnel',
  walk: (state, { definition: id }, { design }) => {
    const definition = design.processes.get(id)
    if (!definition) return fault('process_definition_not_found', { id })
    return countSteps(definition, state)
  },
}

/** Yields the activities of a container, each before those in it. */
function* activitiesIn({ nodes }: Container): Generator<Activity> {
  for (const node of nodes) {
    if (!isActivity(node)) continue
    yield node
    if (node.kind === 'sub_process') yield* activitiesIn(node.inside)
  }
}

function* countSteps(definition: ProcessDefinition, state: Parameters<typeof readFunnel.walk>[0]): Steps<Funnel> {
  const activities = [...activitiesIn(definition.graph.root)]
  const counts = activities.map(() => ({ reached: 0, open: 0 }))
  const { records } = state.processes
  const { length } = records
  let begun = 0
  let completed = 0
  for (let index = 0; index < length; index += 1) {
    if (index % STRIDE === STRIDE - 1) yield pause
    const record = records[index]
    if (record?.definition !== definition.id) continue
    const process = processAfter(record, state.drops)
    if (!process) continue
    begun += 1
    if (stateOf({ process, definition }) === 'COMPLETED') completed += 1
    for (const [i, { path }] of activities.entries()) {
      const [node, count] = [getNamed(process.nodes, path), counts[i]]
      if (!node || !count) continue
      count.reached += 1
      if (node.state !== 'COMPLETED') count.open += 1
    }
  }
  const { id, name } = definition
  const steps = activities.map(({ path, name: title, kind }, i) => ({
    id: path,
    name: title,
    type: kind,
    reached: counts[i]?.reached ?? 0,
    open: counts[i]?.open ?? 0,
  }))
  return { id, name, begun, completed, activities: steps }
}
