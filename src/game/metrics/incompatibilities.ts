import type { Design } from '../design/design.ts'
import { issueId, type Incompatibility } from '../design/issue.ts'
import type { GameState } from '../game-state.ts'
import type { Metric, SetMetric, StateMetric } from './design.ts'
import { holdersOf, holdersOfPart } from './holders.ts'

type Live = Pick<GameState, 'holders'>

/** Scores, items and states of players that a design has no place for. Spec 4.13. */
export function metricIncompatibilities(state: Live, before: Design, after: Design): Incompatibility[] {
  return [...before.metrics.values()].flatMap((metric) => lostWith(state, metric, after.metrics.get(metric.id)))
}

function lostWith({ holders }: Live, metric: Metric, now: Metric | undefined): readonly Incompatibility[] {
  const { id, type } = metric
  const players = holdersOf(holders, metric)
  if (players === 0) return []
  const vars = { metric_design: { id, name: metric.name }, players }
  const drop = { part: 'metric', type, id } as const
  if (!now) return [{ id: issueId('metric_removed', id), code: 'metric_removed', vars, drop }]
  if (now.type !== type)
    return [
      { id: issueId('metric_retyped', id), code: 'metric_retyped', vars: { ...vars, from: type, to: now.type }, drop },
    ]
  if (metric.type === 'set' && now.type === 'set') return lostItems(holders, metric, now)
  return metric.type === 'state' && now.type === 'state' ? lostStates(holders, metric, now) : []
}

function lostItems(holders: GameState['holders'], metric: SetMetric, now: SetMetric): Incompatibility[] {
  const { id, name } = metric
  return [...metric.items.keys()].flatMap((item) => {
    const players = now.items.has(item) ? 0 : holdersOfPart(holders, metric, item)
    if (players === 0) return []
    return {
      id: issueId('item_removed', id, item),
      code: 'item_removed',
      vars: { metric_design: { id, name }, item: { name: item }, players },
      drop: { part: 'item', metric: id, item },
    } as const
  })
}

function lostStates(holders: GameState['holders'], metric: StateMetric, now: StateMetric): Incompatibility[] {
  const { id, name } = metric
  return [...metric.states.keys()].flatMap((state) => {
    const players = now.states.has(state) ? 0 : holdersOfPart(holders, metric, state)
    if (players === 0) return []
    return {
      id: issueId('state_removed', id, state),
      code: 'state_removed',
      vars: { metric_design: { id, name }, state: { name: state }, players },
      drop: { part: 'state', metric: id, state },
    } as const
  })
}
