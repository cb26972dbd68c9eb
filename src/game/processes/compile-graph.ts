import { compileRate } from '../actions/rate.ts'
import { within, type Report } from '../design/component.ts'
import { limitOf } from '../design/instance-settings.ts'
import { compileRequirement, type RequirementCatalogue } from '../rules/requirement.ts'
import { compileReward } from '../rules/reward.ts'
import { MAX_WORK, tooMuchGivenMessage, workOfGifts } from '../rules/work.ts'
import {
  activityPaths,
  inOrder,
  linksOf,
  offererOf,
  UNNAMED_LANE,
  type ActivityDesign,
  type ContainerDesign,
  type FlowDesign,
  type GatewayDesign,
  type Links,
} from './container.ts'
import type { Activity, ActivityReward, Container, Flow, Gateway, Graph, ProcessNode } from './graph.ts'
import { initialStates } from './tokens.ts'

/** Makes the nodes and flows of a process ready, and reports what they refer to in vain. */
export function compileGraph(design: ContainerDesign, catalogue: RequirementCatalogue, report: Report): Graph {
  const nodes = new Map<string, ProcessNode>()
  const making = { nodes, catalogue, paths: new Set(activityPaths(design)) }
  return { root: compileContainer(design, making, { within: [], prefix: '', work: 0 }, report), nodes }
}

/** What all containers of a process are made with. */
interface Making {
  /** Those that are ready. */
  readonly nodes: Map<string, ProcessNode>
  readonly catalogue: RequirementCatalogue
  /** Of all activities. */
  readonly paths: ReadonlySet<string>
}

/** Where a container stands. */
interface ContainerContext {
  /** Paths of the sub_processes around its nodes, the outermost first. */
  readonly within: readonly string[]
  /** What its nodes' paths begin with. */
  readonly prefix: string
  /** What the rewards of those sub_processes come to, as one play may bring them all. */
  readonly work: number
}

/** A container's design with its flows sorted. */
interface Plan extends ContainerContext {
  readonly links: Links
  readonly gateways: ReadonlyMap<string, GatewayDesign>
}

function compileContainer(design: ContainerDesign, making: Making, place: ContainerContext, report: Report): Container {
  const { activities = [], gateways = [], sequence_flows } = design
  const links = linksOf(sequence_flows)
  const plan = { ...place, links, gateways: new Map(gateways.map((gateway) => [gateway.id, gateway])) }
  const ready = new Map(gateways.map((gateway) => [gateway.id, compileGateway(gateway, plan)]))
  const nodes = [
    ...activities.map((activity, i) => compileActivity(activity, making, plan, within(report, 'activities', i))),
    ...ready.values(),
  ]
  for (const node of nodes) making.nodes.set(node.path, node)
  const order = inOrder([...ready.keys()], links).flatMap((id) => ready.get(id) ?? [])
  const starts = nodes.filter(({ id }) => links.into(id).length === 0).map(({ path }) => ({ to: path, by: '' }))
  return { nodes, gateways: order, ...initialStates(making.nodes, order, starts) }
}

function compileGateway({ id, name, lane = UNNAMED_LANE, type }: GatewayDesign, plan: Plan): Gateway {
  const [out, into] = [plan.links.out(id), plan.links.into(id)]
  return {
    kind: type,
    id,
    path: plan.prefix + id,
    name,
    lane,
    out: flowsOf(out, plan),
    chooses: type === 'exclusive' && out.length > 1,
    joins: type === 'parallel' && into.length > 1 ? into.map((flow) => nameOfFlow(flow, into)) : [],
  }
}

function flowsOf(flows: readonly FlowDesign[], { prefix, links }: Plan): readonly Flow[] {
  return flows.map((flow) => ({ to: prefix + flow.tgt, by: nameOfFlow(flow, links.into(flow.tgt)) }))
}

/** A flow is known by its source; where there are several from there, the others by their number too. */
function nameOfFlow(flow: FlowDesign, into: readonly FlowDesign[]): string {
  const place = into.filter(({ src }) => src === flow.src).indexOf(flow)
  return place === 0 ? flow.src : `${flow.src}:${place + 1}`
}

function compileActivity(design: ActivityDesign, making: Making, plan: Plan, report: Report): Activity {
  const { id, name, lane = UNNAMED_LANE, type, loop, probability = 1, rate, requires } = design
  const path = plan.prefix + id
  const [flow] = plan.links.out(id)
  const offerer = offererOf(id, plan.links)
  const rewards = compileRewards(design, making, plan, report)
  const work = plan.work + workOfGifts(rewards.map(({ reward }) => reward))
  if (work > MAX_WORK) report(['rewards'], tooMuchGivenMessage)
  const common = {
    id,
    path,
    name,
    lane,
    out: flowsOf(flow ? [flow] : [], plan),
    within: plan.within,
    chooser: plan.gateways.get(offerer)?.type === 'exclusive' ? plan.prefix + offerer : undefined,
    loop: loop === undefined ? 0 : limitOf(loop),
    retry: flow?.retry ?? false,
    probability,
    rate: rate && compileRate(rate),
    requires: compileRequirement(requires, making.catalogue, within(report, 'requires')),
    rewards,
  }
  if (type === 'task') return { kind: type, ...common, trigger: `${path}:${offerer}` }
  const inside = { within: [...plan.within, path], prefix: `${path}/`, work }
  return { kind: type, ...common, inside: compileContainer(design, making, inside, report) }
}

function compileRewards(
  { rewards = [] }: ActivityDesign,
  { catalogue, paths }: Making,
  { prefix }: ContainerContext,
  report: Report,
): readonly ActivityReward[] {
  return rewards.flatMap((design, i) => {
    const reward = compileReward(design, catalogue.metrics, undefined, within(report, 'rewards', i))
    if (!reward) return []
    const { recurring = false, resolution } = design
    return [{ reward, recurring, resolution: resolution === undefined ? undefined : pathOf(resolution) }]
  })

  /** What is in the same container goes before what has that path. */
  function pathOf(resolution: string): string {
    return paths.has(prefix + resolution) ? prefix + resolution : resolution
  }
}
