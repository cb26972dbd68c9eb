import type { ActionPlayed, Scope } from '../actions/shapes.ts'
import type { Design } from '../design/design.ts'
import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { subtract } from '../kernel/decimal.ts'
import { isAbout, type Entry, type GameEvent } from '../kernel/entry.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { eventId, packPosition, positionOf, type EventPosition } from '../kernel/ids.ts'
import type { Shape } from '../kernel/shapes.ts'
import type { PointMetric, SetMetric, StateMetric } from '../metrics/design.ts'
import { changeItems, changePoints } from '../metrics/effects.ts'
import type { Drops } from '../kernel/drop.ts'
import { changeAfter } from '../metrics/drop.ts'
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
import { type RewardFailure, isRewardFailure } from '../rules/give-reward.ts'
import type { CustomRuleEvaluated, RuleFollowed } from '../rules/shapes.ts'
import { recompute } from '../rules/compound.ts'
import { formulaFault } from '../rules/give.ts'
import { settleLevels } from '../rules/react.ts'
import { MAX_WORK, workOfEvents } from '../rules/work.ts'
import { namedPlayer, readingAt } from './acting.ts'
import type { revertedItem } from './answer-schema.ts'
import { referToPlayer, type Player } from './player.ts'

/** An event undone, or a rule's event undone with it. Spec 2 "Revert result item". */
export type RevertedItem = Shape<typeof revertedItem>

type Cause = ActionPlayed | CustomRuleEvaluated

/** An event to be undone, where it stands, and what of it has been undone. */
interface Undoing {
  readonly id: string
  readonly place: EventPosition
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
    const undoing = findAll(state, player, eventIds, context)
    if (isFault(undoing)) return undoing
    // A single one may come to more with what followed from it, and must not become impossible to undo.
    if (
      eventIds.length > 1 &&
      workOfEvents(
        undoing.map(({ event }) => event),
        player.scores,
      ) > MAX_WORK
    )
      return tooMuchWork
    const changes = undoAll(state, undoing, player, context)
    if (isRewardFailure(changes)) return formulaFault(changes)
    return {
      events: undoing.length === 0 ? [] : [revertedEvent(player, undoing, changes, context)],
      answer: () => undoing.map(({ id: event, changes }) => ({ event, changes, status: 'reverted' as const })),
    }
  },
}

const tooMuchWork = fault('invalid_request', {
  message: 'Too many events to undo at once; name fewer of them',
})

const revertedEvent = (
  player: Player,
  undoing: readonly Undoing[],
  changes: readonly Change[],
  { recalled }: GameContext,
) =>
  ({
    event: 'reverted',
    player: referToPlayer(player),
    events: undoing.map(({ place }) => place),
    changes,
    plays: undoing.flatMap(({ event }) =>
      event.event === 'action' ? [{ action: event.action.id, count: event.count }] : [],
    ),
    undone: undoing.map(({ event, place }) => ({
      ...place,
      at: recalled.get(place.seq)?.at ?? 0,
      changes: event.changes,
      ...scopesOf(event),
    })),
  }) as const

/** The custom boards on which an event counted, where it named any. */
function scopesOf(event: Undoing['event']): { readonly scopes?: readonly Scope[] } {
  const scopes = event.event === 'action' ? event.scopes : event.event === 'custom_rule' ? event.engine?.scopes : []
  return scopes && scopes.length > 0 ? { scopes } : {}
}

/**
 * The events asked for, each with the rule events that it caused. First all must be there, then all must be of a kind
 * that can be undone, then none may have been. Spec 5.2.
 */
function findAll(state: GameState, player: Player, ids: readonly string[], context: GameContext): Undoing[] | Fault {
  const found: Found[] = []
  for (const id of ids) {
    const one = find(player, id, context)
    if (!one) return fault('event_not_found', { id })
    found.push(one)
  }
  const other = found.find(({ event }) => !isCause(event))
  if (other)
    return fault('invalid_request', { message: `The event '${other.id}' is neither an action nor a custom rule` })
  const seen = new Set<number>()
  for (const { id, place } of found) {
    const key = packPosition(place)
    if (seen.has(key) || state.reverted.has(key)) return fault('already_reverted', { id })
    seen.add(key)
  }
  return found.flatMap(({ id, place, event, entry }) => [
    { id, place, event: event as Cause, changes: [] },
    ...consequences(entry, place.index),
  ])
}

