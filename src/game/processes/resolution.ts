import type { GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { SubjectReference } from '../members/subject.ts'
import { readingAt } from '../players/acting.ts'
import { referToPlayer, withChanges, type Player, type PlayerReference } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { applyRules } from '../rules/apply-rules.ts'
import { type RewardFailure, isRewardFailure } from '../rules/give-reward.ts'
import { giveRewards } from '../rules/give.ts'
import type { RuleFollowed } from '../rules/shapes.ts'
import { MAX_WORK, workOfEvents, workOfGifts } from '../rules/work.ts'
import type { ProcessDefinition } from './definition.ts'
import type { Turn } from './perform.ts'
import type { Waiting, RewardResolved } from './shapes.ts'
import { rewardFor } from './waiting.ts'

/** A play that may resolve waiting rewards. */
export interface Resolving {
  readonly actor: PlayerReference
  readonly process: SubjectReference
  readonly definition: ProcessDefinition
  readonly turns: readonly Turn[]
  /** The rewards that waited before the play, and those that the play itself leaves waiting. */
  readonly waiting: readonly Waiting[]
  readonly waits: readonly Waiting[]
}

/** What follows from a play: waiting rewards that it resolves, and what the rules do for every player concerned. */
export interface FollowUp {
  readonly events: readonly (RewardResolved | RuleFollowed)[]
  /**
   * The indices of the rewards that no longer wait, in the rewards that waited before followed by those of this play.
   */
  readonly granted: readonly number[]
}

/** A reward that no longer waits, and its index among the waiting ones. */
interface Due {
  readonly waiting: Waiting
  readonly index: number
}

/**
 * Gives the rewards that waited for the performed activities and applies the rules: first for the player who performed
 * them, in the state after the play's own changes, then for each other player. Rewards that would exceed the work of
 * one play keep waiting for the next performance. Spec 4.8, 4.9 `resolution`.
 */
export function followUp(
  by: Resolving,
  caller: Player,
  state: GameState,
  context: GameContext,
): FollowUp | RewardFailure {
  const due = Map.groupBy(dueAfter(by), ({ waiting }) => waiting.player)
  const events: (RewardResolved | RuleFollowed)[] = []
  const granted: number[] = []
  let work = 0
  for (const id of new Set([caller.id, ...due.keys()])) {
    if (work > MAX_WORK) break
    const taken = withinWork(due.get(id) ?? [], by.definition, work)
    granted.push(...taken.map(({ index }) => index))
    const player = id === caller.id ? caller : findPlayer(state.players, id)
    if (!player) continue
    const settled = settle(by, player, taken, state, context)
    if (isRewardFailure(settled)) return settled
    events.push(...settled.events)
    work += settled.work
  }
  return { events, granted }
}

/**
 * Returns the rewards that waited for a performed activity. Of those that this play leaves waiting, returns those of
 * activities whose sub_process it completed.
 */
function dueAfter({ turns, waiting, waits }: Resolving): readonly Due[] {
  const order = new Map(turns.flatMap(({ activity, outcome }, i) => (outcome === 'failed' ? [] : [[activity.path, i]])))
  const comesAfter = ({ until, activity }: Waiting): boolean => (order.get(until) ?? -1) > (order.get(activity) ?? -1)
  const all = [...waiting, ...waits].map((each, index) => ({ waiting: each, index }))
  return all.filter(({ waiting: each, index }) => (index < waiting.length ? order.has(each.until) : comesAfter(each)))
}

/** Takes as many rewards as the work of one play allows, but at least one. */
function withinWork(due: readonly Due[], definition: ProcessDefinition, done: number): readonly Due[] {
  let work = done
  return due.filter(({ waiting }) => {
    if (work > MAX_WORK) return false
    const reward = rewardFor(definition, waiting)
    if (reward) work += workOfGifts([reward])
    return true
  })
}

/**
 * Gives a player the rewards that are due: returns an event for each activity with which they were earned, then the
 * events of rules.
 */
function settle(by: Resolving, before: Player, due: readonly Due[], state: GameState, context: GameContext) {
  const read = readingAt(state, context)
  // A later player of the same id did not earn the rewards.
  const earned = due.map(({ waiting }) => waiting).filter(({ since }) => before.born < since)
  const events: RewardResolved[] = []
  let player = before
  for (const sameActivity of Map.groupBy(earned, ({ until, activity }) => `${until}>${activity}`).values()) {
    const event = resolvedEvent(by, player, sameActivity, read, context)
    if (!event) continue
    if (isRewardFailure(event)) return event
    events.push(event)
    player = withChanges(player, event.deferred.changes)
  }
  const aftermath = applyRules(context.design, player, read)
  if (isRewardFailure(aftermath)) return aftermath
  const changing = [...events.map(({ event, deferred: { changes } }) => ({ event, changes })), ...aftermath.events]
  const work = context.design.checkingWork + workOfEvents(changing, aftermath.player.scores)
  return { events: [...events, ...aftermath.events], work }
}

/**
 * Returns the event of rewards that a player earned with one activity and that waited for another. Returns undefined if
 * the design no longer has them.
 */
function resolvedEvent(
  { actor, process, definition }: Resolving,
  player: Player,
  sameActivity: readonly Waiting[],
  read: ReturnType<typeof readingAt>,
  { design }: GameContext,
): RewardResolved | RewardFailure | undefined {
  const rewards = sameActivity.flatMap((waiting) => rewardFor(definition, waiting) ?? [])
  const [first] = sameActivity
  if (!first || rewards.length === 0) return undefined
  const reading = read(player)
  reading.observer?.resolved(first.until, first.activity, player.id)
  const changes = giveRewards(design, rewards, reading)
  if (isRewardFailure(changes)) return changes
  return {
    event: 'resolution',
    actor,
    process,
    activity: referToActivity(definition, first.until),
    deferred: { actor: referToPlayer(player), activity: referToActivity(definition, first.activity), changes },
  }
}

/** Returns the reference to an activity, as events name it. */
export function referToActivity({ graph }: ProcessDefinition, path: string): RewardResolved['activity'] {
  return { id: path, name: graph.nodes.get(path)?.name ?? path }
}
