import { rateWords } from '../game/actions/words.ts'
import { percentText } from '../game/kernel/decimal.ts'
import {
  linksOf,
  offererOf,
  UNNAMED_LANE,
  type ActivityDesign,
  type ActivityRewardDesign,
  type ContainerDesign,
  type Links,
} from '../game/processes/container.ts'
import type { ProcessDesign } from '../game/processes/design.ts'
import { requirementWords, rewardWords } from '../game/rules/words.ts'
import type { Graph, GraphEdge, GraphNode } from './graph.ts'

/** The context of a container: the prefix of its nodes' ids, and the lanes of the drawing. */
interface ContainerContext {
  readonly prefix: string
  readonly lanes: readonly string[]
  /** The lane of the sub_process. */
  readonly lane: string
}

/** Returns a process as a graph: its lanes, activities with their triggers, and flows. */
export function processGraph(design: ProcessDesign): Graph {
  return containerGraph(design, design.name, { prefix: '', lanes: lanesOf(design), lane: UNNAMED_LANE })
}

/**
 * Returns the lanes of the process, and the unnamed one if something is in it. Returns nothing if there is only the
 * unnamed one.
 */
function lanesOf({ lanes = [], activities = [], gateways = [] }: ProcessDesign): readonly string[] {
  const names = lanes.map(({ name }) => name)
  const hasUnnamed = [...activities, ...gateways].some(({ lane = UNNAMED_LANE }) => lane === UNNAMED_LANE)
  return names.length > 0 && hasUnnamed ? [...names, UNNAMED_LANE] : names
}

function containerGraph(container: ContainerDesign, title: string, context: ContainerContext): Graph {
  const { activities = [], gateways = [], sequence_flows: flows = [] } = container
  const links = linksOf(flows)
  const laneOf = (lane = UNNAMED_LANE): number => Math.max(0, context.lanes.indexOf(lane))
  const nodes: GraphNode[] = [
    ...activities.map((activity) => ({ ...activityNode(activity, links, context), lane: laneOf(activity.lane) })),
    ...gateways.map(({ id, name, type, lane }) => ({
      id: context.prefix + id,
      kind: type,
      title: name,
      facts: [],
      lane: laneOf(lane),
    })),
  ]
  const edges = flows.map(({ src, tgt, retry }): GraphEdge => {
    const ends = { from: context.prefix + src, to: context.prefix + tgt }
    return retry ? { ...ends, kind: 'retry', label: ['retry'] } : { ...ends, kind: 'flow' }
  })
  return withEnds({ title, lanes: context.lanes, nodes, edges })
}

/** Adds a start before each node that nothing leads to, and an end after each node that leads nowhere. */
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

function activityNode(activity: ActivityDesign, links: Links, context: ContainerContext): Omit<GraphNode, 'lane'> {
  const { id, name, type, lane = UNNAMED_LANE } = activity
  const path = context.prefix + id
  const laneNote = context.prefix !== '' && lane !== context.lane && lane !== UNNAMED_LANE ? [`in lane ${lane}`] : []
  const facts = [...laneNote, ...factsOf(activity)]
  if (type === 'task') return { id: path, kind: type, title: name, trigger: `${path}:${offererOf(id, links)}`, facts }
  const inner = containerGraph(activity, '', { prefix: `${path}/`, lanes: [], lane })
  return { id: path, kind: type, title: name, facts, inner }
}

function factsOf({ loop, probability = 1, rate, requires, rewards = [] }: ActivityDesign): string[] {
  const times = loop === undefined || String(loop) === '0' ? [] : [loopText(String(loop))]
  const luck = probability < 1 ? [`succeeds ${percentText(probability)} of the time`] : []
  const limit = rateWords(rate)
  const needed = requires === undefined ? undefined : requirementWords(requires)
  return [
    ...rewards.map(rewardText),
    ...times,
    ...luck,
    ...(limit === undefined ? [] : [limit]),
    ...(needed === undefined || needed === 'nothing' ? [] : [`needs ${needed}`]),
  ]
}

function loopText(loop: string): string {
  return loop === 'Infinity' ? 'again and again' : `${Number(loop) + 1} times`
}

function rewardText(reward: ActivityRewardDesign): string {
  const { recurring, resolution } = reward
  const when = [
    ...(recurring ? ['each time'] : []),
    ...(resolution === undefined ? [] : [`once ${resolution} is done`]),
  ]
  return [rewardWords(reward) ?? 'something', ...when].join(', ')
}
