import {
  counted,
  issueId,
  named,
  text,
  type DesignInUse,
  type Incompatibility,
  type IncompatibleKind,
  type IssueVars,
} from '../design/issue.ts'
import type { Tally } from '../kernel/tally.ts'
import type { Metric, SetMetric, StateMetric } from './design.ts'
import { dropOf, renameOf } from './drop.ts'
import { holdersOf, holdersOfPart } from './holders.ts'

type Code = 'metric_removed' | 'metric_retyped' | 'item_removed' | 'state_removed'
type Lost = Incompatibility<Code>

/** Finds scores, items and states of players that the new design does not have. Spec 4.13. */
export const incompatibleMetrics: IncompatibleKind<Code> = {
  find: (state, before, after) =>
    [...before.metrics.values()].flatMap((metric) => lostWith(state, metric, after.metrics.get(metric.id))),
  words: {
    metric_removed: {
      affected: 'the scores that players have in the metric',
      sentence: (vars) =>
        `the design no longer has the metric ${metric(vars)}, but ${players(vars, 'has', 'have')} a score in it`,
    },
    metric_retyped: {
      affected: 'the scores that players have in the metric with its old type',
      sentence: (vars) =>
        `the metric ${metric(vars)} changes its type from ${text(vars.from)} to ${text(vars.to)}, but ${players(vars, 'has', 'have')} a score in it`,
    },
    item_removed: {
      affected: 'the items of this name that players have',
      sentence: (vars) =>
        `the metric ${metric(vars)} no longer has the item '${named(vars.item).name}'${newName(vars)}, but ${players(vars, 'holds', 'hold')} it`,
    },
    state_removed: {
      affected: 'the state of the players who are in it',
      sentence: (vars) =>
        `the metric ${metric(vars)} no longer has the state '${named(vars.state).name}'${newName(vars)}, but ${players(vars, 'is', 'are')} in it`,
    },
  },
}

const metric = (vars: IssueVars): string => `'${named(vars.metric_design).id}'`

/** Names the part that may be the new name of a removed one. */
const newName = ({ renamed }: IssueVars): string => (renamed === undefined ? '' : ` ('${named(renamed).name}' is new)`)

const players = (vars: IssueVars, one: string, several: string): string =>
  counted(vars.players, `player ${one}`, `players ${several}`)

function lostWith({ holders }: Pick<DesignInUse, 'holders'>, metric: Metric, now: Metric | undefined): readonly Lost[] {
  const { id, type } = metric
  const players = holdersOf(holders, metric)
  if (players === 0) return []
  const vars = { metric_design: { id, name: metric.name }, players }
  const drop = dropOf(metric)
  if (!now) return [{ id: issueId('metric_removed', id), code: 'metric_removed', vars, drop }]
  if (now.type !== type)
    return [
      { id: issueId('metric_retyped', id), code: 'metric_retyped', vars: { ...vars, from: type, to: now.type }, drop },
    ]
  if (metric.type === 'set' && now.type === 'set') return lostItems(holders, metric, now)
  return metric.type === 'state' && now.type === 'state' ? lostStates(holders, metric, now) : []
}

function lostItems(holders: Tally, metric: SetMetric, now: SetMetric): Lost[] {
  return lostParts(holders, metric, [metric.items, now.items]).map(({ part, more, ...lost }) => ({
    id: issueId('item_removed', metric.id, part),
    code: 'item_removed',
    vars: { metric_design: { id: metric.id, name: metric.name }, item: { name: part }, ...more },
    ...lost,
  }))
}

function lostStates(holders: Tally, metric: StateMetric, now: StateMetric): Lost[] {
  return lostParts(holders, metric, [metric.states, now.states]).map(({ part, more, ...lost }) => ({
    id: issueId('state_removed', metric.id, part),
    code: 'state_removed',
    vars: { metric_design: { id: metric.id, name: metric.name }, state: { name: part }, ...more },
    ...lost,
  }))
}

type Parts = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>

/**
 * Returns the parts that the new metric lacks and that players have. If exactly one part was removed and exactly one
 * was added that no player has, the added one may be its new name.
 */
function lostParts(holders: Tally, metric: Metric, [before, now]: readonly [Parts, Parts]) {
  const removed = [...before.keys()].filter((part) => !now.has(part))
  const [newName, ...others] = [...now.keys()].filter((part) => !before.has(part))
  const isRename = removed.length === 1 && others.length === 0 && newName !== undefined
  const renamed = isRename && holdersOfPart(holders, metric, newName) === 0 ? newName : undefined
  return removed.flatMap((part) => {
    const players = holdersOfPart(holders, metric, part)
    if (players === 0) return []
    const drop = dropOf(metric, part)
    if (renamed === undefined) return [{ part, more: { players }, drop }]
    const more = { players, renamed: { name: renamed } }
    return [{ part, more, drop, rename: renameOf(metric, part, renamed) }]
  })
}
