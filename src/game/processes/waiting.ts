import type { Luck } from '../rules/give.ts'
import type { RewardRule } from '../rules/reward.ts'
import type { ProcessDefinition } from './definition.ts'
import type { ActivityReward } from './graph.ts'
import type { Turn } from './perform.ts'
import type { Waiting } from './shapes.ts'
import { isActivity } from './tokens.ts'

/** How many rewards can wait in one process. Others are lost. */
const MAX_WAITING = 1000

/** Returns the rewards of a turn: all of them if the activity is done, otherwise only the recurring ones. Spec 4.9. */
function rewardsOf({ activity, outcome, lucky }: Turn): readonly ActivityReward[] {
  if (!lucky || outcome === 'failed') return []
  return outcome === 'done' ? activity.rewards : activity.rewards.filter(({ recurring }) => recurring)
}

/** Returns the rewards that turns give at once, as rules. */
export function rulesOf(turns: readonly Turn[]): readonly RewardRule[] {
  return turns.map((turn) => ({
    requires: { kind: 'always' },
    rewards: rewardsOf(turn).flatMap(({ resolution, reward }) => (resolution === undefined ? [reward] : [])),
  }))
}

/**
 * Returns the rewards of turns that wait, for the player who took the turns. The draw of a waiting reward is made now,
 * and not again when it is given.
 */
export function waitsOf(
  turns: readonly Turn[],
  earned: Pick<Waiting, 'player' | 'since'>,
  luck: Luck,
): readonly Waiting[] {
  return turns.flatMap((turn) => {
    const { path, rewards } = turn.activity
    return rewardsOf(turn).flatMap((due) => {
      const { resolution: until, reward } = due
      const index = rewards.indexOf(due)
      if (until === undefined || !luck(reward, `waits/${path}.${index}`)) return []
      return [{ until, ...earned, activity: path, reward: index }]
    })
  })
}

/** Returns a waiting reward as the definition has it now, or undefined if it no longer has it. */
export function rewardFor({ graph }: ProcessDefinition, waiting: Waiting): ActivityReward['reward'] | undefined {
  const node = graph.nodes.get(waiting.activity)
  const found = node && isActivity(node) ? node.rewards[waiting.reward] : undefined
  return found?.resolution === waiting.until ? found.reward : undefined
}

/** Returns the waiting rewards after new ones were added and the ones at the indices `granted` were given. */
export function waitingAfter(
  before: readonly Waiting[],
  waits: readonly Waiting[],
  granted: readonly number[],
): readonly Waiting[] {
  if (granted.length === 0 && waits.length === 0) return before
  const given = new Set(granted)
  return [...before, ...waits].filter((_, index) => !given.has(index)).slice(0, MAX_WAITING)
}
