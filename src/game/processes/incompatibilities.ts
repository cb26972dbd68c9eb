import type { Design } from '../design/design.ts'
import {
  counted,
  issueId,
  named,
  type DesignInUse,
  type Incompatibility,
  type IncompatibleKind,
  type IssueVars,
} from '../design/issue.ts'
import { numberOf } from '../kernel/tally.ts'
import { definitionKey, rolePart } from '../members/subject.ts'
import type { ProcessDefinition } from './definition.ts'
import type { ProcessNode } from './graph.ts'
import { activityPart } from './state.ts'
import { isActivity } from './tokens.ts'

type Code = 'process_removed' | 'lane_removed' | 'activity_removed' | 'gateway_removed'
type Lost = Incompatibility<Code>

/** Finds processes, roles in lanes and waiting tokens that the new design does not have. Spec 4.13. */
export const incompatibleProcesses: IncompatibleKind<Code> = {
  find: (state, before, after) => [...before.processes.values()].flatMap((each) => lostWith(state, each, after)),
  words: {
    process_removed: {
      affected: 'the instances of this process and their progress',
      sentence: (vars) =>
        `the design no longer has the process ${process(vars)}, but ${counted(vars.processes, 'instance of it exists', 'instances of it exist')}`,
    },
    lane_removed: {
      affected: 'the roles that performers have in the lane',
      sentence: (vars) =>
        `the process ${process(vars)} no longer has the lane '${named(vars.lane).name}', but ${counted(vars.performers, 'performer has', 'performers have')} a role in it`,
    },
    activity_removed: {
      affected: 'the tokens that wait for the activity',
      sentence: (vars) =>
        `the process ${process(vars)} no longer has the activity '${named(vars.activity).id}', but ${counted(vars.processes, 'instance waits', 'instances wait')} for it`,
    },
    gateway_removed: {
      affected: 'the tokens that wait at the gateway',
      sentence: (vars) =>
        `the process ${process(vars)} no longer has the gateway '${named(vars.gateway).id}', but ${counted(vars.processes, 'instance waits', 'instances wait')} at it`,
    },
  },
}

const process = (vars: IssueVars): string => `'${named(vars.process_design).id}'`

function lostWith({ holders }: Pick<DesignInUse, 'holders'>, definition: ProcessDefinition, after: Design): Lost[] {
  const { id, name } = definition
  const key = definitionKey('process', id)
  const now = after.processes.get(id)
  const vars = { process_design: { id, name } }
  if (!now) {
    const processes = numberOf(holders, key)
    if (processes === 0) return []
    return [
      { id: issueId('process_removed', id), code: 'process_removed', vars: { ...vars, processes }, drop: { key } },
    ]
  }
  const lanes = definition.lanes.flatMap((lane): Lost[] => {
    const part = rolePart(lane)
    const performers = now.lanes.includes(lane) ? 0 : numberOf(holders, key, part)
    if (performers === 0) return []
    const about = { ...vars, lane: { name: lane }, performers }
    return [{ id: issueId('lane_removed', id, lane), code: 'lane_removed', vars: about, drop: { key, part } }]
  })
  const nodes = [...definition.graph.nodes.values()].flatMap((node): Lost[] => {
    const part = activityPart(node.path)
    const processes = isSame(node, now.graph.nodes.get(node.path)) ? 0 : numberOf(holders, key, part)
    if (processes === 0) return []
    const kind = isActivity(node) ? 'activity' : 'gateway'
    const code = `${kind}_removed` as const
    const about = { ...vars, [kind]: { id: node.path, name: node.name }, processes }
    return [{ id: issueId(code, id, node.path), code, vars: about, drop: { key, part } }]
  })
  return [...lanes, ...nodes]
}

/** Whether a token can stay at a node. A task that has become a sub_process of the same id is another node. */
function isSame(node: ProcessNode, now: ProcessNode | undefined): boolean {
  if (!now) return false
  return isActivity(node) ? now.kind === node.kind : !isActivity(now)
}
