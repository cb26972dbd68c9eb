import type { ContainerDesign } from '../processes/container.ts'
import type { Activity, Graph } from '../processes/graph.ts'
import type { Rule } from '../rules/design.ts'
import type { Requirement } from '../rules/requirement.ts'
import type { Reward, RewardRule } from '../rules/reward.ts'
import type { Design } from './design.ts'
import { byId } from './identity.ts'
import type { Kind } from './source.ts'

/** The kinds of parts of a design that a game can exercise. Spec 6.2. */
export const partKinds = ['action', 'rule', 'reward', 'requirement', 'level', 'item', 'activity', 'flow'] as const
/** A kind of exercisable part. */
export type PartKind = (typeof partKinds)[number]

/** A part of a design that is exercised or not. */
export interface ExercisablePart {
  readonly kind: PartKind
  /** The component that contains it. */
  readonly component: Kind
  readonly id: string
  /** Its name within the component; absent for the component itself. */
  readonly name?: string
  /** The path of the activity that a reward or a requirement of a process belongs to. */
  readonly activity?: string
  /** The path from the component, as its author wrote it, to the part; empty for the component itself. */
  readonly path: readonly (string | number)[]
  /** A requirement is two parts: one is exercised when it is met, the other when it is not. */
  readonly met?: boolean
  /** The object of the compiled design. Both parts of a requirement have the same one. */
  readonly compiled: object
}

type Path = ExercisablePart['path']

/** A part without its component. */
type Inner = Omit<ExercisablePart, 'component' | 'id'>

/**
 * Yields all exercisable parts of a design, the parts of a component together, in order of kind and id. It omits the
 * requirements of leaderboards, which are checked when a change is counted, not when it is decided.
 */
export function* exercisableParts(design: Design): Generator<ExercisablePart> {
  for (const [id, metric] of design.metrics) {
    if (metric.type !== 'set') continue
    yield* within(
      'metrics',
      id,
      partsOfList('item', ['constraints', 'items'], [...metric.items.values()], ({ name }) => name),
    )
  }
  for (const [id, action] of design.actions) {
    yield { kind: 'action', component: 'actions', id, path: [], compiled: action }
    yield* within('actions', id, partsOfRequirement(action.requires, ['requires']))
    yield* within('actions', id, partsOfRewardRules(action.rules))
  }
  const written = byId(design.source.processes)
  for (const [id, { requires, graph }] of design.processes) {
    yield* within('processes', id, partsOfRequirement(requires, ['settings', 'requires']))
    yield* within('processes', id, partsOfContainer(written.get(id) as ContainerDesign, graph, '', []))
  }
  for (const [id, { requires }] of design.teams)
    yield* within('teams', id, partsOfRequirement(requires, ['settings', 'requires']))
  for (const rule of [...design.levels, ...design.achievements, ...design.customRules.values()])
    yield* within('rules', rule.id, partsOfRule(rule))
}

function* within(component: Kind, id: string, parts: Iterable<Inner>): Generator<ExercisablePart> {
  for (const part of parts) yield { component, id, ...part }
}

function* partsOfList<T extends object>(
  kind: PartKind,
  path: Path,
  list: readonly T[],
  nameOf: (part: T) => string,
): Generator<Inner> {
  for (const [i, part] of list.entries()) yield { kind, name: nameOf(part), path: [...path, i], compiled: part }
}

const partsOfRewards = (path: Path, rewards: readonly Reward[]): Generator<Inner> =>
  partsOfList('reward', path, rewards, ({ metric }) => metric.id)

function* partsOfRule(rule: Rule): Generator<Inner> {
  yield { kind: 'rule', path: [], compiled: rule }
  if (rule.type === 'level') yield* partsOfList('level', ['levels'], rule.levels, ({ rank }) => rank)
  else if (rule.type === 'achievement') yield* partsOfRequirement(rule.requires, ['requires'])
  else yield* partsOfRewardRules(rule.rules)
}

function* partsOfRewardRules(rules: readonly RewardRule[]): Generator<Inner> {
  for (const [i, { requires, rewards }] of rules.entries()) {
    yield* partsOfRequirement(requires, ['rules', i, 'requires'])
    yield* partsOfRewards(['rules', i, 'rewards'], rewards)
  }
}

/** Yields the parts of a requirement. `{}` has none. */
function* partsOfRequirement(requirement: Requirement, path: Path): Generator<Inner> {
  if (requirement.kind === 'always') return
  for (const met of [true, false])
    yield { kind: 'requirement', name: requirement.kind, path, met, compiled: requirement }
  if (requirement.kind !== 'and' && requirement.kind !== 'or') return
  for (const [i, part] of requirement.parts.entries()) yield* partsOfRequirement(part, [...path, 'expression', i])
}

/** Yields the parts of a container. `prefix` is the beginning of the paths of its nodes. */
function* partsOfContainer(written: ContainerDesign, graph: Graph, prefix: string, path: Path): Generator<Inner> {
  for (const [i, inside] of (written.activities ?? []).entries()) {
    const activity = graph.nodes.get(prefix + inside.id) as Activity
    const at = [...path, 'activities', i]
    yield { kind: 'activity', name: activity.path, path: at, compiled: activity }
    yield* partsOfActivity(activity, at)
    yield* partsOfContainer(inside, graph, `${activity.path}/`, at)
  }
  yield* partsOfFlows(written, graph, prefix, path)
}

function* partsOfActivity({ path: activity, requires, rewards }: Activity, path: Path): Generator<Inner> {
  for (const part of partsOfRequirement(requires, [...path, 'requires'])) yield { ...part, activity }
  const given = rewards.map(({ reward }) => reward)
  for (const part of partsOfRewards([...path, 'rewards'], given)) yield { ...part, activity }
}

/** Yields the flows of a container. The flows out of a node are in the order of the design. */
function* partsOfFlows(
  { sequence_flows = [] }: ContainerDesign,
  { nodes }: Graph,
  prefix: string,
  path: Path,
): Generator<Inner> {
  const seen = new Map<string, number>()
  for (const [i, { src, tgt }] of sequence_flows.entries()) {
    const index = seen.get(src) ?? 0
    seen.set(src, index + 1)
    const flow = nodes.get(prefix + src)?.out[index]
    if (!flow) throw new Error(`a flow from ${prefix}${src} is written and not there`)
    const name = `${prefix}${src} -> ${prefix}${tgt}`
    yield { kind: 'flow', name, path: [...path, 'sequence_flows', i], compiled: flow }
  }
}
