import fc from 'fast-check'
import type { ActivityDesign, ContainerDesign, FlowDesign, GatewayDesign } from '../../src/game/processes/container.ts'
import { checkFlow } from '../../src/game/processes/flow.ts'

/** Sub_processes within sub_processes, at most so deep. */
const MAX_NESTING = 2

const activity = (depth: number): fc.Arbitrary<Omit<ActivityDesign, 'id'>> => {
  const common = { name: fc.constant('Activity'), loop: fc.constantFrom('0', '0', '0', '1', 2) }
  const task = fc.record({ ...common, type: fc.constant('task' as const) })
  if (depth === 0) return task
  const inside = fc.tuple(fc.record({ ...common, type: fc.constant('sub_process' as const) }), containerOf(depth - 1))
  return fc.oneof(
    { weight: 4, arbitrary: task },
    inside.map(([own, parts]) => ({ ...own, ...parts })),
  )
}

const gateway: fc.Arbitrary<Omit<GatewayDesign, 'id'>> = fc.record({
  name: fc.constant('Gateway'),
  type: fc.constantFrom('parallel', 'exclusive', 'exclusive'),
})

/** Numbers that become nodes once it is known how many there are. */
const arrow = fc.record({ src: fc.nat(), tgt: fc.nat(), retry: fc.boolean() })

function containerOf(depth: number): fc.Arbitrary<ContainerDesign> {
  return fc
    .record({
      activities: fc.array(activity(depth), { minLength: 1, maxLength: 5 }),
      gateways: fc.array(gateway, { maxLength: 4, size: 'max' }),
      arrows: fc.array(arrow, { maxLength: 24, size: 'max' }),
    })
    .map(({ activities, gateways, arrows }) => {
      const parts = {
        activities: activities.map((each, i) => ({ ...each, id: `a${i}` })),
        gateways: gateways.map((each, i) => ({ ...each, id: `g${i}` })),
      }
      const [ids, gateIds] = [parts.activities, parts.gateways].map((nodes) => nodes.map(({ id }) => id))
      const ends = [...(ids ?? []), ...(gateIds ?? [])]
      // Flows out of gateways are what makes a process branch.
      const sources = [...ends, ...(gateIds ?? []), ...(gateIds ?? [])]
      const among = (nodes: readonly string[], place: number): string => nodes[place % nodes.length] ?? ''
      const flows = arrows.map(({ src, tgt, retry }) => ({ src: among(sources, src), tgt: among(ends, tgt), retry }))
      return { ...parts, sequence_flows: flows.reduce<FlowDesign[]>((taken, flow) => withFlow(parts, taken, flow), []) }
    })
}

/** With one flow more, where the rules of 4.9 have room for it. */
function withFlow(parts: ContainerDesign, taken: FlowDesign[], flow: FlowDesign): FlowDesign[] {
  const more = [...taken, flow]
  let right = true
  checkFlow({ ...parts, sequence_flows: more }, () => (right = false))
  return right ? more : taken
}

/** The nodes of a process that is right by its making: nested, with gateways, loops, retries and cycles. */
export const randomProcess: fc.Arbitrary<ContainerDesign> = fc.noBias(containerOf(MAX_NESTING))
