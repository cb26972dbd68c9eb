import type { ActionPlayed } from '../actions/events.ts'
import type { Design } from '../design/design.ts'
import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { look } from '../kernel/book.ts'
import { add, clamp, subtract, parseAmount, type Amount } from '../kernel/decimal.ts'
import type { Entry, GameEvent } from '../kernel/entry.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { eventId, placeOf } from '../kernel/ids.ts'
import type { EventPlace } from '../kernel/operation.ts'
import type { PointMetric, SetMetric, StateMetric } from '../metrics/design.ts'
import { changeOf, evolveScores, itemDeltas, itemsOf, pointsOf, stateOf, valueDelta, type Change, type Scores, type ValueDelta } from '../metrics/score.ts'
import type { CustomRuleEvaluated, RuleFollowed } from '../rules/events.ts'
import { recompute } from '../rules/compound.ts'
import { formulaFault } from '../rules/give.ts'
import { isRewardFailure, settleLevels } from '../rules/react.ts'
import type { RewardFailure } from '../rules/reward.ts'
import { namedPlayer } from './acting.ts'
import { revertedKey } from './evolve.ts'
import { referToPlayer, type Player } from './player.ts'

/** An event undone, or a rule's event undone with it. Spec 2 "Revert result item". */
export interface RevertedItem {
  readonly event: string
  readonly changes: readonly Change[]
  readonly status: 'reverted'
}

type Cause = ActionPlayed | CustomRuleEvaluated

/** An event to be undone, where it stands, and what of it has been undone. */
interface Undoing {
  readonly id: string
  readonly place: EventPlace
  readonly event: Cause | RuleFollowed
  readonly changes: Change[]
}

/** Undoes plays and what followed from them. Spec 2 `POST /admin/players/:player_id/revert`, 4.14. */
export const revertEvents: GameCommand<{ readonly id: string; readonly eventIds: readonly string[] }, readonly RevertedItem[]> = {
  kind: 'command',
  name: 'players.revert',
  recalls: ({ eventIds }) => eventIds,
  decide: (state, { id, eventIds }, context) => {
    const player = namedPlayer(state, id)
    if (isFault(player)) return player
    const undoing = findAll(state, player, eventIds, context)
    if (isFault(undoing)) return undoing
    const failure = undoAll(undoing, player.scores, context.design)
    if (failure) return formulaFault(failure)
    return {
      events: undoing.length === 0 ? [] : [revertedEvent(player, undoing)],
      answer: () => undoing.map(({ id: event, changes }) => ({ event, changes, status: 'reverted' as const })),
    }
  },
}

const revertedEvent = (player: Player, undoing: readonly Undoing[]) =>
  ({
    event: 'reverted',
    player: referToPlayer(player),
    events: undoing.map(({ place }) => place),
    changes: undoing.flatMap(({ changes }) => changes),
    plays: undoing.flatMap(({ event }) => (event.event === 'action' ? [{ action: event.action.id, count: event.count }] : [])),
  }) as const

/** The events asked for, each with the rule events that it caused. */
function findAll(state: GameState, player: Player, ids: readonly string[], context: GameContext): Undoing[] | Fault {
  const found: Undoing[] = []
  const seen = new Set<string>()
  for (const id of ids) {
    const place = placeOf(id)
    const entry = place && context.recalled.get(place.seq)
    const event = place && entry?.events[place.index]
    if (!entry || !event || eventId(entry, place.index) !== id || !isOf(player, event, entry)) return fault('event_not_found', { id })
    if (!isCause(event)) return fault('invalid_request', { message: `The event '${id}' is neither an action nor a custom rule` })
    if (seen.has(id) || state.reverted.has(revertedKey(place))) return fault('already_reverted', { id })
    seen.add(id)
    found.push({ id, place, event, changes: [] }, ...consequences(entry, place.index))
  }
  return found
}

