import type { Design } from '../design/design.ts'
import type { GameCommand } from '../game-operation.ts'
import { fault, invalid, isFault, type Fault, type InputProblem } from '../kernel/fault.ts'
import { pathText } from '../kernel/schema.ts'
import { formulaFault, giveRewards } from '../rules/give.ts'
import { isRewardFailure, react } from '../rules/react.ts'
import { compileReward, type Reward, type RewardDesign } from '../rules/reward.ts'
import { namedPlayer, readingAt } from './acting.ts'
import { referToPlayer, withChanges } from './player.ts'
import { profileOf, type Profile } from './profile.ts'

/** Changes scores by hand; levels and achievements follow as after a play. Spec 2 `PATCH /admin/players/:player_id/scores`, 4.14. */
export const updateScores: GameCommand<{ readonly id: string; readonly rewards: readonly RewardDesign[] }, Profile> = {
  kind: 'command',
  name: 'players.score',
  decide: (state, { id, rewards }, context) => {
    const { design } = context
    const player = namedPlayer(state, id)
    if (isFault(player)) return player
    const compiled = compileAll(rewards, design)
    if (isFault(compiled)) return compiled
    const read = readingAt(context)
    const changes = giveRewards(design, compiled, read(player))
    if (isRewardFailure(changes)) return formulaFault(changes)
    const aftermath = react(design, withChanges(player, changes), read)
    if (isRewardFailure(aftermath)) return formulaFault(aftermath)
    const score = { event: 'score', player: referToPlayer(player), changes, admin: true } as const
    return {
      events: changes.length === 0 ? aftermath.events : [score, ...aftermath.events],
      answer: () => profileOf(aftermath.player, design),
    }
  },
}

/** The rewards of a body, ready to be given. An unknown metric is named before anything else is wrong with them. */
function compileAll(rewards: readonly RewardDesign[], design: Design): Reward[] | Fault {
  const problems: InputProblem[] = []
  for (const { metric } of rewards)
    if (!design.metrics.has(metric.id)) return fault('metric_not_found', { id: metric.id })
  const compiled = rewards.flatMap((reward, i) => {
    const report = (path: readonly (string | number)[], message: string) =>
      problems.push({ path: pathText(['rewards', i, ...path]), message })
    return compileReward(reward, design.metrics, new Set(), report) ?? []
  })
  return problems.length > 0 ? invalid(problems) : compiled
}
