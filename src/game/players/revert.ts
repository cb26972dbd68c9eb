import type { ActionPlayed, Scope } from '../actions/shapes.ts'
import type { Design } from '../design/design.ts'
import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { Shape } from '../kernel/answer-shapes.ts'
import { subtract } from '../kernel/decimal.ts'
import type { Drops } from '../kernel/drop.ts'
import { namesPlayer, type Entry, type GameEvent } from '../kernel/entry.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { eventId, packPosition, positionOf, type EventPosition } from '../kernel/ids.ts'
import type { PointMetric, SetMetric, StateMetric } from '../metrics/design.ts'
import { changeAfter } from '../metrics/drop.ts'
import { changeItems, changePoints } from '../metrics/effects.ts'
import { amountIn, ScoreDraft } from '../metrics/evolve.ts'
import {
  changeOf,
  countOf,
  itemDeltas,
  pointsOf,
  scoreKey,
  valueDelta,
  type Change,
  type Scores,
} from '../metrics/score.ts'
import { updateLevels } from '../rules/apply-rules.ts'
import { recompute } from '../rules/compound.ts'
import { type RewardFailure, isRewardFailure } from '../rules/give-reward.ts'
import { formulaFault } from '../rules/give.ts'
import type { CustomRuleEvaluated, RuleFollowed } from '../rules/shapes.ts'
import { MAX_WORK, workOfEvents } from '../rules/work.ts'
import { namedPlayer, readingAt } from './acting.ts'
import type { revertedItem } from './answer-schema.ts'
import { referToPlayer, type Player } from './player.ts'

/** An undone event, or an event of a rule that was undone with it. Spec 2 "Revert result item". */
export type RevertedItem = Shape<typeof revertedItem>

type Cause = ActionPlayed | CustomRuleEvaluated

/** An event to undo, its position, and the changes made so far to undo it. */
interface EventToUndo {
  readonly id: string
  readonly position: EventPosition
  readonly event: Cause | RuleFollowed
  readonly changes: Change[]
}

/** Undoes plays and what followed from them. Spec 2 `POST /admin/players/:player_id/revert`, 4.14. */
export const revertEvents: GameCommand<
  { readonly id: string; readonly eventIds: readonly string[] },
  readonly RevertedItem[]
> = {
  kind: 'command',
  name: 'players.revert',
  recalls: ({ eventIds }) => eventIds,
  decide: (state, { id, eventIds }, context) => {
    const player = namedPlayer(state, id)
    if (isFault(player)) return player
    const toUndo = findEvents(state, player, eventIds, context)
    if (isFault(toUndo)) return toUndo
    // A single event can exceed the limit with its consequences, but it must always be possible to undo.
    if (
      eventIds.length > 1 &&
      workOfEvents(
        toUndo.map(({ event }) => event),
        player.scores,
      ) > MAX_WORK
    )
      return tooMuchWork
    const changes = undoEvents(state, toUndo, player, context)
    if (isRewardFailure(changes)) return formulaFault(changes)
    return {
      events: toUndo.length === 0 ? [] : [revertedEvent(player, toUndo, changes, context)],
      answer: () => toUndo.map(({ id: event, changes }) => ({ event, changes, status: 'reverted' as const })),
    }
  },
}

const tooMuchWork = fault('invalid_request', {
  message: 'Too many events to undo at once; name fewer of them',
})

const revertedEvent = (
  player: Player,
  toUndo: readonly EventToUndo[],
  changes: readonly Change[],
  { recalled }: GameContext,
) =>
  ({
    event: 'reverted',
    player: referToPlayer(player),
    events: toUndo.map(({ position }) => position),
    changes,
    plays: toUndo.flatMap(({ event }) =>
      event.event === 'action' ? [{ action: event.action.id, count: event.count }] : [],
    ),
    undone: toUndo.map(({ event, position }) => ({
      ...position,
      at: recalled.get(position.seq)?.at ?? 0,
      changes: event.changes,
      ...scopesOf(event),
    })),
  }) as const

/** Returns the scopes of custom boards that an event named, if any. */
function scopesOf(event: EventToUndo['event']): { readonly scopes?: readonly Scope[] } {
  const scopes = event.event === 'action' ? event.scopes : event.event === 'custom_rule' ? event.engine?.scopes : []
  return scopes && scopes.length > 0 ? { scopes } : {}
}

/**
 * Finds the requested events, each with the rule events that it caused. Checks first that all exist, then that all can be
 * undone, then that none was undone before. Spec 5.2.
 */
function findEvents(
  state: GameState,
  player: Player,
  ids: readonly string[],
  context: GameContext,
): EventToUndo[] | Fault {
  const found: Found[] = []
  for (const id of ids) {
    const match = findEvent(player, id, context)
    if (!match) return fault('event_not_found', { id })
    found.push(match)
  }
  const notUndoable = found.find(({ event }) => !isCause(event))
  if (notUndoable)
    return fault('invalid_request', { message: `The event '${notUndoable.id}' is neither an action nor a custom rule` })
  const seen = new Set<number>()
  for (const { id, position } of found) {
    const key = packPosition(position)
    if (seen.has(key) || state.reverted.has(key)) return fault('already_reverted', { id })
    seen.add(key)
  }
  return found.flatMap(({ id, position, event, entry }) => [
    { id, position, event: event as Cause, changes: [] },
    ...consequences(entry, position.index),
  ])
}

/** An event with its position and entry. */
interface Found {
  readonly id: string
  readonly position: EventPosition
  readonly event: GameEvent
  readonly entry: Entry
}