/** An event where it stands in the history. */
interface Found {
  readonly id: string
  readonly place: EventPosition
  readonly event: GameEvent
  readonly entry: Entry
}

function find(player: Player, id: string, { recalled }: GameContext): Found | undefined {
  const place = positionOf(id)
  const entry = place && recalled.get(place.seq)
  const event = place && entry?.events[place.index]
  if (!entry || !event || eventId(entry, place.index) !== id || !isOf(player, event, entry)) return undefined
  return { id, place, event, entry }
}

/** Whether the event happened to this player, and not to an earlier one of the same id. */
const isOf = (player: Player, event: GameEvent, entry: Entry): boolean =>
  isAbout(event, player.id) && entry.seq > player.born

const isCause = (event: GameEvent): event is Cause => event.event === 'action' || event.event === 'custom_rule'
const isConsequence = (event: GameEvent | undefined): event is RuleFollowed =>
  event?.event === 'level' || event?.event === 'achievement'

/** The rule events right behind a cause are those that it caused. */
function consequences(entry: Entry, cause: number): Undoing[] {
  const found: Undoing[] = []
  for (let index = cause + 1; ; index += 1) {
    const event = entry.events[index]
    if (!isConsequence(event)) return found
    found.push({ id: eventId(entry, index), place: { seq: entry.seq, index }, event, changes: [] })
  }
}

/**
 * Undoes the events, the latest first, then puts the levels where the scores are: a level's own event, where it is
 * undone, tells of that; one whose ladder has left the design is undone as any other. All changes in the order in which
 * they are made; each undone event gets its own.
 */
function undoAll(
  state: GameState,
  undoing: readonly Undoing[],
  player: Player,
  context: GameContext,
): readonly Change[] | RewardFailure {
  const { design } = context
  const all: Change[] = []
  const draft = new ScoreDraft(player.scores)
  const governed = new Set(design.levels.map(({ metric }) => metric.id))
  for (const { event, place, changes } of undoing.toSorted(latestFirst)) {
    if (event.event === 'level' && event.changes.some(({ metric }) => governed.has(metric.id))) continue
    const undone = undoChanges(changesLeft(event.changes, place, state.drops), draft, design)
    if (isRewardFailure(undone)) return undone
    changes.push(...undone)
    all.push(...undone)
  }
  const settled = settleLevels(design, { ...player, scores: draft.finish() }, readingAt(state, context))
  if (isRewardFailure(settled)) return settled
  for (const { rule, changes } of settled.events) {
    const told = undoing.find(({ event }) => event.event === 'level' && event.rule.id === rule.id) ?? undoing[0]
    told?.changes.push(...changes)
    all.push(...changes)
  }
  return all
}

const latestFirst = (a: Undoing, b: Undoing): number => packPosition(b.place) - packPosition(a.place)

/** The changes of an event that are still to be undone: what has been dropped for good since then is not. Spec 4.13. */
function changesLeft(changes: readonly Change[], { seq }: EventPosition, drops: Drops): readonly Change[] {
  return changes.flatMap((change) => changeAfter(change, drops, seq) ?? [])
}

/** The changes that take others back, the last first, then those of the compounds that read them; the draft takes them in. */
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

/** The change that takes another one back from the scores as they are now; undefined where nothing of it is left. */
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
  const { old, new: given } = valueDelta(change)
  if (present === undefined) return undefined
  const delta = subtract(amountIn(given ?? '0'), old === null ? metric.start : amountIn(old))
  const left = delta === undefined ? undefined : subtract(present, delta)
  return left === undefined ? undefined : changePoints(scores, metric, left)
}

function undoItems(change: Change, scores: Scores, metric: SetMetric): Change | undefined {
  const sums = itemDeltas(change).map(([item, { old, new: given }]) => {
    const present = countOf(scores, metric, item)
    const delta = subtract(amountIn(given ?? '0'), amountIn(old ?? '0'))
    return [item, (delta === undefined ? undefined : subtract(present, delta)) ?? present] as const
  })
  return changeItems(scores, metric, sums)
}

/** A state is set back as long as it is the one that was set. */
function undoState(change: Change, scores: Scores, metric: StateMetric): Change | undefined {
  const present = scores[scoreKey(change.metric)]
  const { old, new: given } = valueDelta(change)
  return present === undefined || present !== given ? undefined : changeOf(metric, given, old)
}
