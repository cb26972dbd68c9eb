import type { Design } from '../../game/design/design.ts'
import { addOrKeep, compare, parseAmount, subtract, type Amount } from '../../game/kernel/decimal.ts'
import { isFailure } from '../../game/kernel/formula.ts'
import { namedEntries } from '../../game/kernel/name-map.ts'
import type { Metric } from '../../game/metrics/design.ts'
import {
  itemDeltas,
  itemsOf,
  pointsOf,
  stateOf,
  valueDelta,
  type Change,
  type Scores,
} from '../../game/metrics/score.ts'
import { findPlayer } from '../../game/players/state.ts'
import type { AnyEvent } from '../../game/registry.ts'
import { metricIn } from '../../game/rules/formula-scope.ts'
import { noVariables } from '../../game/rules/variable.ts'
import type { LabGame } from '../lab-game.ts'
import { statesReached, type LevelOrders } from '../terms/levels.ts'
import { Counts } from './counts.ts'
import {
  byDay,
  count,
  nobodyReached,
  noFlow,
  noItems,
  ofDay,
  type FlowTally,
  type GroupTally,
  type ItemTally,
  type ReachedTally,
} from './tally.ts'
import { valueOf } from './value-of.ts'

/** What one simulated player adds to the tally of the persona. */
export class PlayerRecord {
  /** The number of plays so far. */
  plays = 0
  /** Whether there was progress since this was last set to false: a higher level, an item never held before, a process that ended. */
  hasProgress = false
  readonly id: string
  readonly #tally: GroupTally
  readonly #orders: LevelOrders
  readonly #joinedMs: number
  readonly #reached = new Set<string>()

  constructor(id: string, tally: GroupTally, orders: LevelOrders, joinedMs: number) {
    this.id = id
    this.#tally = tally
    this.#orders = orders
    this.#joinedMs = joinedMs
  }

  /** Adds the changes of an event to the flows. */
  addChanges(changes: readonly Change[], source: string, { metrics }: Design): void {
    for (const change of changes) {
      const metric = metrics.get(change.metric.id)
      if (metric?.type === 'point') {
        const { old, new: now } = valueDelta(change)
        this.#addFlow(source, metric.id, old === null ? metric.start : amountIn(old), amountIn(now))
      } else if (metric?.type === 'set') {
        for (const [item, { old, new: now }] of itemDeltas(change))
          this.#addFlow(source, `${metric.id}:${item}`, amountIn(old), amountIn(now))
      }
    }
  }

