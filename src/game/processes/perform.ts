import type { Observer, Outcome } from '../rules/observer.ts'
import type { Activity, Container, Graph, ProcessNode, SubProcess, Task } from './graph.ts'
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
import type { NodeChange } from './shapes.ts'

/** How an activity came out of being performed. Spec 4.9 "Flow". */
export interface Turn {
  readonly activity: Activity
  /** It has to be tried again, has loops left, or its token went on. */
  readonly outcome: Outcome
  /** Whether its draw came true. */
  readonly lucky: boolean
  /** Which of its rounds that was, counted from 1. */
  readonly round: number
}

/** What performing a task does to the nodes of its process. */
export interface Performance {
  readonly nodes: readonly NodeChange[]
  /** That of the task, then those of the sub_processes that it brought to an end, from the inside out. */
  readonly turns: readonly Turn[]
  /** Whether nothing is left to do in the process. */
  readonly completed: boolean
}

/**
 * Performs a task that is offered. A token that gateways offered to choose from is the task's from then on, whatever its
 * luck, and so that of each sub_process around it. Costs as much as the nodes that it reaches, and those beside it where a
 * token comes to its end. Spec 4.9.
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
    const around: SubProcess | undefined = subProcessAround(graph, activity)
    const container = around?.inside ?? graph.root
    moveTokens(draft, graph.nodes, container.gateways, activity.out)
    // What comes next is mostly what there is left to do; else all nodes are looked through.
    if (activity.out.some(({ to }) => isOpenNode(draft, graph.nodes.get(to))) || isOpen(draft, container)) break
    end(draft, container)
    completed = !around
    activity = around
  }
  return { nodes: [...draft.changed], turns, completed }
}

/** Whether anything is left to do in a process; nothing that its definition does not have counts. */
export function isOngoing(graph: Graph, nodes: Nodes): boolean {
  return isOpen({ before: nodes, changed: new Map() }, graph.root)
}

function subProcessAround({ nodes }: Graph, { within }: Activity): SubProcess | undefined {
  const path = within.at(-1)
  return path === undefined ? undefined : (nodes.get(path) as SubProcess)
}

/** Begins a sub_process that is to be performed, as if nothing had been done in it before. */
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

/** Lets an activity that has no token have one of the gateway that offers it: so the other branches are withdrawn. */
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
  // What is to be performed once more stays as it is, or goes on; a sub_process has to begin anew.
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

/** Whether something in a container can be performed, or will be. */
function isOpen(draft: NodesDraft, container: Container): boolean {
  return container.nodes.some((node) => isOpenNode(draft, node))
}

function isOpenNode(draft: NodesDraft, node: ProcessNode | undefined): boolean {
  const state = node && stateIn(draft, node.path)
  if (!node || !state?.tokens) return false
  if (!isActivity(node)) return node.chooses
  return node.kind === 'task' || state.state === 'READY' || isOpen(draft, node.inside)
}

/** Drops what waits in a container in which nothing is left to do. */
function end(draft: NodesDraft, { nodes }: Container): void {
  for (const { path } of nodes) if (tokensIn(draft, path) > 0) draft.changed.set(path, COMPLETED)
}
