import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { ScoreDraft } from '../metrics/evolve.ts'
import { changeOf, referTo, scoreKey, type Change, type Scores } from '../metrics/score.ts'
import { bootstrapProcesses } from '../processes/effects.ts'
import { recompute } from '../rules/compound.ts'
import { formulaFault } from '../rules/give.ts'
import { isRewardFailure, settleLevels } from '../rules/react.ts'
import type { Reading } from '../rules/reading.ts'
import { giveReward, type Reward, type RewardFailure } from '../rules/reward.ts'
import { bootstrapTeams } from '../teams/effects.ts'
import { toIso } from '../kernel/instant.ts'
import { namedPlayer, readingAt } from './acting.ts'
import { referToPlayer, type Player } from './player.ts'
import { profileOf, type Profile } from './show.ts'
import { findPlayer } from './state.ts'

/** A player who has just been made: the scores are there at the next read. Spec 2, 4.16 "Plays". */
export interface NewProfile extends Profile {
  readonly bootstrap: true
}

/** Makes a player with what each new one starts with. Spec 2 `POST /admin/players`, 4.12, 4.14. */
export const createPlayer: GameCommand<
  { readonly id: string; readonly alias?: string | undefined; readonly email?: string | undefined },
  NewProfile
> = {
  kind: 'command',
  name: 'players.create',
  decide: (state, { id, alias = id, email = null }, context) => {
    if (findPlayer(state.players, id)) return fault('player_exists', { id })
    const changes = bootstrapChanges(state, context, newcomer(id, alias))
    if (isRewardFailure(changes)) return formulaFault(changes)
    const player = { id, alias }
    const { processes, teams } = context.design.bootstrap
    return {
      events: [
        { event: 'player:created', player, email, changes } as const,
        ...bootstrapProcesses(state, processes, player),
        ...bootstrapTeams(state, teams, player),
      ],
      answer: () => ({ id, alias, created: toIso(context.at), enabled: true, scores: [], teams: [], bootstrap: true }),
    }
  },
}

const newcomer = (id: string, alias: string): Player => ({
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

/** The scores of the bootstrap, the compounds that read them, the levels that they reach. */
function bootstrapChanges(state: GameState, context: GameContext, player: Player): readonly Change[] | RewardFailure {
  const { design } = context
  const read = readingAt(state, context)
  const reading = read(player)
  const given: Change[] = []
  const draft = new ScoreDraft(player.scores)
  for (const reward of design.bootstrap.scores) {
    const change = startWith(reward, draft.scores, reading)
    if (change === undefined) continue
    if (isRewardFailure(change)) return change
    given.push(change)
    draft.take(change)
  }
  const computed = recompute(design, draft, given)
  if (isRewardFailure(computed)) return computed
  const levels = settleLevels(design, { ...player, scores: draft.finish() }, read)
  return isRewardFailure(levels) ? levels : [...given, ...computed, ...levels.events.flatMap(({ changes }) => changes)]
}

/** A bootstrapped score is an entry even where it equals the default, or holds no item. Spec 4.2. */
function startWith(reward: Reward, scores: Scores, reading: Reading): Change | RewardFailure | undefined {
  const change = giveReward(reward, 1, scores, reading)
  if (change !== undefined || scores[scoreKey(reward.metric)] !== undefined) return change
  if (reward.type === 'point') return changeOf(reward.metric, undefined, reward.metric.start)
  return { metric: referTo(reward.metric), delta: {} }
}

/** Deletes a player and all that the game knows of it. Spec 2 `DELETE /admin/players/:player_id`. */
export const deletePlayer: GameCommand<{ readonly id: string }, { readonly message: string }> = {
  kind: 'command',
  name: 'players.delete',
  decide: (state, { id }) => {
    const player = namedPlayer(state, id)
    if (isFault(player)) return player
    return {
      events: [{ event: 'player:deleted', player: referToPlayer(player) } as const],
      answer: () => ({ message: `Player '${id}' has been deleted` }),
    }
  },
}

/** Empties a dummy's scores. Spec 2 `POST /admin/players/:player_id/reset`, 5.2. */
export const resetPlayer: GameCommand<{ readonly id: string }, Profile> = {
  kind: 'command',
  name: 'players.reset',
  decide: (state, { id }, { design }) => {
    const player = namedPlayer(state, id)
    if (isFault(player)) return player
    if (state.runtime === 'production')
      return fault('forbidden', { message: 'Only players of the staging environment can be reset' })
    const empty = Object.keys(player.scores).length === 0
    return {
      events: empty ? [] : [{ event: 'player:reset', player: referToPlayer(player) } as const],
      answer: (after) => profileOf(after, { ...player, scores: {} }, design),
    }
  },
}

const switching = (
  name: string,
  event: 'player:enabled' | 'player:disabled',
  enabled: boolean,
): GameCommand<{ readonly id: string }, Profile> => ({
  kind: 'command',
  name,
  decide: (state, { id }, { design }) => {
    const player: Player | Fault = namedPlayer(state, id)
    if (isFault(player)) return player
    return {
      events: player.enabled === enabled ? [] : [{ event, player: referToPlayer(player) } as const],
      answer: (after) => profileOf(after, { ...player, enabled }, design),
    }
  },
})

/** Lets a player act again. Spec 2, 4.15. */
export const enablePlayer = switching('players.enable', 'player:enabled', true)

/** Keeps a player from acting. Spec 2, 4.14, 4.15. */
export const disablePlayer = switching('players.disable', 'player:disabled', false)
