import type * as z from 'zod'
import type { rateSchema } from '../actions/rate.ts'
import type { RequirementDesign } from '../rules/requirement.ts'
import type { RewardDesign } from '../rules/reward.ts'

/** The lane of nodes that name no lane. Spec 4.9. */
export const UNNAMED_LANE = '~'

/** The nodes of a process or sub_process and the flows between them, as their author writes them. Spec 4.9. */
export interface ContainerDesign {
  readonly activities?: readonly ActivityDesign[] | undefined
  readonly gateways?: readonly GatewayDesign[] | undefined
  readonly sequence_flows?: readonly FlowDesign[] | undefined
}

/** The nodes of a process and its lanes. */
interface LanedDesign extends ContainerDesign {
  readonly lanes?: readonly { readonly name: string }[] | undefined
}

/** Returns the lanes of a process: those that it names, and the unnamed one if a task is in it or there is no other. Spec 4.9. */
export function laneNames({ lanes = [], activities }: LanedDesign): readonly string[] {
  const names = lanes.map(({ name }) => name)
  return names.length === 0 || hasUnnamedTask(activities) ? [...names, UNNAMED_LANE] : names
}

const hasUnnamedTask = (activities: readonly ActivityDesign[] = []): boolean =>
  activities.some(({ type, lane = UNNAMED_LANE, activities: inner }) =>
    type === 'task' ? lane === UNNAMED_LANE : hasUnnamedTask(inner),
  )

interface NodeDesign {
  readonly id: string
  readonly name: string
  readonly lane?: string | undefined
}

/** A task, or a sub_process with its own nodes. */
export interface ActivityDesign extends NodeDesign, ContainerDesign {
  readonly type: 'task' | 'sub_process'
  readonly description?: string | undefined
  readonly loop?: string | number | undefined
  readonly rewards?: readonly ActivityRewardDesign[] | undefined
  readonly requires?: RequirementDesign | undefined
  readonly probability?: number | undefined
  readonly rate?: z.output<typeof rateSchema> | undefined
}

/** A reward of an activity. Spec 4.5, 4.9. */
export type ActivityRewardDesign = RewardDesign & {
  readonly recurring?: boolean | undefined
  readonly resolution?: string | undefined
}

/** A gateway. */
export interface GatewayDesign extends NodeDesign {
  readonly type: 'parallel' | 'exclusive'
}

/** A flow from one node to another. */
export interface FlowDesign {
  readonly src: string
  readonly tgt: string
  readonly retry?: boolean | undefined
}

/** Yields the paths of all activities. `tour/visit` is an activity in a sub_process. Spec 4.9 "Triggers". */
export function* activityPaths({ activities = [] }: ContainerDesign, prefix = ''): Generator<string> {
  for (const activity of activities) {
    const path = prefix + activity.id
    yield path
    yield* activityPaths(activity, `${path}/`)
  }
}

/** Finds the flows out of and into a node of a container by the node's id. */
export interface Links {
  readonly out: (id: string) => readonly FlowDesign[]
  readonly into: (id: string) => readonly FlowDesign[]
}

/** Sorts flows by source and target. */
export function linksOf(flows: readonly FlowDesign[] = []): Links {
  const out = Map.groupBy(flows, ({ src }) => src)
  const into = Map.groupBy(flows, ({ tgt }) => tgt)
  return { out: (id) => out.get(id) ?? [], into: (id) => into.get(id) ?? [] }
}

/**
 * Returns the id of the diverging gateway that offers an activity, or else of the activity itself. Spec 4.9 "Triggers".
 */
export function offererOf(id: string, { out, into }: Links): string {
  const [source] = into(id)
  return source && out(source.src).length > 1 ? source.src : id
}

/**
 * Sorts nodes so that each comes after all that lead to it. Leaves out nodes on a cycle and nodes that only a cycle
 * leads to.
 */
export function inOrder(ids: readonly string[], { out, into }: Links): readonly string[] {
  const included = new Set(ids)
  const pending = new Map(ids.map((id) => [id, into(id).filter(({ src }) => included.has(src)).length]))
  const order = ids.filter((id) => pending.get(id) === 0)
  for (const id of order) {
    for (const { tgt } of out(id)) {
      const remaining = (pending.get(tgt) ?? 0) - 1
      pending.set(tgt, remaining)
      if (remaining === 0) order.push(tgt)
    }
  }
  return order
}
