import { quoted } from '../kernel/message-text.ts'
import type { LazyMessage } from '../kernel/problem-list.ts'
import {
  activityPaths,
  inOrder,
  linksOf,
  UNNAMED_LANE,
  type ActivityDesign,
  type ContainerDesign,
  type FlowDesign,
  type GatewayDesign,
  type Links,
} from './container.ts'

type Path = readonly (string | number)[]

/** Receives each problem and its path in the process. */
type Report = (path: Path, words: LazyMessage) => void

/** The parts of a process that decide its flow. */
interface LanedContainer extends ContainerDesign {
  readonly lanes?: readonly { readonly name: string }[] | undefined
}

/** Reports what prevents tokens from moving through a process. Such a process cannot be saved. Spec 4.9. */
export function checkFlow(design: LanedContainer, report: Report): void {
  const lanes = new Set([UNNAMED_LANE, ...(design.lanes ?? []).map(({ name }) => name)])
  const paths = new Set(activityPaths(design))
  const known = { lanes, isActivity: (path: string) => paths.has(path) }
  checkContainer(design, { at: [], within: '' }, known, report)
}

/** The lanes and activities that nodes can name. An activity is named by its path. */
interface Known {
  readonly lanes: ReadonlySet<string>
  readonly isActivity: (path: string) => boolean
}

/** The path of a container in the design, and the prefix of its activities' paths. */
interface ContainerContext {
  readonly at: Path
  readonly within: string
}

function checkContainer(
  container: ContainerDesign,
  { at, within }: ContainerContext,
  known: Known,
  report: Report,
): void {
  const { activities = [], gateways = [] } = container
  const reportHere: Report = (path, words) => report([...at, ...path], words)
  const nodes = [
    ...activities.map((node, i) => ({ node, path: ['activities', i] })),
    ...gateways.map((node, i) => ({ node, path: ['gateways', i] })),
  ]
  const ids = new Set<string>()
  for (const { node, path } of nodes) {
    if (ids.has(node.id)) reportHere([...path, 'id'], `the id '${node.id}' appears twice in its container`)
    ids.add(node.id)
    const { lane } = node
    if (lane !== undefined && !known.lanes.has(lane))
      reportHere([...path, 'lane'], (suggest) => `the process has no lane ${quoted(lane)}${suggest(lane, known.lanes)}`)
  }
  checkFlows(container, ids, reportHere)
  activities.forEach((activity, i) => {
    checkResolutions(activity, within, known, (path, words) => reportHere(['activities', i, ...path], words))
    if (activity.type === 'sub_process' && !hasNodes(activity)) reportHere(['activities', i], NO_ACTIVITY_AT_START)
    checkContainer(activity, { at: [...at, 'activities', i], within: `${within}${activity.id}/` }, known, report)
  })
}

const NO_ACTIVITY_AT_START = 'no activity can be performed at the start'

const hasNodes = ({ activities = [], gateways = [] }: ContainerDesign): boolean =>
  activities.length + gateways.length > 0

/** Checks that each resolution names an activity of the same container by its id, or any activity by its path. */
function checkResolutions(
  { rewards = [] }: ActivityDesign,
  within: string,
  { isActivity }: Known,
  report: Report,
): void {
  rewards.forEach(({ resolution }, i) => {
    if (resolution === undefined || isActivity(within + resolution) || isActivity(resolution)) return
    report(['rewards', i, 'resolution'], `the process has no activity ${quoted(resolution)}`)
  })
}

function checkFlows(container: ContainerDesign, ids: ReadonlySet<string>, report: Report): void {
  const { activities = [], gateways = [], sequence_flows = [] } = container
  sequence_flows.forEach((flow, i) => {
    for (const end of ['src', 'tgt'] as const)
      if (!ids.has(flow[end]))
        report(
          ['sequence_flows', i, end],
          (suggest) => `there is no ${quoted(flow[end])} in this container${suggest(flow[end], ids)}`,
        )
  })
  const flows = sequence_flows.filter(({ src, tgt }) => ids.has(src) && ids.has(tgt))
  const links = linksOf(flows)
  activities.forEach(({ id }, i) => {
    if (links.into(id).length > 1) report(['activities', i], `'${id}' has more than one incoming flow`)
    if (links.out(id).length > 1) report(['activities', i], `'${id}' has more than one outgoing flow`)
  })
  const cyclic = gatewaysOnCycles(gateways, flows)
  checkGateways(gateways, links, cyclic, report)
  if (ids.size > 0 && [...ids].every((id) => links.into(id).length > 0))
    report(['sequence_flows'], 'no start node: every node has an incoming flow')
  else if (ids.size > 0 && cyclic.size === 0 && !offersAtStart(container, links)) report([], NO_ACTIVITY_AT_START)
}

function checkGateways(
  gateways: readonly GatewayDesign[],
  { out, into }: Links,
  cyclic: ReadonlySet<string>,
  report: Report,
): void {
  const ids = new Set(gateways.map(({ id }) => id))
  gateways.forEach(({ id, type }, i) => {
    const targets = out(id)
    const diverges = targets.length > 1
    if (diverges && into(id).length > 1)
      report(
        ['gateways', i],
        `'${id}' has more than one incoming flow and more than one outgoing flow: a gateway can split or join, not both`,
      )
    const next = diverges && type === 'exclusive' ? targets.find(({ tgt }) => ids.has(tgt)) : undefined
    if (next !== undefined)
      report(
        ['gateways', i],
        `'${id}' can only lead to tasks and sub_processes, because the player chooses one of them, but '${next.tgt}' is a gateway`,
      )
    if (cyclic.has(id)) report(['gateways', i], `'${id}' is part of a loop that has only gateways`)
  })
}

/**
 * Returns the gateways that lead back to themselves through gateways only, or lie between such cycles. They have no
 * place in a topological order, forward or backward.
 */
function gatewaysOnCycles(gateways: readonly GatewayDesign[], flows: readonly FlowDesign[]): ReadonlySet<string> {
  const ids = gateways.map(({ id }) => id)
  const backward = flows.map(({ src, tgt }) => ({ src: tgt, tgt: src }))
  const ordered = new Set([...inOrder(ids, linksOf(flows)), ...inOrder(ids, linksOf(backward))])
  return new Set(ids.filter((id) => !ordered.has(id)))
}

/** Whether a token of the start reaches an activity, rather than only waits or ends at gateways. */
function offersAtStart({ activities = [], gateways = [] }: ContainerDesign, links: Links): boolean {
  if (activities.some(({ id }) => links.into(id).length === 0)) return true
  const types = new Map(gateways.map(({ id, type }) => [id, type]))
  const passedIds = new Set<string>()
  for (const id of inOrder([...types.keys()], links)) {
    const sources = links.into(id)
    const hasArrived = ({ src }: FlowDesign): boolean => passedIds.has(src)
    const passes =
      types.get(id) === 'parallel' ? sources.every(hasArrived) : sources.length === 0 || sources.some(hasArrived)
    if (!passes) continue
    if (links.out(id).some(({ tgt }) => !types.has(tgt))) return true
    passedIds.add(id)
  }
  return false
}