/** Whether the event happened to this player, and not to an earlier one of the same id. */
function isOf(player: Player, event: GameEvent, entry: Entry): boolean {
  const { actor, player: subject } = event as { actor?: { id: string }; player?: { id: string } }
  return (actor ?? subject)?.id === player.id && entry.seq > player.born
}

const isCause = (event: GameEvent): event is Cause => event.event === 'action' || event.event === 'custom_rule'
const isConsequence = (event: GameEvent | undefined): event is RuleFollowed => event?.event === 'level' || event?.event === 'achievement'

/** The rule events right behind a cause are those that it caused. */
function consequences(entry: Entry, cause: number): Undoing[] {
  const found: Undoing[] = []
  for (let index = cause + 1; ; index += 1) {
    const event = entry.events[index]
    if (!isConsequence(event)) return found
    found.push({ id: eventId(entry, index), place: { seq: entry.seq, index }, event, changes: [] })
  }
}

/** Undoes each in turn, then puts the levels where the scores are; the level's own event, where undone, tells of it. */
function undoAll(undoing: readonly Undoing[], before: Scores, design: Design): RewardFailure | undefined {
  let scores = before
  for (const { event, changes } of undoing) {
    if (event.event === 'level') continue
    const undone = event.changes.flatMap((change) => {
      const inverse = undo(change, scores, design)
      if (!inverse) return []
      scores = evolveScores(scores, inverse)
      return [inverse]
    })
    const computed = recompute(design, scores, undone)
    if (isRewardFailure(computed)) return computed
    scores = computed.reduce(evolveScores, scores)
    changes.push(...undone, ...computed)
  }
  for (const { rule, change } of settleLevels(design, scores)) {
    const told = undoing.find(({ event }) => event.event === 'level' && event.rule.id === rule.id) ?? undoing[0]
    told?.changes.push(change)
  }
  return undefined
}

const amountIn = (text: string | null): Amount => parseAmount(text ?? '0') ?? 0

/** The change that takes another one back from the scores as they are now; undefined where nothing of it is left. */
function undo(change: Change, scores: Scores, design: Design): Change | undefined {
  const { id, name, type } = change.metric
  const known = design.metrics.get(id)
  switch (type) {
    case 'point':
      return undoPoints(change, scores, known?.type === 'point' ? known : { id, name, type, start: 0, min: -Infinity, max: Infinity })
    case 'set':
      return undoItems(change, scores, known?.type === 'set' ? known : { id, name, type, items: new Map(), itemsInAnyCase: new Map(), maxItems: Infinity })
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
  const delta = subtract(amountIn(given), old === null ? metric.start : amountIn(old))
  const left = delta === undefined ? undefined : subtract(present, delta)
  const after = left === undefined ? present : clamp(left, metric.min, metric.max)
  return after === present ? undefined : changeOf(metric, present, after)
}

function undoItems(change: Change, scores: Scores, metric: SetMetric): Change | undefined {
  const held = itemsOf(scores, metric) ?? {}
  const deltas = itemDeltas(change).flatMap(([item, delta]): [string, ValueDelta][] => {
    const present = look(held, item)
    const left = undoneCount(present ?? 0, delta)
    if (left === (present ?? 0)) return []
    const after = clamp(left, 0, metric.items.get(item)?.max ?? Infinity)
    return [[item, { old: present === undefined ? null : String(present), new: String(after) }]]
  })
  return deltas.length === 0 ? undefined : { metric: change.metric, delta: Object.fromEntries(deltas) }
}

/** Counts go no lower than 0. */
function undoneCount(present: Amount, { old, new: given }: ValueDelta): Amount {
  const taken = subtract(amountIn(old), amountIn(given))
  return clamp((taken === undefined ? present : add(present, taken)) ?? present, 0, Infinity)
}

function undoState(change: Change, scores: Scores, metric: StateMetric): Change | undefined {
  const present = stateOf(scores, metric)
  const { old, new: given } = valueDelta(change)
  return present !== undefined && present === given && present !== old ? changeOf(metric, present, old) : undefined
}