function findEvent(player: Player, id: string, { recalled }: GameContext): Found | undefined {
  const position = positionOf(id)
  const entry = position && recalled.get(position.seq)
  const event = position && entry?.events[position.index]
  if (!entry || !event || eventId(entry, position.index) !== id || !belongsTo(player, event, entry)) return undefined
  return { id, position, event, entry }
}

/** Whether an event is about this player, and not about an earlier one with the same id. */
const belongsTo = (player: Player, event: GameEvent, entry: Entry): boolean =>
  namesPlayer(event, player.id) && entry.seq > player.born

const isCause = (event: GameEvent): event is Cause => event.event === 'action' || event.event === 'custom_rule'
const isConsequence = (event: GameEvent | undefined): event is RuleFollowed =>
  event?.event === 'level' || event?.event === 'achievement'

/** Returns the rule events that directly follow a cause in its entry. They are its consequences. */
function consequences(entry: Entry, cause: number): EventToUndo[] {
  const found: EventToUndo[] = []
  for (let index = cause + 1; ; index += 1) {
    const event = entry.events[index]
    if (!isConsequence(event)) return found
    found.push({ id: eventId(entry, index), position: { seq: entry.seq, index }, event, changes: [] })
  }
}

/**
 * Undoes the events, the latest first, then sets the levels that follow from the scores. These level changes are reported
 * with the undone event of that level, or with the first event. The event of a level whose rule the design no longer has
 * is undone like any other. Returns all changes in order, and adds each one to the event that it belongs to.
 */
function undoEvents(
  state: GameState,
  toUndo: readonly EventToUndo[],
  player: Player,
  context: GameContext,
): readonly Change[] | RewardFailure {
  const { design } = context
  const all: Change[] = []
  const draft = new ScoreDraft(player.scores)
  const governed = new Set(design.levels.map(({ metric }) => metric.id))
  for (const { event, position, changes } of toUndo.toSorted(latestFirst)) {
    if (event.event === 'level' && event.changes.some(({ metric }) => governed.has(metric.id))) continue
    const undone = undoChanges(remainingChanges(event.changes, position, state.drops), draft, design)
    if (isRewardFailure(undone)) return undone
    changes.push(...undone)
    all.push(...undone)
  }
  const settled = updateLevels(design, { ...player, scores: draft.finish() }, readingAt(state, context))
  if (isRewardFailure(settled)) return settled
  for (const { rule, changes } of settled.events) {
    const target = toUndo.find(({ event }) => event.event === 'level' && event.rule.id === rule.id) ?? toUndo[0]
    target?.changes.push(...changes)
    all.push(...changes)
  }
  return all
}

const latestFirst = (a: EventToUndo, b: EventToUndo): number => packPosition(b.position) - packPosition(a.position)

/** Returns the changes of an event that can still be undone, without those that were dropped since. Spec 4.13. */
function remainingChanges(changes: readonly Change[], { seq }: EventPosition, drops: Drops): readonly Change[] {
  return changes.flatMap((change) => changeAfter(change, drops, seq) ?? [])
}

/**
 * Returns the inverse of each change, the last first, then the changes of compound metrics that depend on them. Applies all
 * of them to the draft.
 */
function undoChanges(changes: readonly Change[], draft: ScoreDraft, design: Design): readonly Change[] | RewardFailure {
  const undone: Change[] = []
  for (const change of changes.toReversed()) {
    const inverse = undo(change, draft.scores, design)
    if (!inverse) continue
    undone.push(inverse)
    draft.take(inverse)
  }
  const computed = recompute(design, draft, undone)
  return isRewardFailure(computed) ? computed : [...undone, ...computed]
}

/** Returns the change that undoes another one in the current scores. Undefined if there is nothing left to undo. */
function undo(change: Change, scores: Scores, design: Design): Change | undefined {
  const { id, name, type } = change.metric
  const known = design.metrics.get(id)
  switch (type) {
    case 'point':
      return undoPoints(
        change,
        scores,
        known?.type === 'point' ? known : { id, name, type, start: 0, min: -Infinity, max: Infinity },
      )
    case 'set':
      return undoItems(
        change,
        scores,
        known?.type === 'set'
          ? known
          : {
              id,
              name,
              type,
              items: new Map(),
              itemKeys: new Set(),
              itemsByLowerCaseName: new Map(),
              maxItems: Infinity,
            },
      )
    case 'state':
      return undoState(change, scores, known?.type === 'state' ? known : { id, name, type, states: new Map() })
    case 'compound':
      return undefined
  }
}

function undoPoints(change: Change, scores: Scores, metric: PointMetric): Change | undefined {
  const present = pointsOf(scores, metric)
  const { old, new: after } = valueDelta(change)
  if (present === undefined) return undefined
  const delta = subtract(amountIn(after ?? '0'), old === null ? metric.start : amountIn(old))
  const points = delta === undefined ? undefined : subtract(present, delta)
  return points === undefined ? undefined : changePoints(scores, metric, points)
}

function undoItems(change: Change, scores: Scores, metric: SetMetric): Change | undefined {
  const sums = itemDeltas(change).map(([item, { old, new: after }]) => {
    const present = countOf(scores, metric, item)
    const delta = subtract(amountIn(after ?? '0'), amountIn(old ?? '0'))
    return [item, (delta === undefined ? undefined : subtract(present, delta)) ?? present] as const
  })
  return changeItems(scores, metric, sums)
}

/** Resets a state to its previous value, but only if it still is the one that the change set. */
function undoState(change: Change, scores: Scores, metric: StateMetric): Change | undefined {
  const present = scores[scoreKey(change.metric)]
  const { old, new: after } = valueDelta(change)
  return present === undefined || present !== after ? undefined : changeOf(metric, after, old)
}
