import { rateWords } from '../../../game/actions/words.ts'
import type { ProcessDesign } from '../../../game/processes/design.ts'
import { requirementWords, rewardWords } from '../../../game/rules/words.ts'
import type { Graph, GraphEdge, GraphNode } from './graph.ts'

/** Nodes and the flows between them: a process, or a sub_process in it. Spec 4.9. */
interface Container {
  readonly activities?: readonly Activity[] | undefined
  readonly gateways?: readonly Gateway[] | undefined
  readonly sequence_flows?: readonly Flow[] | undefined
}

interface Activity extends Container {
  readonly id: string
  readonly name: string
  readonly type: 'task' | 'sub_process'
  readonly lane?: string
  readonly loop?: string | number
  readonly probability?: number
  readonly rate?: unknown
  readonly requires?: unknown
  readonly rewards?: readonly { readonly recurring?: boolean; readonly resolution?: string }[]
}

interface Gateway {
  readonly id: string
  readonly name: string
  readonly type: 'parallel' | 'exclusive'
  readonly lane?: string
}

interface Flow {
  readonly src: string
  readonly tgt: string
  readonly retry?: boolean | undefined
}

/** The lane of nodes that name none. Spec 4.9. */
const UNNAMED_LANE = '~'

/** Where a container stands: what ids of its nodes begin with, and the lanes of the drawing around it. */
interface Place {
  readonly prefix: string
  readonly lanes: readonly string[]
  /** The lane of the sub_process that it is. */
  readonly lane: string
}

/** A process as a drawing: its lanes, what can be done in them under which trigger, and what follows on what. */
export function processGraph(design: ProcessDesign): Graph {
  const container = design as Container
  const lanes = lanesOf(design, container)
  return containerGraph(container, design.name, { prefix: '', lanes, lane: UNNAMED_LANE })
}

/** The lanes that something stands in, or that are there to be stood in; none where there is but the unnamed one. */
function lanesOf({ lanes = [] }: ProcessDesign, { activities = [], gateways = [] }: Container): readonly string[] {
  const names = lanes.map(({ name }) => name)
  const hasUnnamed = [...activities, ...gateways].some(({ lane = UNNAMED_LANE }) => lane === UNNAMED_LANE)
  return names.length > 0 && hasUnnamed ? [...names, UNNAMED_LANE] : names
}

function containerGraph(container: Container, title: string, place: Place): Graph {
  const { activities = [], gateways = [], sequence_flows: flows = [] } = container
  const laneOf = (lane = UNNAMED_LANE): number => Math.max(0, place.lanes.indexOf(lane))
  const nodes: GraphNode[] = [
    ...activities.map((activity) => ({ ...activityNode(activity, flows, place), lane: laneOf(activity.lane) })),
    ...gateways.map(({ id, name, type, lane }) => ({
      id: place.prefix + id,
      kind: type,
      title: name,
      facts: [],
      lane: laneOf(lane),
    })),
  ]
  const edges = flows.map(({ src, tgt, retry }): GraphEdge => {
    const ends = { from: place.prefix + src, to: place.prefix + tgt }
    return retry ? { ...ends, kind: 'retry', label: 'retry' } : { ...ends, kind: 'flow' }
  })
  return withEnds({ title, lanes: place.lanes, nodes, edges })
}

/** With a mark before each node that nothing leads to, and one behind each that leads nowhere. */
function withEnds({ title, lanes, nodes, edges }: Graph): Graph {
  const [sources, targets] = [new Set(edges.map(({ from }) => from)), new Set(edges.map(({ to }) => to))]
  const mark = (kind: 'start' | 'end', { id, lane }: GraphNode): GraphNode => ({
    id: `${id}:${kind}`,
    kind,
    title: '',
    facts: [],
    lane,
  })
  const starts = nodes.filter(({ id }) => !targets.has(id))
  const ends = nodes.filter(({ id }) => !sources.has(id))
  return {
    title,
    lanes,
    nodes: [...starts.map((node) => mark('start', node)), ...nodes, ...ends.map((node) => mark('end', node))],
    edges: [
      ...starts.map(({ id }) => ({ from: `${id}:start`, to: id, kind: 'flow' as const })),
      ...edges,
      ...ends.map(({ id }) => ({ from: id, to: `${id}:end`, kind: 'flow' as const })),
    ],
  }
}

function activityNode(activity: Activity, flows: readonly Flow[], place: Place): Omit<GraphNode, 'lane'> {
  const { id, name, type, lane = UNNAMED_LANE } = activity
  const path = place.prefix + id
  const elsewhere = place.prefix !== '' && lane !== place.lane && lane !== UNNAMED_LANE ? [`in lane ${lane}`] : []
  const facts = [...elsewhere, ...factsOf(activity)]
  if (type === 'task') return { id: path, kind: type, title: name, trigger: triggerOf(id, flows, place), facts }
  const inner = containerGraph(activity, '', { prefix: `${path}/`, lanes: [], lane })
  return { id: path, kind: type, title: name, facts, inner }
}

/** The id by which a task is performed: it names the gateway that offers it, where one does. Spec 4.9 "Triggers". */
function triggerOf(id: string, flows: readonly Flow[], { prefix }: Place): string {
  const source = flows.find(({ tgt }) => tgt === id)?.src
  const diverges = source !== undefined && flows.filter(({ src }) => src === source).length > 1
  return `${prefix}${id}:${diverges ? source : id}`
}

function factsOf({ loop, probability = 1, rate, requires, rewards = [] }: Activity): string[] {
  const times = loop === undefined || String(loop) === '0' ? [] : [loopText(String(loop))]
  const luck = probability < 1 ? [`succeeds ${Math.round(probability * 10_000) / 100}% of the time`] : []
  const limit = rateWords(rate)
  const needed = requires === undefined ? undefined : requirementWords(requires)
  return [
    ...rewards.map(rewardText),
    ...times,
    ...luck,
    ...(limit === undefined ? [] : [`at most ${limit}`]),
    ...(needed === undefined || needed === 'nothing' ? [] : [`needs ${needed}`]),
  ]
}

function loopText(loop: string): string {
  return loop === 'Infinity' ? 'again and again' : `${Number(loop) + 1} times`
}

function rewardText(reward: NonNullable<Activity['rewards']>[number]): string {
  const { recurring, resolution } = reward
  const when = [
    ...(recurring ? ['each time'] : []),
    ...(resolution === undefined ? [] : [`once ${resolution} is done`]),
  ]
  return [rewardWords(reward) ?? 'something', ...when].join(', ')
}
