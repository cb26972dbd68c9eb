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

/** Compiles the nodes and flows of a process and reports references to components that do not exist. */
export function compileGraph(design: ContainerDesign, catalogue: RequirementCatalogue, report: Report): Graph {
  const nodes = new Map<string, ProcessNode>()
  const context = { nodes, catalogue, paths: new Set(activityPaths(design)) }
  return { root: compileContainer(design, context, { within: [], prefix: '', work: 0 }, report), nodes }
}

/** What the compilation of all containers of a process shares. */
interface CompileContext {
  /** The compiled nodes by path. */
  readonly nodes: Map<string, ProcessNode>
  readonly catalogue: RequirementCatalogue
  /** The paths of all activities. */
  readonly paths: ReadonlySet<string>
}

/** The position of a container in its process. */
interface ContainerContext {
  /** The paths of the sub_processes around its nodes, outermost first. */
  readonly within: readonly string[]
  /** The prefix of its nodes' paths. */
  readonly prefix: string
  /** The work of the rewards of those sub_processes, because one play can give them all. */
  readonly work: number
}

/** A container with its flows sorted. */
interface Plan extends ContainerContext {
  readonly links: Links
  readonly gateways: ReadonlyMap<string, GatewayDesign>
}

function compileContainer(
  design: ContainerDesign,
  context: CompileContext,
  parent: ContainerContext,
  report: Report,
): Container {
  const { activities = [], gateways = [], sequence_flows } = design
  const links = linksOf(sequence_flows)
  const plan = { ...parent, links, gateways: new Map(gateways.map((gateway) => [gateway.id, gateway])) }
  const compiledGateways = new Map(gateways.map((gateway) => [gateway.id, compileGateway(gateway, plan)]))
  const nodes = [
    ...activities.map((activity, i) => compileActivity(activity, context, plan, within(report, 'activities', i))),
    ...compiledGateways.values(),
  ]
  for (const node of nodes) context.nodes.set(node.path, node)
  const order = inOrder([...compiledGateways.keys()], links).flatMap((id) => compiledGateways.get(id) ?? [])
  const starts = nodes.filter(({ id }) => links.into(id).length === 0).map(({ path }) => ({ to: path, by: '' }))
  return { nodes, gateways: order, ...initialStates(context.nodes, order, starts) }
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

/**
 * Returns the name of a flow: the id of its source. If several flows lead from there to the same node, all but the
 * first have their number appended.
 */
function nameOfFlow(flow: FlowDesign, into: readonly FlowDesign[]): string {
  const index = into.filter(({ src }) => src === flow.src).indexOf(flow)
  return index === 0 ? flow.src : `${flow.src}:${index + 1}`
}

function compileActivity(design: ActivityDesign, context: CompileContext, plan: Plan, report: Report): Activity {
  const { id, name, lane = UNNAMED_LANE, type, loop, probability = 1, rate, requires } = design
  const path = plan.prefix + id
  const [flow] = plan.links.out(id)
  const offerer = offererOf(id, plan.links)
  const rewards = compileRewards(design, context, plan, report)
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
    requires: compileRequirement(requires, context.catalogue, within(report, 'requires')),
    rewards,
  }
  if (type === 'task') return { kind: type, ...common, trigger: `${path}:${offerer}` }
  const inside = { within: [...plan.within, path], prefix: `${path}/`, work }
  return { kind: type, ...common, inside: compileContainer(design, context, inside, report) }
}

function compileRewards(
  { rewards = [] }: ActivityDesign,
  { catalogue, paths }: CompileContext,
  { prefix }: ContainerContext,
  report: Report,
): readonly ActivityReward[] {
  return rewards.flatMap((design, i) => {
    const reward = compileReward(design, catalogue.metrics, undefined, within(report, 'rewards', i))
    if (!reward) return []
    const { recurring = false, resolution } = design
    return [{ reward, recurring, resolution: resolution === undefined ? undefined : pathOf(resolution) }]
  })

  /** An activity of the same container takes precedence over one with that path. */
  function pathOf(resolution: string): string {
    return paths.has(prefix + resolution) ? prefix + resolution : resolution
  }
}
