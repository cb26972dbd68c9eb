import type * as z from 'zod'
import type { rateSchema } from '../actions/rate.ts'
import type { RequirementDesign } from '../rules/requirement.ts'
import type { RewardDesign } from '../rules/reward.ts'

/** The lane of nodes that name none. Spec 4.9. */
export const UNNAMED_LANE = '~'

/** Nodes and the flows between them, as their author writes them: a process, or a sub_process in it. Spec 4.9. */
export interface ContainerDesign {
  readonly activities?: readonly ActivityDesign[] | undefined
  readonly gateways?: readonly GatewayDesign[] | undefined
  readonly sequence_flows?: readonly FlowDesign[] | undefined
}

interface NodeDesign {
  readonly id: string
  readonly name: string
  readonly lane?: string | undefined
}

/** A task, or a sub_process with nodes of its own. */
export interface ActivityDesign extends NodeDesign, ContainerDesign {
  readonly type: 'task' | 'sub_process'
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

export interface GatewayDesign extends NodeDesign {
  readonly type: 'parallel' | 'exclusive'
}

export interface FlowDesign {
  readonly src: string
  readonly tgt: string
  readonly retry?: boolean | undefined
}

/** The paths of all activities: `tour/visit` is one in a sub_process. Spec 4.9 "Triggers". */
export function* activityPaths({ activities = [] }: ContainerDesign, prefix = ''): Generator<string> {
  for (const activity of activities) {
    const path = prefix + activity.id
    yield path
    yield* activityPaths(activity, `${path}/`)
  }
}

/** The flows out of each node of a container, and those into each, by the node's id. */
export interface Links {
  readonly out: (id: string) => readonly FlowDesign[]
  readonly into: (id: string) => readonly FlowDesign[]
}

/** Sorts flows by the nodes that they leave and reach. */
export function linksOf(flows: readonly FlowDesign[] = []): Links {
  const out = Map.groupBy(flows, ({ src }) => src)
  const into = Map.groupBy(flows, ({ tgt }) => tgt)
  return { out: (id) => out.get(id) ?? [], into: (id) => into.get(id) ?? [] }
}

/** The diverging gateway that offers an activity, or the activity itself where none does. Spec 4.9 "Triggers". */
export function offererOf(id: string, { out, into }: Links): string {
  const [source] = into(id)
  return source && out(source.src).length > 1 ? source.src : id
}

/** The nodes in such an order that each comes after all that lead to it; those that stand behind a cycle are left out. */
export function inOrder(ids: readonly string[], { out, into }: Links): readonly string[] {
  const among = new Set(ids)
  const before = new Map(ids.map((id) => [id, into(id).filter(({ src }) => among.has(src)).length]))
  const order = ids.filter((id) => before.get(id) === 0)
  for (const id of order) {
    for (const { tgt } of out(id)) {
      const left = (before.get(tgt) ?? 0) - 1
      before.set(tgt, left)
      if (left === 0) order.push(tgt)
    }
  }
  return order
}
