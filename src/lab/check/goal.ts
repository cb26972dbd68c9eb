import type { Design } from '../../game/design/design.ts'
import { compare, parseAmount, type Amount } from '../../game/kernel/decimal.ts'
import type { GameEvent } from '../../game/kernel/entry.ts'
import type { CompoundMetric, PointMetric, SetMetric } from '../../game/metrics/design.ts'
import { countOf, itemDeltas, pointsOf, stateOf, valueDelta } from '../../game/metrics/score.ts'
import { actionUse, type Player } from '../../game/players/player.ts'
import { stateOf as processState } from '../../game/processes/show.ts'
import { storedProcess } from '../../game/processes/state.ts'
import type { Operator, Requirement } from '../../game/rules/requirement.ts'
import type { Reward } from '../../game/rules/reward.ts'
import { sourcesOf } from '../lint/sources.ts'
import type { Goal } from './check.ts'
import { changesIn, playerOf, type ScoredEvent } from './scored-event.ts'
import type { Trial } from './trial.ts'

/** Whether a player has reached a goal. A level that was jumped over is reached too. Spec 7.1 "reached". */
export function hasReached(goal: Goal, trial: Trial, player: string): boolean {
  switch (goal.kind) {
    case 'state': {
      const state = stateOf(trial.scoresOf(player), goal.metric)
      return state !== undefined && goal.reachedIn.has(state)
    }
    case 'item':
      return compare(countOf(trial.scoresOf(player), goal.metric, goal.item), 0) > 0
    case 'process':
      return trial.processes.some(({ id }) => {
        const process = storedProcess(trial.game.state, id)
        return (
          process?.definition === goal.process.id && processState({ process, definition: goal.process }) !== 'ACTIVE'
        )
      })
  }
}

/** An amount of a player that can be brought nearer to a goal. */
type Measure =
  | { readonly kind: 'points'; readonly metric: PointMetric | CompoundMetric }
  | { readonly kind: 'item'; readonly metric: SetMetric; readonly item: string }
  | { readonly kind: 'plays'; readonly action: string }

/** An amount that must rise to, or fall to, a value on the way to a goal. */
export interface Target {
  readonly measure: Measure
  readonly value: number
  readonly isBelow: boolean
}

/** What a goal needs. */
export interface Aim {
  readonly targets: readonly Target[]
  /** The components that give what leads to it, as `actions/like`. */
  readonly components: ReadonlySet<string>
}

/** How many things are looked through that each need the one before, such as an item that needs another one. */
const MAX_DEPTH = 4

/**
 * Returns what a goal needs: the threshold of its level, or what gives it and what all that requires. Other ways may lead to
 * it, too.
 */
export function aimOf(goal: Goal, design: Design): Aim {
  const sources = sourcesOf(design, new Map()).filter(({ origin }) => origin !== 'custom' && origin !== 'bootstrap')
  const targets = new Map<string, Target>()
  const components = new Set<string>()
  const seen = new Set<string>()
  const add = (target: Target): void =>
    void targets.set(JSON.stringify([nameOf(target.measure), target.isBelow]), target)

  const toState = (metric: string, state: string, depth: number): void => {
    const rule = design.levels.find((each) => each.metric.id === metric)
    const level = rule?.levels.find(({ rank }) => rank === state)
    // The range of a level is above its lower bound.
    if (rule && level)
      return add({ measure: { kind: 'points', metric: rule.base }, value: Number(level.low) + 1, isBelow: false })
    toGiven((reward) => reward.type === 'state' && reward.metric.id === metric && reward.state === state, depth)
  }
  const toItem = (metric: string, item: string, depth: number): void =>
    toGiven(
      (reward) => reward.type === 'set' && reward.metric.id === metric && reward.items.some(([name]) => name === item),
      depth,
    )
  const toGiven = (isGiven: (reward: Reward) => boolean, depth: number): void => {
    for (const { kind, component, gates, rules } of sources)
      for (const { requires, rewards } of rules) {
        if (!rewards.some(isGiven)) continue
        components.add(`${kind}/${component}`)
        for (const each of [...gates, requires]) toMeet(each, depth)
      }
  }
  const toMeet = (requirement: Requirement, depth: number): void => {
    if (requirement.kind === 'and' || requirement.kind === 'or')
      return requirement.parts.forEach((part) => toMeet(part, depth))
    if (requirement.kind === 'team') return void components.add(`teams/${requirement.definition}`)
    if (requirement.kind === 'action')
      return toCompare({ kind: 'plays', action: requirement.id }, requirement.operator, Number(requirement.value))
    if (requirement.kind !== 'metric') return
    const { metric, item, operator, value } = requirement
    const name = `${metric.id}:${item ?? value}`
    const isNew = depth < MAX_DEPTH && !seen.has(name)
    seen.add(name)
    if (metric.type === 'state') return isNew ? toState(metric.id, value, depth + 1) : undefined
    if (metric.type !== 'set') return toCompare({ kind: 'points', metric }, operator, Number(value))
    if (item === undefined) return
    toCompare({ kind: 'item', metric, item }, operator, Number(value))
    if (isNew) toItem(metric.id, item, depth + 1)
  }
  const toCompare = (measure: Measure, operator: Operator, value: number): void => {
    const strict = operator === 'gt' ? 1 : operator === 'lt' ? -1 : 0
    add({ measure, value: value + strict, isBelow: operator === 'lt' || operator === 'le' })
  }

  if (goal.kind === 'state') toState(goal.metric.id, goal.state, 0)
  if (goal.kind === 'item') toItem(goal.metric.id, goal.item, 0)
  if (goal.kind === 'process') components.add(`processes/${goal.process.id}`)
  return { targets: [...targets.values()], components }
}

/** Returns what messages call an amount of a player. */
export function nameOf(measure: Measure): string {
  switch (measure.kind) {
    case 'points':
      return measure.metric.id
    case 'item':
      return `${measure.metric.id}.${measure.item}`
    case 'plays':
      return `plays of ${measure.action}`
  }
}

/** Returns what a player lacks after events, as a sum over the targets; 0 if nothing is missing. */
export function missing(
  targets: readonly Target[],
  player: Player | undefined,
  events: readonly GameEvent[] = [],
): number {
  if (!player) return Infinity
  let sum = 0
  for (const { measure, value, isBelow } of targets) {
    const amount = Number(amountAfter(measure, player, events))
    sum += Math.max(0, isBelow ? amount - value : value - amount)
  }
  return sum
}

/** Returns an amount of a player after events, which are not yet part of the player. */
function amountAfter(measure: Measure, player: Player, events: readonly GameEvent[]): Amount {
  if (measure.kind === 'plays')
    return events.reduce(
      (sum, { action, count = 1 }: ScoredEvent) => (action?.id === measure.action ? sum + count : sum),
      actionUse(player, measure.action).count,
    )
  for (let i = events.length - 1; i >= 0; i -= 1) {
    const event = events[i] as ScoredEvent
    if (playerOf(event) !== player.id) continue
    const change = changesIn(event).findLast(({ metric }) => metric.id === measure.metric.id)
    if (!change) continue
    if (measure.kind === 'points') return parseAmount(valueDelta(change).new ?? '') ?? 0
    const delta = itemDeltas(change).find(([item]) => item === measure.item)?.[1]
    if (delta) return parseAmount(delta.new ?? '') ?? 0
  }
  if (measure.kind === 'item') return countOf(player.scores, measure.metric, measure.item)
  const { metric } = measure
  return pointsOf(player.scores, metric) ?? (metric.type === 'point' ? metric.start : 0)
}
