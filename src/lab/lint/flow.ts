import type { ProcessDefinition } from '../../game/processes/definition.ts'
import type { Container, Flow, Graph, ProcessNode, Task } from '../../game/processes/graph.ts'
import { offeredTasks } from '../../game/processes/offers.ts'
import { perform } from '../../game/processes/perform.ts'
import { isActivity, withNodes, type Nodes } from '../../game/processes/tokens.ts'

/** How many performances are tried of one process. Of a process with more ways, nothing is said. */
const MAX_PERFORMANCES = 4000

/** What can happen in a process, whatever its luck. */
export interface FlowReport {
  /** The paths of the activities that can be performed. Undefined if the process has too many ways to try them all. */
  readonly performed: ReadonlySet<string> | undefined
  /** The flows that tokens can take, by the path of the node that they leave. */
  readonly taken: ReadonlyMap<string, ReadonlySet<string>>
  /** The paths of the tasks that can be performed more than once in a process. */
  readonly repeated: ReadonlySet<string>
  /** The paths of the tasks in loops that nothing leaves, in the order of the design. */
  readonly trapped: readonly string[]
}

/** Where the tokens of a process can be, and where performing a task leads. */
interface Marking {
  readonly nodes: Nodes
  readonly steps: { readonly task: string; readonly to: Marking }[]
  readonly completed: boolean
}

/**
 * Performs the tasks of a process in every order, each once for every token: rounds of a task and unlucky draws lead
 * nowhere else. The tasks in `impossible`, by path, are never performed. Spec 4.9 "Flow".
 */
export function exploreFlow({ graph, initial }: ProcessDefinition, impossible?: ReadonlySet<string>): FlowReport {
  const once = withoutLoops(graph)
  const performed = new Set<string>()
  const flows = new Set<Flow>(takenAtStart(once))
  const first: Marking = { nodes: initial, steps: [], completed: false }
  const markings = new Map([[keyOf(initial), first]])
  let performances = 0
  // The map grows while it is iterated, until all markings are known or there are too many.
  for (const marking of markings.values()) {
    if (marking.completed) continue
    for (const task of offeredTasks(once, marking.nodes)) {
      if (impossible?.has(task.path)) continue
      performances += 1
      if (performances > MAX_PERFORMANCES)
        return { performed: undefined, taken: new Map(), repeated: new Set(allTasks(once)), trapped: [] }
      const observer = { flowed: (flow: Flow) => void flows.add(flow), performed: () => undefined }
      const { nodes, turns, completed } = perform(once, marking.nodes, task, () => true, observer as never)
      for (const { activity } of turns) performed.add(activity.path)
      const after = withNodes(marking.nodes, nodes)
      const key = completed ? 'completed' : keyOf(after)
      const to = markings.get(key) ?? { nodes: after, steps: [], completed }
      markings.set(key, to)
      marking.steps.push({ task: task.path, to })
    }
  }
  const all = [...markings.values()]
  return {
    performed,
    taken: takenFlows(once, flows),
    repeated: new Set(allTasks(once).filter((task) => isRepeated(task, all))),
    trapped: trappedTasks(once, all),
  }
}

const allTasks = ({ nodes }: Graph): string[] =>
  [...nodes.values()].filter((node): node is Task => node.kind === 'task').map(({ path }) => path)

/** Returns the process with each activity performed once for each token. */
function withoutLoops({ root }: Graph): Graph {
  const nodes = new Map<string, ProcessNode>()
  const copy = (container: Container): Container => {
    const copied = container.nodes.map((node): ProcessNode => {
      const one =
        node.kind === 'sub_process'
          ? { ...node, loop: 0, inside: copy(node.inside) }
          : isActivity(node)
            ? { ...node, loop: 0 }
            : node
      nodes.set(one.path, one)
      return one
    })
    return { ...container, nodes: copied }
  }
  return { root: copy(root), nodes }
}

function takenAtStart({ root, nodes }: Graph): Flow[] {
  const containers = [
    root,
    ...[...nodes.values()].flatMap((node) => (node.kind === 'sub_process' ? [node.inside] : [])),
  ]
  return containers.flatMap(({ taken }) => taken)
}

function takenFlows({ nodes }: Graph, flows: ReadonlySet<Flow>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...nodes.values()].map(({ path, out }) => [
      path,
      new Set(out.filter((flow) => flows.has(flow)).map(({ to }) => to)),
    ]),
  )
}

/** Nodes without tokens behave as if they had never been reached. */
function keyOf(nodes: Nodes): string {
  const held = Object.entries(nodes).filter(([, { state, tokens }]) => tokens > 0 || state !== 'COMPLETED')
  return JSON.stringify(held.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function reachableFrom(starts: readonly Marking[]): ReadonlySet<Marking> {
  const reached = new Set(starts)
  // The set grows while it is iterated.
  for (const { steps } of reached) for (const { to } of steps) reached.add(to)
  return reached
}

const performs = ({ steps }: Marking, path: string): boolean => steps.some(({ task }) => task === path)

/** Whether a task can be performed after it was performed. */
function isRepeated(path: string, markings: readonly Marking[]): boolean {
  const after = markings.flatMap(({ steps }) => steps.filter(({ task }) => task === path).map(({ to }) => to))
  return [...reachableFrom(after)].some((marking) => performs(marking, path))
}

function trappedTasks(graph: Graph, markings: readonly Marking[]): readonly string[] {
  const before = new Map<Marking, Marking[]>()
  for (const marking of markings)
    for (const { to } of marking.steps) before.set(to, [...(before.get(to) ?? []), marking])
  const ending = new Set(markings.filter(({ completed }) => completed))
  for (const marking of ending) for (const earlier of before.get(marking) ?? []) ending.add(earlier)
  const stuck = markings.filter((marking) => !ending.has(marking) && marking.steps.length > 0)
  // A task beside such a loop may be repeated too. It is in the loop only if the process never ends after it.
  const leaving = new Set(
    markings.flatMap(({ steps }) => steps.filter(({ to }) => ending.has(to)).map(({ task }) => task)),
  )
  return allTasks(graph).filter((task) => !leaving.has(task) && isRepeated(task, stuck))
}