  /** Notes what the changes have reached in the scores after a play. */
  noteReached(changes: readonly Change[], scores: Scores, design: Design, day: number, atMs: number): void {
    for (const change of changes) {
      const metric = design.metrics.get(change.metric.id)
      if (metric?.type === 'state') this.#noteState(metric.id, change, stateOf(scores, metric), day, atMs)
      else if (metric?.type === 'set') {
        const held = itemsOf(scores, metric)
        for (const [item] of namedEntries(held ?? {}))
          if (this.#reach(`${metric.id}:${item}`, day, atMs)) this.hasProgress = true
      }
    }
  }

  /** Notes that a process ended. Each one is progress, and the first one of a definition is reached. */
  noteEnded(definition: string, day: number, atMs: number): void {
    this.hasProgress = true
    this.#reach(`process:${definition}`, day, atMs)
  }

  /** Notes that something was reached, and returns whether it is for the first time. */
  #reach(key: string, day: number, atMs: number): boolean {
    if (this.#reached.has(key)) return false
    this.#reached.add(key)
    const days = valueOf(this.#tally.reached, key, () =>
      byDay(this.#tally.days.length - 1, (): ReachedTally | undefined => undefined),
    ) as (ReachedTally | undefined)[]
    const found = (days[day] ??= nobodyReached())
    found.seconds.add(Math.round((atMs - this.#joinedMs) / 1000))
    found.plays.add(this.plays)
    return true
  }

  /** Reaching a level reaches those below it. A state that is no level is no progress. */
  #noteState(metric: string, change: Change, state: string | undefined, day: number, atMs: number): void {
    if (state === undefined) return
    for (const reached of statesReached(this.#orders, metric, state)) this.#reach(`${metric}:${reached}`, day, atMs)
    const order = this.#orders.get(metric)
    const place = order?.get(state)
    if (!order || place === undefined) return
    const { old } = valueDelta(change)
    if (place > (old === null ? -1 : (order.get(old) ?? -1))) this.hasProgress = true
  }

  #addFlow(source: string, metric: string, before: Amount, after: Amount): void {
    if (before === after) return
    const flows = valueOf(this.#tally.flows, source, () => new Map<string, FlowTally>())
    const flow = valueOf(flows, metric, noFlow)
    const by = subtract(after, before) ?? 0
    flow.times += 1
    if (compare(by, 0) > 0) flow.given = addOrKeep(flow.given, by)
    else flow.taken = addOrKeep(flow.taken, subtract(0, by) ?? 0)
  }
}

/** Reads an amount of an event; null is none. */
function amountIn(text: string | null): Amount {
  return text === null ? 0 : (parseAmount(text) ?? 0)
}

/** Adds the scores of a player at the end of a day. A compound that cannot be computed counts as 0. */
export function addScores(tally: GroupTally, { metrics }: Design, scores: Scores, day: number): void {
  const last = tally.days.length - 1
  for (const metric of metrics.values()) {
    switch (metric.type) {
      case 'point':
      case 'compound':
        ofDay(
          valueOf(tally.points, metric.id, () => byDay(last, () => new Counts())),
          day,
        ).add(pointsOf(scores, metric) ?? pointsWithoutScore(metric, scores, metrics))
        break
      case 'state': {
        const state = stateOf(scores, metric)
        const states = valueOf(tally.states, metric.id, () => byDay(last, () => new Map<string, number>()))
        if (state !== undefined) count(ofDay(states, day), state)
        break
      }
      case 'set': {
        const days = valueOf(tally.items, metric.id, () => byDay(last, () => new Map<string, ItemTally>()))
        for (const [item, held] of namedEntries(itemsOf(scores, metric) ?? {})) {
          const items = valueOf(ofDay(days, day), item, noItems)
          items.holders += 1
          items.items = addOrKeep(items.items, held)
        }
      }
    }
  }
}

function pointsWithoutScore(
  metric: Extract<Metric, { type: 'point' | 'compound' }>,
  scores: Scores,
  metrics: Design['metrics'],
): Amount {
  if (metric.type === 'point') return metric.start
  const value = metricIn({ metrics, scores, variables: noVariables }, metric)
  return isFailure(value) || typeof value === 'object' ? 0 : value
}

/** Returns the scores of a player in a game. */
export function scoresIn(game: LabGame, player: string): Scores {
  return findPlayer(game.state.players, player)?.scores ?? {}
}

/** The changes that an event made to the scores of a player, and what made them. */
export interface EventChanges {
  readonly player: string
  readonly changes: readonly Change[]
  /** `actions/<id>`, `rules/<id>`, `processes/<definition>/<activity>` or `bootstrap`. */
  readonly source: string
}

/** Returns the changes of an event; undefined if such events change no score. */
export function changesOf(event: AnyEvent, definitionOf: (process: string) => string): EventChanges | undefined {
  switch (event.event) {
    case 'action':
      return { player: event.actor.id, changes: event.changes, source: `actions/${event.action.id}` }
    case 'level':
    case 'achievement':
      return { player: event.actor.id, changes: event.changes, source: `rules/${event.rule.id}` }
    case 'progress': {
      const source = `processes/${definitionOf(event.process.id)}/${event.activity.id}`
      return { player: event.actor.id, changes: event.changes, source }
    }
    case 'resolution': {
      const { actor, activity, changes } = event.deferred
      return { player: actor.id, changes, source: `processes/${definitionOf(event.process.id)}/${activity.id}` }
    }
    case 'player:created':
      return { player: event.player.id, changes: event.changes, source: 'bootstrap' }
    default:
      return undefined
  }
}
