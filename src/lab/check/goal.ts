import type { Design } from '../../game/design/design.ts'
import { compare, parseAmount, type Amount } from '../../game/kernel/decimal.ts'
import type { GameEvent } from '../../game/kernel/entry.ts'
import { countOf, pointsOf, stateOf, valueDelta, type Change, type Scores } from '../../game/metrics/score.ts'
import { stateOf as processState } from '../../game/processes/show.ts'
import { storedProcess } from '../../game/processes/state.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import type { Goal } from './check.ts'
import type { Trial } from './trial.ts'

/** Whether a player has reached a goal. A level that was jumped over is reached too. Spec 7.1 "reached". */
export function hasReached(goal: Goal, trial: Trial, player: string): boolean {
  switch (goal.kind) {
    case 'state': {
      const state = stateOf(trial.scoresOf(player), goal.metric)
      if (state === goal.state) return true
      const ranks = goal.rule?.levels.map(({ rank }) => rank) ?? []
      return state !== undefined && ranks.includes(goal.state) && ranks.indexOf(state) > ranks.indexOf(goal.state)
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

/** A score that must rise above, or fall below, a value on the way to a goal. */
interface Target {
  readonly metric: string
  readonly value: number
  readonly isBelow: boolean
  readonly read: (scores: Scores) => Amount
}

/** Returns the scores that a goal needs: the threshold of its level, or what the achievement that gives it requires. */
export function targetsOf(goal: Goal, { achievements }: Design): readonly Target[] {
  if (goal.kind === 'process') return []
  if (goal.kind === 'state') {
    const level = goal.rule?.levels.find(({ rank }) => rank === goal.state)
    if (!goal.rule || !level) return []
    const { base } = goal.rule
    const start = base.type === 'point' ? base.start : 0
    // The range of a level is above its lower bound.
    const value = Math.floor(Number(level.low)) + 1
    return [{ metric: base.id, value, isBelow: false, read: (scores) => pointsOf(scores, base) ?? start }]
  }
  return achievements
    .filter(({ metric, reward }) => metric === goal.metric && reward.items.some(([item]) => item === goal.item))
    .flatMap(({ requires }) => targetsIn(requires))
}

function targetsIn(requirement: Requirement): readonly Target[] {
  if (requirement.kind === 'and' || requirement.kind === 'or') return requirement.parts.flatMap(targetsIn)
  if (requirement.kind !== 'metric' || requirement.metric.type !== 'point') return []
  const { metric, operator, value } = requirement
  const amount = Number(value)
  const isBelow = operator === 'lt' || operator === 'le'
  const strict = operator === 'gt' ? 1 : operator === 'lt' ? -1 : 0
  return [
    { metric: metric.id, value: amount + strict, isBelow, read: (scores) => pointsOf(scores, metric) ?? metric.start },
  ]
}

/** Returns what is missing in a player's scores after events, as a sum over the targets; 0 if nothing is. */
export function missing(
  targets: readonly Target[],
  scores: Scores,
  player: string,
  events: readonly GameEvent[],
): number {
  let sum = 0
  for (const { metric, value, isBelow, read } of targets) {
    const score = Number(scoreAfter(events, player, metric) ?? read(scores))
    sum += Math.max(0, isBelow ? score - value : value - score)
  }
  return sum
}

/** Returns the score of a player after the last event that changes it. */
function scoreAfter(events: readonly GameEvent[], player: string, metric: string): Amount | undefined {
  for (let i = events.length - 1; i >= 0; i -= 1) {
    const {
      changes,
      actor,
      player: named,
    } = events[i] as GameEvent & {
      readonly changes?: unknown
      readonly actor?: { readonly id: string }
      readonly player?: { readonly id: string }
    }
    if (!Array.isArray(changes) || (actor ?? named)?.id !== player) continue
    const change = (changes as readonly Change[]).findLast((each) => each.metric.id === metric)
    if (change) return parseAmount(valueDelta(change).new ?? '')
  }
  return undefined
}
