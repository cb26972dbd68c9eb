import type { Report } from '../design/component.ts'
import type { Design } from '../design/design.ts'
import type { GameCommand } from '../game-operation.ts'
import { fault, invalid, isFault, type Fault } from '../kernel/fault.ts'
import { problemList } from '../kernel/problem-list.ts'
import { pathText } from '../kernel/schema-problems.ts'
import { applyRules } from '../rules/apply-rules.ts'
import { isRewardFailure } from '../rules/give-reward.ts'
import { formulaFault, giveRewards } from '../rules/give.ts'
import { linkReward, parseReward, type ParsedReward, type Reward, type RewardDesign } from '../rules/reward.ts'
import { MAX_GIVEN, MAX_WORK, tooMuchGivenMessage, workOfGifts } from '../rules/work.ts'
import { namedPlayer, readingAt } from './acting.ts'
import { referToPlayer, withChanges } from './player.ts'
import { profileOf, type Profile } from './show.ts'

/**
 * Changes a player's scores for an operator. Levels and achievements follow as after a play. Spec 2 `PATCH
 * /admin/players/:player_id/scores`, 4.14.
 */
export const updateScores: GameCommand<{ readonly id: string; readonly rewards: readonly RewardDesign[] }, Profile> = {
  kind: 'command',
  name: 'players.score',
  decide: (state, { id, rewards }, context) => {
    const { design } = context
    const parsed = parseAll(rewards)
    if (isFault(parsed)) return parsed
    const player = namedPlayer(state, id)
    if (isFault(player)) return player
    const linked = linkAll(parsed, design)
    if (isFault(linked)) return linked
    const read = readingAt(state, context)
    const changes = giveRewards(design, linked, read(player))
    if (isRewardFailure(changes)) return formulaFault(changes)
    const consequences = applyRules(design, withChanges(player, changes), read)
    if (isRewardFailure(consequences)) return formulaFault(consequences)
    const score = { event: 'score', player: referToPlayer(player), changes, admin: true } as const
    return {
      events: changes.length === 0 ? consequences.events : [score, ...consequences.events],
      answer: (after) => profileOf(after, consequences.player, design),
    }
  },
}

/** Parses the rewards of a body and reports the problems that do not depend on the design. Spec 5.2. */
function parseAll(rewards: readonly RewardDesign[]): readonly ParsedReward[] | Fault {
  const giftCount = rewards.reduce(
    (sum, { value }) => sum + (typeof value === 'string' ? 1 : Object.keys(value).length),
    0,
  )
  if (giftCount > MAX_GIVEN) return tooMuchWork
  let work = 0
  const parsed = eachOf(rewards, (reward, report) => {
    if (work > MAX_WORK) return undefined
    const converted = parseReward(reward, report)
    if (converted) work += workOfGifts([converted.gift])
    return converted
  })
  return work > MAX_WORK ? tooMuchWork : parsed
}

const tooMuchWork = invalid([{ path: 'rewards', message: tooMuchGivenMessage }])

/** Links rewards to the metrics of the design. An unknown metric is reported before all other problems. */
function linkAll(rewards: readonly ParsedReward[], { metrics }: Design): readonly Reward[] | Fault {
  const unknown = rewards.find(({ written }) => !metrics.has(written.metric.id))
  if (unknown) return fault('metric_not_found', { id: unknown.written.metric.id })
  return eachOf(rewards, (reward, report) => linkReward(reward, metrics, new Set(), report))
}

/** Converts each reward, or returns a fault with the problems that were reported. */
function eachOf<A, B>(rewards: readonly A[], make: (reward: A, report: Report) => B | undefined): readonly B[] | Fault {
  const results: B[] = []
  const problems = problemList<{ readonly path: string }>()
  for (const [i, reward] of rewards.entries()) {
    const converted = make(reward, (path, words) => problems.add({ path: pathText(['rewards', i, ...path]) }, words))
    if (converted !== undefined) results.push(converted)
  }
  return problems.reported.length > 0 ? invalid(problems.reported, problems.more) : results
}
