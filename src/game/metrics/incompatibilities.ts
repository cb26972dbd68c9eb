import {
  counted,
  issueId,
  named,
  text,
  type Incompatibility,
  type IncompatibleKind,
  type IssueVars,
} from '../design/issue.ts'
import type { GameState } from '../game-state.ts'
import type { Metric, SetMetric, StateMetric } from './design.ts'
import { dropOf } from './drop.ts'
import { holdersOf, holdersOfPart } from './holders.ts'

type Live = Pick<GameState, 'holders'>
type Code = 'metric_removed' | 'metric_retyped' | 'item_removed' | 'state_removed'
type Lost = Incompatibility<Code>

/** Scores, items and states of players that a design has no place for. Spec 4.13. */
export const incompatibleMetrics: IncompatibleKind<Code> = {
  find: (state, before, after) =>
    [...before.metrics.values()].flatMap((metric) => lostWith(state, metric, after.metrics.get(metric.id))),
  words: {
    metric_removed: {
      affected: 'the scores that players have of the metric',
      sentence: (vars) => `the metric ${metric(vars)} is gone, and ${players(vars, 'has', 'have')} a score of it`,
    },
    metric_retyped: {
      affected: 'the scores that players have of the metric as it was',
      sentence: (vars) =>
        `the metric ${metric(vars)} turns from ${text(vars.from)} to ${text(vars.to)}, and ${players(vars, 'has', 'have')} a score of it`,
    },
    item_removed: {
      affected: 'what players hold of the item',
      sentence: (vars) =>
        `the item '${named(vars.item).name}' of ${metric(vars)} is gone, and ${players(vars, 'holds', 'hold')} it`,
    },
    state_removed: {
      affected: 'the state of the players who are in it',
      sentence: (vars) =>
        `the state '${named(vars.state).name}' of ${metric(vars)} is gone, and ${players(vars, 'is', 'are')} in it`,
    },
  },
}

const metric = (vars: IssueVars): string => `'${named(vars.metric_design).id}'`

const players = (vars: IssueVars, one: string, several: string): string =>
  counted(vars.players, `player ${one}`, `players ${several}`)

function lostWith({ holders }: Live, metric: Metric, now: Metric | undefined): readonly Lost[] {
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

function lostItems(holders: GameState['holders'], metric: SetMetric, now: SetMetric): Lost[] {
  const { id, name } = metric
  return [...metric.items.keys()].flatMap((item) => {
    const players = now.items.has(item) ? 0 : holdersOfPart(holders, metric, item)
    if (players === 0) return []
    return {
      id: issueId('item_removed', id, item),
      code: 'item_removed',
      vars: { metric_design: { id, name }, item: { name: item }, players },
      drop: dropOf(metric, item),
    } as const
  })
}

function lostStates(holders: GameState['holders'], metric: StateMetric, now: StateMetric): Lost[] {
  const { id, name } = metric
  return [...metric.states.keys()].flatMap((state) => {
    const players = now.states.has(state) ? 0 : holdersOfPart(holders, metric, state)
    if (players === 0) return []
    return {
      id: issueId('state_removed', id, state),
      code: 'state_removed',
      vars: { metric_design: { id, name }, state: { name: state }, players },
      drop: dropOf(metric, state),
    } as const
  })
}
