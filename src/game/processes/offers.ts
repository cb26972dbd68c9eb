import { getNamed } from '../kernel/name-map.ts'
import type { Activity, Container, Graph, SubProcess, Task } from './graph.ts'
import type { NodeState } from './shapes.ts'
import { isActivity, type Nodes } from './tokens.ts'

/** The state of a node by its path. */
export type StateOf = (path: string) => NodeState | undefined

/** The states of nodes as they are kept. */
export function statesOf(nodes: Nodes): StateOf {
  return (path) => getNamed(nodes, path)
}

/** The tasks that can be performed now, by somebody: each once, in the order of the design. Spec 4.9 "Triggers". */
export function offeredTasks({ root }: Graph, nodes: Nodes): readonly Task[] {
  return [...tasksIn(root, statesOf(nodes))]
}

function* tasksIn({ nodes }: Container, stateOf: StateOf): Generator<Task> {
  for (const node of nodes) {
    if (!isActivity(node) || !isOffered(node, stateOf)) continue
    if (node.kind === 'task') yield node
    else yield* tasksIn(node.inside, insideOf(node, stateOf))
  }
}

/** Whether a task can be performed now: costs the depth at which it stands, and not the size of the process. */
export function canPerform({ nodes }: Graph, states: Nodes, task: Task): boolean {
  let stateOf = statesOf(states)
  for (const path of task.within) {
    const around = nodes.get(path) as SubProcess
    if (!isOffered(around, stateOf)) return false
    stateOf = insideOf(around, stateOf)
  }
  return isOffered(task, stateOf)
}

/** An activity has a token of its own, or the gateway has one that offers it beside others. */
export function isOffered({ path, chooser }: Activity, stateOf: StateOf): boolean {
  return hasToken(stateOf(path)) || (chooser !== undefined && hasToken(stateOf(chooser)))
}

const hasToken = (state: NodeState | undefined): boolean => state !== undefined && state.tokens > 0

/** The states in a sub_process; one that has yet to begin is as it will begin. */
export function insideOf({ path, inside }: SubProcess, stateOf: StateOf): StateOf {
  return stateOf(path)?.state === 'ACTIVE' ? stateOf : (of) => inside.initial.get(of)
}
