import type { Observer, Outcome } from '../rules/observer.ts'
import type { Activity, Container, Graph, ProcessNode, SubProcess, Task } from './graph.ts'
import type { NodeChange } from './shapes.ts'
import {
  COMPLETED,
  isActivity,
  moveTokens,
  readyWith,
  stateIn,
  tokensIn,
  type Nodes,
  type NodesDraft,
} from './tokens.ts'

/** One round of an activity. Spec 4.9 "Flow". */
export interface Turn {
  readonly activity: Activity
  /** Whether it has to be tried again, has loops left, or passed its token on. */
  readonly outcome: Outcome
  /** Whether its draw was successful. */
  readonly lucky: boolean
  /** The number of the round, counted from 1. */
  readonly round: number
}

/** The effects of performing a task on the nodes of its process. */
export interface Performance {
  readonly nodes: readonly NodeChange[]
  /** The round of the task, then those of the sub_processes that it completed, innermost first. */
  readonly turns: readonly Turn[]
  /** Whether the process has nothing left to do. */
  readonly completed: boolean
}

/**
 * Performs a task that is offered. It takes a token from the gateways that offer the task and the sub_processes around
 * it, whether or not the draw is successful. The cost grows with the nodes that tokens reach, and with the other nodes
 * of a container where a token ends. Spec 4.9.
 */
export function perform(
  graph: Graph,
  before: Nodes,
  task: Task,
  luck: (activity: Activity) => boolean,
  observer?: Observer,
): Performance {
  const draft: NodesDraft = { before, changed: new Map(), observer }
  for (const path of task.within) begin(draft, graph, graph.nodes.get(path) as SubProcess)
  takeToken(draft, graph, task)
  const turns: Turn[] = []
  let completed = false
  for (let activity: Activity | undefined = task; activity;) {
    const turn = takeTurn(draft, activity, luck(activity))
    turns.push(turn)
    observer?.performed(activity, turn.outcome, turn.lucky, turn.round)
    if (turn.outcome !== 'done') break
    const parent: SubProcess | undefined = parentOf(graph, activity)
    const container = parent?.inside ?? graph.root
    moveTokens(draft, graph.nodes, container.gateways, activity.out)
    // Usually the next nodes are open. Otherwise all nodes have to be checked.
    if (activity.out.some(({ to }) => isOpenNode(draft, graph.nodes.get(to))) || isOpen(draft, container)) break
    end(draft, container)
    completed = !parent
    activity = parent
  }
  return { nodes: [...draft.changed], turns, completed }
}

/** Whether a process has anything left to do. Nodes that the definition no longer has do not count. */
export function isOngoing(graph: Graph, nodes: Nodes): boolean {
  return isOpen({ before: nodes, changed: new Map() }, graph.root)
}

function parentOf({ nodes }: Graph, { within }: Activity): SubProcess | undefined {
  const path = within.at(-1)
  return path === undefined ? undefined : (nodes.get(path) as SubProcess)
}

/** Begins a sub_process that is to be performed, with all its nodes in their initial states. */
function begin(draft: NodesDraft, graph: Graph, activity: SubProcess): void {
  if (stateIn(draft, activity.path)?.state === 'ACTIVE') return
  takeToken(draft, graph, activity)
  const ready = stateIn(draft, activity.path) ?? COMPLETED
  draft.changed.set(activity.path, { ...ready, state: 'ACTIVE' })
  const { nodes, initial, taken } = activity.inside
  if (draft.observer) for (const flow of taken) draft.observer.flowed(flow)
  for (const { path } of nodes) {
    const first = initial.get(path)
    if (first ?? stateIn(draft, path)) draft.changed.set(path, first ?? null)
  }
}

/**
 * Gives an activity without a token one from the gateway that offers it. This withdraws the gateway's other branches.
 */
function takeToken(draft: NodesDraft, { nodes }: Graph, { path, chooser }: Activity): void {
  if (tokensIn(draft, path) > 0) return
  const offered = chooser === undefined ? 0 : tokensIn(draft, chooser)
  if (chooser === undefined || offered === 0) throw new Error(`the activity ${path} is performed and was not offered`)
  draft.changed.set(chooser, readyWith(offered - 1))
  draft.changed.set(path, readyWith(1))
  const flow = draft.observer && nodes.get(chooser)?.out.find(({ to }) => to === path)
  if (flow) draft.observer?.flowed(flow)
}

function takeTurn(draft: NodesDraft, activity: Activity, lucky: boolean): Turn {
  const { path, kind, loop, retry } = activity
  const { tokens, loops = 0 } = stateIn(draft, path) ?? COMPLETED
  const round = loops + 1
  // An activity to be performed again keeps its state or is ACTIVE. A sub_process has to begin again.
  if (!lucky && retry) {
    if (kind === 'sub_process') draft.changed.set(path, { state: 'READY', tokens, loops })
    return { activity, outcome: 'failed', lucky, round }
  }
  if (loops < loop) {
    draft.changed.set(path, { state: kind === 'task' ? 'ACTIVE' : 'READY', tokens, loops: round })
    return { activity, outcome: 'looped', lucky, round }
  }
  draft.changed.set(path, readyWith(tokens - 1))
  return { activity, outcome: 'done', lucky, round }
}

/** Whether anything in a container can be performed now or later. */
function isOpen(draft: NodesDraft, container: Container): boolean {
  return container.nodes.some((node) => isOpenNode(draft, node))
}

function isOpenNode(draft: NodesDraft, node: ProcessNode | undefined): boolean {
  const state = node && stateIn(draft, node.path)
  if (!node || !state?.tokens) return false
  if (!isActivity(node)) return node.chooses
  return node.kind === 'task' || state.state === 'READY' || isOpen(draft, node.inside)
}

/** Removes the tokens that wait in a container with nothing left to do. */
function end(draft: NodesDraft, { nodes }: Container): void {
  for (const { path } of nodes) if (tokensIn(draft, path) > 0) draft.changed.set(path, COMPLETED)
}
