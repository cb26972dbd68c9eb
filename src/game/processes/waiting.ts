import type { Luck } from '../rules/give.ts'
import type { RewardRule } from '../rules/reward.ts'
import type { ProcessDefinition } from './definition.ts'
import type { ActivityReward } from './graph.ts'
import type { Turn } from './perform.ts'
import type { Waiting } from './shapes.ts'
import { isActivity } from './tokens.ts'

/** Rewards that may wait in one process; those over it are lost. */
const MAX_WAITING = 1000

/** The rewards that a turn brings: all when the activity is done, those that recur on each loop before. Spec 4.9. */
function rewardsOf({ activity, outcome, lucky }: Turn): readonly ActivityReward[] {
  if (!lucky || outcome === 'failed') return []
  return outcome === 'done' ? activity.rewards : activity.rewards.filter(({ recurring }) => recurring)
}

/** What turns give at once. */
export function rulesOf(turns: readonly Turn[]): readonly RewardRule[] {
  return turns.map((turn) => ({
    requires: { kind: 'always' },
    rewards: rewardsOf(turn).flatMap(({ resolution, reward }) => (resolution === undefined ? [reward] : [])),
  }))
}

/** What of turns waits, for the player who took them; each reward has its luck now, and none of its own when it is given. */
export function waitsOf(
  turns: readonly Turn[],
  earned: Pick<Waiting, 'player' | 'since'>,
  luck: Luck,
): readonly Waiting[] {
  return turns.flatMap((turn) => {
    const { path, rewards } = turn.activity
    return rewardsOf(turn).flatMap((due) => {
      const { resolution: until, reward } = due
      const place = rewards.indexOf(due)
      if (until === undefined || !luck(reward, `waits/${path}.${place}`)) return []
      return [{ until, ...earned, activity: path, reward: place }]
    })
  })
}

/** A reward that has waited, as the definition has it now; undefined where it has it no more. */
export function rewardFor({ graph }: ProcessDefinition, waiting: Waiting): ActivityReward['reward'] | undefined {
  const node = graph.nodes.get(waiting.activity)
  const found = node && isActivity(node) ? node.rewards[waiting.reward] : undefined
  return found?.resolution === waiting.until ? found.reward : undefined
}

/** What waits once more has come, and some of all that was given: `granted` has their places. */
export function waitingAfter(
  before: readonly Waiting[],
  waits: readonly Waiting[],
  granted: readonly number[],
): readonly Waiting[] {
  if (granted.length === 0 && waits.length === 0) return before
  const gone = new Set(granted)
  return [...before, ...waits].filter((_, place) => !gone.has(place)).slice(0, MAX_WAITING)
}
