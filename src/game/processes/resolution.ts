import type { GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { SubjectReference } from '../members/subject.ts'
import { readingAt } from '../players/acting.ts'
import { referToPlayer, withChanges, type Player, type PlayerReference } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { type RewardFailure, isRewardFailure } from '../rules/give-reward.ts'
import type { RuleFollowed } from '../rules/shapes.ts'
import { giveRewards } from '../rules/give.ts'
import { applyRules } from '../rules/apply-rules.ts'
import { MAX_WORK, workOfEvents, workOfGifts } from '../rules/work.ts'
import type { ProcessDefinition } from './definition.ts'
import type { Turn } from './perform.ts'
import type { Waiting } from './shapes.ts'
import type { RewardResolved } from './shapes.ts'
import { rewardFor } from './waiting.ts'

/** A play that may be what rewards have waited for. */
export interface Resolving {
  readonly actor: PlayerReference
  readonly process: SubjectReference
  readonly definition: ProcessDefinition
  readonly turns: readonly Turn[]
  /** What waited before, and what this play itself leaves to wait. */
  readonly waiting: readonly Waiting[]
  readonly waits: readonly Waiting[]
}

/** What follows from a play: rewards that waited for it, and what the rules make of it for everybody whom it concerns. */
export interface FollowUp {
  readonly events: readonly (RewardResolved | RuleFollowed)[]
  /** Places of the rewards that wait no longer, among those that waited before and then those of this play. */
  readonly granted: readonly number[]
}

/** A reward that waits no longer, and its place among those that wait. */
interface Due {
  readonly waiting: Waiting
  readonly place: number
}

/**
 * Gives what waited for the activities that were performed, and lets rules follow: first for the player who performed
 * them, as that one is after the play's own changes, then for each other. What would come to more than one play may waits
 * on, for the next performance. Spec 4.8, 4.9 `resolution`.
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
    granted.push(...taken.map(({ place }) => place))
    const player = id === caller.id ? caller : findPlayer(state.players, id)
    if (!player) continue
    const settled = settle(by, player, taken, state, context)
    if (isRewardFailure(settled)) return settled
    events.push(...settled.events)
    work += settled.work
  }
  return { events, granted }
}

/** What waited for an activity that was performed; of what this play left to wait, what a sub_process ended that it was in. */
function dueAfter({ turns, waiting, waits }: Resolving): readonly Due[] {
  const order = new Map(turns.flatMap(({ activity, outcome }, i) => (outcome === 'failed' ? [] : [[activity.path, i]])))
  const comesAfter = ({ until, activity }: Waiting): boolean => (order.get(until) ?? -1) > (order.get(activity) ?? -1)
  const all = [...waiting, ...waits].map((each, place) => ({ waiting: each, place }))
  return all.filter(({ waiting: each, place }) => (place < waiting.length ? order.has(each.until) : comesAfter(each)))
}

/** As many of them as the work allows that one play may come to; one at least. */
function withinWork(due: readonly Due[], definition: ProcessDefinition, done: number): readonly Due[] {
  let work = done
  return due.filter(({ waiting }) => {
    if (work > MAX_WORK) return false
    const reward = rewardFor(definition, waiting)
    if (reward) work += workOfGifts([reward])
    return true
  })
}

/** Gives a player what was due: an event for each activity that it was earned with, then those of rules. */
function settle(by: Resolving, before: Player, due: readonly Due[], state: GameState, context: GameContext) {
  const read = readingAt(state, context)
  // Who came later under the same id did not earn it.
  const earned = due.map(({ waiting }) => waiting).filter(({ since }) => before.born < since)
  const events: RewardResolved[] = []
  let player = before
  for (const together of Map.groupBy(earned, ({ until, activity }) => `${until}>${activity}`).values()) {
    const event = resolvedEvent(by, player, together, read, context)
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

/** The event of rewards that a player earned with one activity and that waited for one; undefined where the design has them no more. */
function resolvedEvent(
  { actor, process, definition }: Resolving,
  player: Player,
  together: readonly Waiting[],
  read: ReturnType<typeof readingAt>,
  { design }: GameContext,
): RewardResolved | RewardFailure | undefined {
  const rewards = together.flatMap((waiting) => rewardFor(definition, waiting) ?? [])
  const [first] = together
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

/** An activity as events name it. */
export function referToActivity({ graph }: ProcessDefinition, path: string): RewardResolved['activity'] {
  return { id: path, name: graph.nodes.get(path)?.name ?? path }
}
