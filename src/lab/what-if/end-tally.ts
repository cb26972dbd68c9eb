import type { Design } from '../../game/design/design.ts'
import type { GameState } from '../../game/game-state.ts'
import { namedEntries } from '../../game/kernel/name-map.ts'
import { membersOf } from '../../game/members/state.ts'
import { subjectKey } from '../../game/members/subject.ts'
import type { CompoundMetric, PointMetric, SetMetric, StateMetric } from '../../game/metrics/design.ts'
import { itemsOf, stateOf, type Scores } from '../../game/metrics/score.ts'
import { findPlayer, playerIds } from '../../game/players/state.ts'
import { processAfter } from '../../game/processes/state.ts'
import { pointFigures } from '../simulate/build-report.ts'
import { Counts } from '../simulate/counts.ts'
import { addScores } from '../simulate/player-record.ts'
import type { PointFigures } from '../simulate/report.ts'
import { byDay, emptyGroup, nobodyReached, ofDay, type GroupTally, type ReachedTally } from '../simulate/tally.ts'
import { valueOf } from '../simulate/value-of.ts'
import { levelOrders, statesInOrder, statesReached, type LevelOrders } from '../terms/levels.ts'
import type { BeforeAfter, MetricDifference } from './report.ts'

/** The end of a history is the only day of its tally. */
const END = 1

/**
 * Counts what all players of a game have at its end, as a simulation of one day counts it. They have reached what they
 * have then: a level also counts for those below it. Spec 7.2 `--expect`.
 */
export function endTally(state: GameState, design: Design): GroupTally {
  const tally = emptyGroup(END)
  const orders = levelOrders(design)
  const ended = endedProcesses(state)
  for (const id of playerIds(state.players)) {
    const scores = findPlayer(state.players, id)?.scores ?? {}
    ofDay(tally.days, END).joined += 1
    addScores(tally, design, scores, END)
    const has = new Set([
      ...scoresReached(scores, design, orders),
      ...(ended
        .get(id)
        ?.values()
        .map((definition) => `process:${definition}`) ?? []),
    ])
    for (const key of has) addReached(tally, key)
  }
  return tally
}

/** Yields the items and the states that scores have reached, as `<metric>:<name>`. */
function* scoresReached(scores: Scores, { metrics }: Design, orders: LevelOrders): Generator<string> {
  for (const metric of metrics.values()) {
    if (metric.type === 'state') {
      const state = stateOf(scores, metric)
      if (state === undefined) continue
      for (const reached of statesReached(orders, metric.id, state)) yield `${metric.id}:${reached}`
    } else if (metric.type === 'set')
      for (const [item] of namedEntries(itemsOf(scores, metric) ?? {})) yield `${metric.id}:${item}`
  }
}

/** Counts a player who has reached something. How long that took is not known at the end. */
function addReached({ reached }: GroupTally, key: string): void {
  const days = valueOf(reached, key, () => byDay<ReachedTally | undefined>(END, () => undefined)) as ReachedTally[]
  const found = (days[END] ??= nobodyReached())
  found.seconds.add(0)
  found.plays.add(0)
}

/** A game at its end, with what its players have. */
interface Ended {
  readonly design: Design
  readonly tally: GroupTally
}

/** Returns the figures of the scores of all players; null for a metric that the design does not have. */
export function figuresAtEnd(
  { points }: GroupTally,
  metric: PointMetric | CompoundMetric | undefined,
): Omit<PointFigures, 'total'> | null {
  if (!metric) return null
  const { total: _total, ...figures } = pointFigures(points.get(metric.id)?.[END] ?? new Counts())
  return figures
}

/** Returns the players in each state, in the order of the other design, then of the recorded one. */
export function statesAtEnd(
  before: Ended,
  after: Ended,
  then: StateMetric | undefined,
  now: StateMetric | undefined,
): NonNullable<MetricDifference['states']> {
  const names = new Set([
    ...(now ? statesInOrder(after.design, now) : []),
    ...(then ? statesInOrder(before.design, then) : []),
  ])
  const players = ({ tally }: Ended, metric: StateMetric | undefined, state: string): number =>
    (metric && tally.states.get(metric.id)?.[END]?.get(state)) ?? 0
  return Array.from(names, (state) => ({
    state,
    before: players(before, then, state),
    after: players(after, now, state),
  }))
}

/** Returns the players who hold each item that one of the designs has. */
export function holdersAtEnd(
  before: GroupTally,
  after: GroupTally,
  then: SetMetric | undefined,
  now: SetMetric | undefined,
): Readonly<Record<string, BeforeAfter<number>>> {
  // Items that a design does not have are only kept aside.
  const holders = ({ items }: GroupTally, metric: SetMetric | undefined, item: string): number =>
    (metric?.items.has(item) ? items.get(metric.id)?.[END]?.get(item)?.holders : undefined) ?? 0
  const names = new Set([...(now?.items.keys() ?? []), ...(then?.items.keys() ?? [])])
  return Object.fromEntries(
    Array.from(names, (item) => [item, { before: holders(before, then, item), after: holders(after, now, item) }]),
  )
}

/** The definitions of the ended processes that each player takes part in, by the id of the process. */
export type EndedProcesses = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Returns the ended processes of each player who still takes part in them. */
export function endedProcesses({ processes, members, drops }: GameState): EndedProcesses {
  const ended = new Map<string, Map<string, string>>()
  for (const record of processes.records) {
    const process = record && processAfter(record, drops)
    if (process?.state !== 'COMPLETED') continue
    for (const { player } of membersOf(members, drops, subjectKey({ kind: 'process', id: process.id }))) {
      const own = ended.get(player) ?? new Map<string, string>()
      ended.set(player, own.set(process.id, process.definition))
    }
  }
  return ended
}
