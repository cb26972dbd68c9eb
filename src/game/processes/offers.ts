import { getNamed } from '../kernel/name-map.ts'
import type { Activity, Container, Graph, SubProcess, Task } from './graph.ts'
import type { NodeState } from './shapes.ts'
import { isActivity, type Nodes } from './tokens.ts'

/** Finds the state of a node by its path. */
export type StateOf = (path: string) => NodeState | undefined

/** Finds states in a process record. */
export function statesOf(nodes: Nodes): StateOf {
  return (path) => getNamed(nodes, path)
}

/**
 * Returns the tasks that can be performed now by any player, each once, in the order of the design. Spec 4.9
 * "Triggers".
 */
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

/**
 * Whether a task can be performed now. The cost depends on how deeply it is nested, and not on the size of the process.
 */
export function canPerform({ nodes }: Graph, states: Nodes, task: Task): boolean {
  let stateOf = statesOf(states)
  for (const path of task.within) {
    const parent = nodes.get(path) as SubProcess
    if (!isOffered(parent, stateOf)) return false
    stateOf = insideOf(parent, stateOf)
  }
  return isOffered(task, stateOf)
}

/** Whether an activity has a token, or the gateway that offers it as a branch has one. */
export function isOffered({ path, chooser }: Activity, stateOf: StateOf): boolean {
  return hasToken(stateOf(path)) || (chooser !== undefined && hasToken(stateOf(chooser)))
}

const hasToken = (state: NodeState | undefined): boolean => state !== undefined && state.tokens > 0

/** Returns the states of nodes in a sub_process. If it has not begun, these are its initial states. */
export function insideOf({ path, inside }: SubProcess, stateOf: StateOf): StateOf {
  return stateOf(path)?.state === 'ACTIVE' ? stateOf : (of) => inside.initial.get(of)
}
