import type { GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { GameEvent } from '../kernel/entry.ts'
import type { Fault } from '../kernel/fault.ts'
import { ScoreDraft } from '../metrics/evolve.ts'
import { changeOf, referTo, scoreKey, type Change, type Scores } from '../metrics/score.ts'
import { bootstrapProcesses } from '../processes/effects.ts'
import { updateLevels } from '../rules/apply-rules.ts'
import { recompute } from '../rules/compound.ts'
import { giveReward, type RewardFailure, isRewardFailure } from '../rules/give-reward.ts'
import { formulaFault } from '../rules/give.ts'
import type { Reading } from '../rules/reading.ts'
import type { Reward } from '../rules/reward.ts'
import { bootstrapTeams } from '../teams/effects.ts'
import { readingAt } from './acting.ts'
import type { Player, PlayerReference } from './player.ts'
import type { PlayerCreated } from './shapes.ts'

/**
 * Returns the events that create a player, whose id must be free, with the scores, processes and teams of the bootstrap.
 * Returns a fault if a formula of the bootstrap cannot be computed. Spec 4.12.
 */
export function creationEvents(
  state: GameState,
  context: GameContext,
  { player, email }: { readonly player: PlayerReference; readonly email: string | null },
): readonly GameEvent[] | Fault {
  const changes = bootstrapChanges(state, context, blankPlayer(player.id, player.alias))
  if (isRewardFailure(changes)) return formulaFault(changes)
  const { processes, teams } = context.design.bootstrap
  const created: PlayerCreated = { event: 'player:created', player, email, changes }
  return [
    created,
    ...bootstrapProcesses(state, processes, player, context.observer),
    ...bootstrapTeams(state, teams, player),
  ]
}

const blankPlayer = (id: string, alias: string): Player => ({
  id,
  alias,
  email: null,
  enabled: true,
  created: 0,
  born: 0,
  feed: 0,
  scores: {},
  actions: {},
  drops: 0,
  seen: [],
})

/** Returns the changes of the bootstrap: its scores, the compound metrics that depend on them, and the levels reached. */
function bootstrapChanges(state: GameState, context: GameContext, player: Player): readonly Change[] | RewardFailure {
  const { design } = context
  const read = readingAt(state, context)
  const reading = read(player)
  const rewardChanges: Change[] = []
  const draft = new ScoreDraft(player.scores)
  for (const reward of design.bootstrap.scores) {
    const change = bootstrapChange(reward, draft.scores, reading)
    if (change === undefined) continue
    if (isRewardFailure(change)) return change
    rewardChanges.push(change)
    draft.take(change)
  }
  const computed = recompute(design, draft, rewardChanges, context.observer)
  if (isRewardFailure(computed)) return computed
  const levels = updateLevels(design, { ...player, scores: draft.finish() }, read)
  return isRewardFailure(levels)
    ? levels
    : [...rewardChanges, ...computed, ...levels.events.flatMap(({ changes }) => changes)]
}

/** Returns the change of one score. A bootstrap score exists even if it equals the default or has no items. Spec 4.2. */
function bootstrapChange(reward: Reward, scores: Scores, reading: Reading): Change | RewardFailure | undefined {
  const change = giveReward(reward, 1, scores, reading)
  if (change !== undefined || scores[scoreKey(reward.metric)] !== undefined) return change
  switch (reward.type) {
    case 'point':
      return changeOf(reward.metric, undefined, reward.metric.start)
    case 'set':
      return { metric: referTo(reward.metric), delta: {} }
    case 'state':
      // A player without the score has no state, so the reward changes it.
      return undefined
  }
}
