import type { Rate } from '../../game/actions/rate.ts'
import type { Design } from '../../game/design/design.ts'
import type { Kind } from '../../game/design/source.ts'
import type { ProcessDefinition } from '../../game/processes/definition.ts'
import type { Activity } from '../../game/processes/graph.ts'
import { isActivity } from '../../game/processes/tokens.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import type { Reward, RewardRule } from '../../game/rules/reward.ts'
import type { Variable } from '../../game/rules/variable.ts'
import { exploreFlow, type FlowReport } from './flow.ts'

/** Something that changes scores when it is played, evaluated or performed. */
export interface Source {
  readonly kind: Kind | 'bootstrap'
  readonly component: string
  /** What messages call it, such as `the action 'like'`. */
  readonly name: string
  readonly origin: 'action' | 'custom' | 'achievement' | 'task' | 'sub_process' | 'waiting' | 'bootstrap'
  /** The activity, if it is one. */
  readonly activity?: Activity
  /** What must be met for anything to happen, all in the state before. */
  readonly gates: readonly Requirement[]
  readonly rules: readonly RewardRule[]
  readonly variables: readonly Variable[]
  /** The chance that it gives anything. */
  readonly probability: number
  readonly rate: Rate | undefined
  /** How often one play can give the rewards. */
  readonly count: number
  /** Whether the flow of its process, or limits, keep it from ever happening, whatever is met. */
  readonly unreachable: boolean
}

/** The processes of a design, and what can happen in each. */
export type Flows = ReadonlyMap<string, FlowReport>

/** Returns what can happen in each process of a design. */
export function flowsOf({ processes }: Design): Flows {
  return new Map([...processes].map(([id, definition]) => [id, exploreFlow(definition)]))
}

const always: Requirement = { kind: 'always' }
const plain = { variables: [], probability: 1, rate: undefined, count: 1, unreachable: false }

/** Returns everything in a design that changes scores, but for levels and compounds. */
export function sourcesOf(design: Design, flows: Flows): readonly Source[] {
  const { actions, customRules, achievements, processes, bootstrap } = design
  return [
    ...[...actions.values()].map(({ id, requires, rules, variables, probability, rate }): Source => ({
      kind: 'actions',
      component: id,
      name: `the action '${id}'`,
      origin: 'action',
      gates: [requires],
      rules,
      variables,
      probability,
      rate,
      count: rate?.count ?? Infinity,
      unreachable: false,
    })),
    ...[...processes.values()].flatMap((process) => activitySources(process, flows.get(process.id), design)),
    ...achievements.map(({ id, requires, reward }): Source => ({
      ...plain,
      kind: 'rules',
      component: id,
      name: `the achievement '${id}'`,
      origin: 'achievement',
      gates: [requires],
      rules: [{ requires: always, rewards: [reward] }],
    })),
    ...[...customRules.values()].map(({ id, rules, variables }): Source => ({
      ...plain,
      kind: 'rules',
      component: id,
      name: `the rule '${id}'`,
      origin: 'custom',
      gates: [],
      rules,
      variables,
    })),
    {
      ...plain,
      kind: 'bootstrap',
      component: '',
      name: 'the bootstrap',
      origin: 'bootstrap',
      gates: [],
      rules: [{ requires: always, rewards: bootstrap.scores }],
    },
  ]
}

function activitySources(process: ProcessDefinition, flow: FlowReport | undefined, design: Design): Source[] {
  const { id, graph } = process
  const isNever = cannotExist(process, design)
  return [...graph.nodes.values()].filter(isActivity).flatMap((activity) => {
    const { path, kind, within, requires, rewards, probability, rate } = activity
    const around = within.map((each) => graph.nodes.get(each) as Activity)
    const given = (waits: boolean): readonly Reward[] =>
      rewards.filter(({ resolution }) => (resolution !== undefined) === waits).map(({ reward }) => reward)
    const own: Source = {
      ...plain,
      kind: 'processes',
      component: id,
      name: `the activity '${path}' of the process '${id}'`,
      origin: kind,
      activity,
      gates: [...around.map((each) => each.requires), requires],
      rules: [{ requires: always, rewards: given(false) }],
      probability,
      rate,
      unreachable: isNever || (flow?.performed !== undefined && !flow.performed.has(path)),
    }
    const waiting = given(true)
    return waiting.length === 0
      ? [own]
      : [own, { ...own, origin: 'waiting' as const, rules: [{ requires: always, rewards: waiting }] }]
  })
}

/** Whether not even an operator can create the process. */
function cannotExist(process: ProcessDefinition, { bootstrap }: Design): boolean {
  const limits = [
    process.maxGlobalInstances,
    process.maxActiveGlobalInstances,
    process.maxPlayerInstances,
    process.maxActivePlayerInstances,
  ]
  return limits.includes(0) && bootstrap.processes.every(({ definition }) => definition.id !== process.id)
}
