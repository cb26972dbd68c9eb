import { suggestion } from '../kernel/nearest.ts'

interface Node {
  readonly id: string
  readonly lane?: string | undefined
}

interface Activity extends Node, Container {
  readonly rewards?: readonly { readonly resolution?: string | undefined }[] | undefined
}

interface Gateway extends Node {
  readonly type: 'parallel' | 'exclusive'
}

interface Flow {
  readonly src: string
  readonly tgt: string
}

/** Nodes and the flows between them: a process, or a sub_process in it. */
interface Container {
  readonly activities?: readonly Activity[] | undefined
  readonly gateways?: readonly Gateway[] | undefined
  readonly sequence_flows?: readonly Flow[] | undefined
}

type Path = readonly (string | number)[]

/** Told what is wrong, and where in the process. */
type Tell = (path: Path, message: string) => void

/** The lane of nodes that name none. Spec 4.9. */
const UNNAMED_LANE = '~'

/** A process as far as its flow goes. */
export interface FlowDesign extends Container {
  readonly lanes?: readonly { readonly name: string }[] | undefined
}

/** Tells what keeps tokens from running through a process: what is refused when it is saved. Spec 4.9. */
export function checkFlow(design: FlowDesign, tell: Tell): void {
  const lanes = new Set([UNNAMED_LANE, ...(design.lanes ?? []).map(({ name }) => name)])
  const paths = new Set(activityPaths(design, ''))
  const known = { lanes, isActivity: (path: string) => paths.has(path) }
  checkContainer(design, { at: [], within: '' }, known, tell)
}

/** What the nodes of a process may name; an activity by its path. */
interface Known {
  readonly lanes: ReadonlySet<string>
  readonly isActivity: (path: string) => boolean
}

/** A container's place in the design, and what stands before the paths of its activities. */
interface Place {
  readonly at: Path
  readonly within: string
}

/** `tour/visit`: an activity of a sub_process. Spec 4.9 "Triggers". */
function* activityPaths({ activities = [] }: Container, within: string): Generator<string> {
  for (const activity of activities) {
    const path = within + activity.id
    yield path
    yield* activityPaths(activity, `${path}/`)
  }
}

function checkContainer(container: Container, { at, within }: Place, known: Known, tell: Tell): void {
  const { activities = [], gateways = [] } = container
  const here: Tell = (path, message) => tell([...at, ...path], message)
  const nodes = [
    ...activities.map((node, i) => ({ node, path: ['activities', i] })),
    ...gateways.map((node, i) => ({ node, path: ['gateways', i] })),
  ]
  const ids = new Set<string>()
  for (const { node, path } of nodes) {
    if (ids.has(node.id)) here([...path, 'id'], `the id '${node.id}' stands twice in its container`)
    ids.add(node.id)
    if (node.lane !== undefined && !known.lanes.has(node.lane))
      here([...path, 'lane'], `the process has no lane '${node.lane}'${suggestion(node.lane, known.lanes)}`)
  }
  checkFlows(container, ids, here)
  activities.forEach((activity, i) => {
    checkResolutions(activity, within, known, (path, message) => here(['activities', i, ...path], message))
    checkContainer(activity, { at: [...at, 'activities', i], within: `${within}${activity.id}/` }, known, tell)
  })
}

/** A resolution names an activity of the same container, or any by its path. */
function checkResolutions({ rewards = [] }: Activity, within: string, { isActivity }: Known, tell: Tell): void {
  rewards.forEach(({ resolution }, i) => {
    if (resolution === undefined || isActivity(within + resolution) || isActivity(resolution)) return
    tell(['rewards', i, 'resolution'], `the process has no activity '${resolution}'`)
  })
}

/** The nodes that flows lead to or from, by the id of the node at the other end. */
type Links = ReadonlyMap<string, readonly string[]>

const linked = (links: Links, id: string): readonly string[] => links.get(id) ?? []

function checkFlows(container: Container, ids: ReadonlySet<string>, tell: Tell): void {
  const { activities = [], gateways = [], sequence_flows = [] } = container
  sequence_flows.forEach((flow, i) => {
    for (const end of ['src', 'tgt'] as const)
      if (!ids.has(flow[end]))
        tell(['sequence_flows', i, end], `there is no '${flow[end]}' in this container${suggestion(flow[end], ids)}`)
  })
  const flows = sequence_flows.filter(({ src, tgt }) => ids.has(src) && ids.has(tgt))
  const [out, into] = [linksOf(flows, 'src', 'tgt'), linksOf(flows, 'tgt', 'src')]
  activities.forEach(({ id }, i) => {
    if (linked(into, id).length > 1) tell(['activities', i], `'${id}' has more than one flow in`)
    if (linked(out, id).length > 1) tell(['activities', i], `'${id}' has more than one flow out`)
  })
  checkGateways(gateways, out, into, tell)
  if (ids.size > 0 && [...ids].every((id) => linked(into, id).length > 0))
    tell(['sequence_flows'], 'there is no node to start with: every one has a flow in')
}

function linksOf(flows: readonly Flow[], from: 'src' | 'tgt', to: 'src' | 'tgt'): Links {
  return new Map(
    [...Map.groupBy(flows, (flow) => flow[from])].map(([id, group]) => [id, group.map((flow) => flow[to])]),
  )
}

function checkGateways(gateways: readonly Gateway[], out: Links, into: Links, tell: Tell): void {
  const ids = new Set(gateways.map(({ id }) => id))
  const onCycle = gatewaysOnCycles(ids, out, into)
  gateways.forEach(({ id, type }, i) => {
    const targets = linked(out, id)
    const diverges = targets.length > 1
    if (diverges && linked(into, id).length > 1)
      tell(['gateways', i], `'${id}' has more than one flow in and more than one out: it is to diverge or to converge`)
    const next = diverges && type === 'exclusive' ? targets.find((target) => ids.has(target)) : undefined
    if (next !== undefined)
      tell(['gateways', i], `'${id}' offers tasks and sub_processes to choose from, and '${next}' is a gateway`)
    if (onCycle.has(id)) tell(['gateways', i], `'${id}' is on a cycle of gateways alone`)
  })
}

/** Gateways that lead back to themselves by way of gateways alone, or lie between such. */
function gatewaysOnCycles(gateways: ReadonlySet<string>, out: Links, into: Links): ReadonlySet<string> {
  const left = new Set(gateways)
  strip(left, out, into)
  strip(left, into, out)
  return left
}

/** Takes away, again and again, those that no other that is left leads to. */
function strip(left: Set<string>, out: Links, into: Links): void {
  const free = [...left].filter((id) => !linked(into, id).some((source) => left.has(source)))
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    left.delete(id)
    for (const target of new Set(linked(out, id)))
      if (left.has(target) && !linked(into, target).some((source) => left.has(source))) free.push(target)
  }
}
