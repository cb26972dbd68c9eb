import type { Design } from '../../game/design/design.ts'
import type { GameState } from '../../game/game-state.ts'
import { addOrKeep, compare, formatAmount, subtract, type Amount } from '../../game/kernel/decimal.ts'
import { namedEntries } from '../../game/kernel/name-map.ts'
import type { Board, Rankings } from '../../game/leaderboards/boards.ts'
import { cycles, periodAt } from '../../game/leaderboards/cycle.ts'
import { entrantOf } from '../../game/leaderboards/entrant.ts'
import type { CompoundMetric, Metric, PointMetric, SetMetric, StateMetric } from '../../game/metrics/design.ts'
import { itemsOf, pointsOf, stateOf, type Scores } from '../../game/metrics/score.ts'
import { findPlayer, playerIds } from '../../game/players/state.ts'
import { processAfter } from '../../game/processes/state.ts'
import type { Ranking } from '../../game/ranking/ranking.ts'
import type { GroupTally } from '../simulate/tally.ts'
import { endedProcesses, figuresAtEnd, holdersAtEnd, statesAtEnd, type EndedProcesses } from './end-tally.ts'
import type {
  BeforeAfter,
  BoardDifference,
  Climb,
  Loss,
  MetricDifference,
  PlayerDifference,
  WhatIfReport,
} from './report.ts'

/** A game at its end, with the design that its scores are read with. */
export interface EndedGame {
  readonly state: GameState
  readonly design: Design
  /** What all players have. */
  readonly tally: GroupTally
}

/** What a comparison of two games finds. */
export type Differences = Pick<
  WhatIfReport,
  'players' | 'changed' | 'metrics' | 'processes' | 'boards' | 'lost' | 'losers'
>

/** How many of those who gained or lost most are listed. */
const MOST = 10

/** How many losses are listed. */
const MAX_LOSSES = 100

/** Up to which rank a change of a board counts as one at its top. */
const TOP = 10

/**
 * Compares what players have at the end of two games that played the same history until a time, in ms since 1970. Spec
 * 7.2 "The report".
 */
export function compareGames(before: EndedGame, after: EndedGame, atMs: number): Differences {
  const ids = playersOf(before.state).union(playersOf(after.state))
  const metrics = metricPairs(before.design, after.design)
  const losses = new Losses(after.design, endedProcesses(before.state), endedProcesses(after.state))
  let changed = 0
  for (const id of ids) {
    const [then, now] = [findPlayer(before.state.players, id)?.scores, findPlayer(after.state.players, id)?.scores]
    const isOther = metrics.map((each) => each.add(id, then, now)).includes(true)
    if (isOther || (then === undefined) !== (now === undefined)) changed += 1
    if (then) losses.add(id, then, now ?? {}, before.design)
  }
  return {
    players: ids.size,
    changed,
    metrics: Object.fromEntries(metrics.map((each) => [each.id, each.difference(before, after)])),
    processes: endedByDefinition(before.state, after.state),
    boards: boardDifferences(before.state, after.state, atMs),
    lost: losses.first,
    losers: losses.players,
  }
}

const playersOf = ({ players }: GameState): Set<string> => new Set(playerIds(players))

/** Collects the differences of one metric. */
interface MetricPair {
  readonly id: string
  /** Compares the scores of a player, who does not exist where they are undefined. Returns whether they differ. */
  readonly add: (player: string, before: Scores | undefined, after: Scores | undefined) => boolean
  readonly difference: (before: EndedGame, after: EndedGame) => MetricDifference
}

/** Returns a pair for each metric. One whose type differs has a pair for each of its types, the earlier one as `<id> (<type>)`. */
function metricPairs(before: Design, after: Design): readonly MetricPair[] {
  const ids = new Set([...before.metrics.keys(), ...after.metrics.keys()])
  return [...ids].toSorted().flatMap((id) => {
    const [then, now] = [before.metrics.get(id), after.metrics.get(id)]
    if (!then || !now || (isAmount(then) === isAmount(now) && (isAmount(then) || then.type === now.type)))
      return [pairOf(id, then, now)]
    return [pairOf(`${id} (${then.type})`, then, undefined), pairOf(id, undefined, now)]
  })
}

const isAmount = (metric: Metric): metric is PointMetric | CompoundMetric =>
  metric.type === 'point' || metric.type === 'compound'

function pairOf(id: string, before: Metric | undefined, after: Metric | undefined): MetricPair {
  const metric = before ?? after
  if (metric?.type === 'state') return new StatePair(id, before as StateMetric, after as StateMetric)
  if (metric?.type === 'set') return new ItemPair(id, before as SetMetric, after as SetMetric)
  return new PointPair(id, before as PointMetric | CompoundMetric, after as PointMetric | CompoundMetric)
}

type PointsBy = PlayerDifference & { readonly amount: Amount }

class PointPair implements MetricPair {
  readonly id: string
  readonly #before: PointMetric | CompoundMetric | undefined
  readonly #after: PointMetric | CompoundMetric | undefined
  #totals: BeforeAfter<Amount> = { before: 0, after: 0 }
  #changed = 0
  #gained: readonly PointsBy[] = []
  #lost: readonly PointsBy[] = []

  constructor(id: string, before: PointMetric | CompoundMetric | undefined, after: typeof before) {
    this.id = id
    this.#before = before
    this.#after = after
  }

  add(player: string, before: Scores | undefined, after: Scores | undefined): boolean {
    const [then, now] = [pointsIn(before, this.#before), pointsIn(after, this.#after)]
    this.#totals = {
      before: addOrKeep(this.#totals.before, then ?? 0),
      after: addOrKeep(this.#totals.after, now ?? 0),
    }
    if (then === now) return false
    this.#changed += 1
    const amount = subtract(now ?? 0, then ?? 0) ?? 0
    const row = { player, before: textOf(then), after: textOf(now), by: formatAmount(amount), amount }
    if (compare(amount, 0) > 0) this.#gained = withMost(this.#gained, row, -1)
    if (compare(amount, 0) < 0) this.#lost = withMost(this.#lost, row, 1)
    return true
  }

  difference(then: EndedGame, now: EndedGame): MetricDifference {
    const isPoint = (this.#before ?? this.#after)?.type === 'point'
    const { before, after } = this.#totals
    return {
      ...(isPoint && { total: { before: formatAmount(before), after: formatAmount(after) } }),
      figures: { before: figuresAtEnd(then.tally, this.#before), after: figuresAtEnd(now.tally, this.#after) },
      players_changed: this.#changed,
      most_gained: this.#gained.map(withoutAmount),
      most_lost: this.#lost.map(withoutAmount),
    }
  }
}

const textOf = (amount: Amount | undefined): string | null => (amount === undefined ? null : formatAmount(amount))

const withoutAmount = ({ amount: _amount, ...row }: PointsBy): PlayerDifference => row

/** Adds a row to a short list in order: the largest first for -1, the smallest first for 1, equal ones by player. */
function withMost(rows: readonly PointsBy[], row: PointsBy, direction: 1 | -1): readonly PointsBy[] {
  const last = rows.at(-1)
  const order = (a: PointsBy, b: PointsBy): number =>
    direction * compare(a.amount, b.amount) || (a.player < b.player ? -1 : 1)
  if (rows.length === MOST && last && order(row, last) > 0) return rows
  return [...rows, row].toSorted(order).slice(0, MOST)
}

function pointsIn(scores: Scores | undefined, metric: PointMetric | CompoundMetric | undefined): Amount | undefined {
  if (!scores || !metric) return undefined
  return pointsOf(scores, metric) ?? (metric.type === 'point' ? metric.start : undefined)
}

class StatePair implements MetricPair {
  readonly id: string
  readonly #before: StateMetric | undefined
  readonly #after: StateMetric | undefined
  #changed = 0
  /** By the texts of both states. */
  readonly #moves = new Map<string, number>()

  constructor(id: string, before: StateMetric | undefined, after: StateMetric | undefined) {
    this.id = id
    this.#before = before
    this.#after = after
  }

  add(_player: string, before: Scores | undefined, after: Scores | undefined): boolean {
    const from = before && this.#before ? (stateOf(before, this.#before) ?? null) : null
    const to = after && this.#after ? (stateOf(after, this.#after) ?? null) : null
    if (from === to) return false
    this.#changed += 1
    const key = JSON.stringify([from, to])
    this.#moves.set(key, (this.#moves.get(key) ?? 0) + 1)
    return true
  }

  difference(then: EndedGame, now: EndedGame): MetricDifference {
    const moves = [...this.#moves].map(([key, players]) => {
      const [from, to] = JSON.parse(key) as [string | null, string | null]
      return { from, to, players }
    })
    const places = new Map([...(this.#after ?? this.#before)!.states.keys()].map((state, place) => [state, place]))
    const placeOf = (state: string | null): number => (state === null ? -1 : (places.get(state) ?? Infinity))
    return {
      players_changed: this.#changed,
      states: statesAtEnd(then, now, this.#before, this.#after),
      moves: moves.toSorted((a, b) => placeOf(a.from) - placeOf(b.from) || placeOf(a.to) - placeOf(b.to)),
    }
  }
}

class ItemPair implements MetricPair {
  readonly id: string
  readonly #before: SetMetric | undefined
  readonly #after: SetMetric | undefined
  #changed = 0
  readonly #items = new Map<string, { gained: number; lost: number }>()

  constructor(id: string, before: SetMetric | undefined, after: SetMetric | undefined) {
    this.id = id
    this.#before = before
    this.#after = after
  }

  add(_player: string, before: Scores | undefined, after: Scores | undefined): boolean {
    const [then, now] = [heldIn(before, this.#before), heldIn(after, this.#after)]
    let isOther = false
    for (const item of new Set([...then.keys(), ...now.keys()])) {
      const order = compare(now.get(item) ?? 0, then.get(item) ?? 0)
      if (order === 0) continue
      isOther = true
      const found = this.#items.get(item) ?? { gained: 0, lost: 0 }
      this.#items.set(item, found)
      if (order > 0) found.gained += 1
      else found.lost += 1
    }
    if (isOther) this.#changed += 1
    return isOther
  }

  difference(then: EndedGame, now: EndedGame): MetricDifference {
    const items = [...this.#items].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return {
      players_changed: this.#changed,
      holders: holdersAtEnd(then.tally, now.tally, this.#before, this.#after),
      items: Object.fromEntries(items),
    }
  }
}

/** Returns the items that a player holds, without those that the design does not have and only keeps aside. */
function heldIn(scores: Scores | undefined, metric: SetMetric | undefined): ReadonlyMap<string, Amount> {
  if (!scores || !metric) return new Map()
  return new Map(namedEntries(itemsOf(scores, metric) ?? {}).filter(([item]) => metric.items.has(item)))
}

/** Collects what players have and would not have. */
class Losses {
  readonly first: Loss[] = []
  players = 0
  readonly #after: Design
  readonly #endedBefore: EndedProcesses
  readonly #endedAfter: EndedProcesses

  constructor(after: Design, endedBefore: EndedProcesses, endedAfter: EndedProcesses) {
    this.#after = after
    this.#endedBefore = endedBefore
    this.#endedAfter = endedAfter
  }

  add(player: string, then: Scores, now: Scores, before: Design): void {
    const found = [...this.#levels(then, now, before), ...this.#items(then, now, before), ...this.#processes(player)]
    if (found.length === 0) return
    this.players += 1
    for (const loss of found) if (this.first.length < MAX_LOSSES) this.first.push({ player, ...loss })
  }

  /** By the order of the other design's levels. A level that it does not have is not comparable. */
  *#levels(then: Scores, now: Scores, before: Design): Generator<Omit<Loss, 'player'>> {
    for (const { metric, levels } of this.#after.levels) {
      const known = before.metrics.get(metric.id)
      const had = known?.type === 'state' ? stateOf(then, known) : undefined
      const has = stateOf(now, metric)
      const placeOf = (state: string | undefined): number => levels.findIndex(({ rank }) => rank === state)
      if (had !== undefined && placeOf(has) < placeOf(had)) yield { lost: `${metric.id}:${had}`, instead: has ?? null }
    }
  }

  *#items(then: Scores, now: Scores, before: Design): Generator<Omit<Loss, 'player'>> {
    for (const metric of before.metrics.values()) {
      if (metric.type !== 'set') continue
      const other = this.#after.metrics.get(metric.id)
      const has = heldIn(now, other?.type === 'set' ? other : undefined)
      for (const [item] of heldIn(then, metric)) if (!has.has(item)) yield { lost: `${metric.id}:${item}` }
    }
  }

  *#processes(player: string): Generator<Omit<Loss, 'player'>> {
    const has = this.#endedAfter.get(player)
    for (const [id, definition] of this.#endedBefore.get(player) ?? [])
      if (!has?.has(id)) yield { lost: `process:${definition}` }
  }
}

function endedByDefinition(before: GameState, after: GameState): WhatIfReport['processes'] {
  const [then, now] = [countEnded(before), countEnded(after)]
  const ids = [...new Set([...then.keys(), ...now.keys()])].toSorted()
  return Object.fromEntries(
    ids.map((id) => [id, { ended: { before: then.get(id) ?? 0, after: now.get(id) ?? 0 } }] as const),
  )
}

/** Returns the number of ended processes by definition. Those with none that has ended have 0. */
function countEnded({ processes, drops }: GameState): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const record of processes.records) {
    const process = record && processAfter(record, drops)
    if (process)
      counts.set(process.definition, (counts.get(process.definition) ?? 0) + (process.state === 'COMPLETED' ? 1 : 0))
  }
  return counts
}

function boardDifferences(before: GameState, after: GameState, atMs: number): WhatIfReport['boards'] {
  const differences: Record<string, BoardDifference> = {}
  for (const id of [...before.boards.byId.keys()].toSorted()) {
    const [then, now] = [before.boards.byId.get(id), after.boards.byId.get(id)]
    if (!then || !now || then.definition.entities !== now.definition.entities) continue
    for (const [name, rankings] of rankingPairs(id, then, now, atMs))
      differences[name] = boardDifference(before, after, then, rankings)
  }
  return differences
}

type RankingPair = BeforeAfter<Ranking | undefined>

/** Returns the rankings of both boards for the longest cycle that they share, those of groups by `<board>/<group>`. */
function rankingPairs(
  id: string,
  before: Board,
  after: Board,
  atMs: number,
): readonly (readonly [string, RankingPair])[] {
  const [then, now] = [presentOf(before, after, atMs), presentOf(after, before, atMs)]
  const groups = [...new Set([...(then?.groups.keys() ?? []), ...(now?.groups.keys() ?? [])])].toSorted()
  const whole = { before: then?.all, after: now?.all }
  const isGrouped = groups.length > 0
  return [
    ...(isGrouped ? [] : [[id, whole] as const]),
    ...groups.map(
      (group) => [`${id}/${group}`, { before: then?.groups.get(group), after: now?.groups.get(group) }] as const,
    ),
  ]
}

/** Returns the rankings of the present period; none if nothing has counted in it yet. */
function presentOf(board: Board, other: Board, atMs: number): Rankings | undefined {
  const shared = board.cycles.filter(({ cycle }) => other.cycles.some((each) => each.cycle === cycle))
  const [longest] = shared.toSorted((a, b) => cycles.indexOf(b.cycle) - cycles.indexOf(a.cycle))
  return longest && periodAt(longest.cycle, atMs).start === longest.period.start ? longest.present : undefined
}

function boardDifference(
  before: GameState,
  after: GameState,
  { definition: { entities } }: Board,
  rankings: RankingPair,
): BoardDifference {
  const [then, now] = [ranksIn(before, entities, rankings.before), ranksIn(after, entities, rankings.after)]
  const topOf = (ranks: ReadonlyMap<string, number>): string => JSON.stringify([...ranks].slice(0, TOP))
  let climb: Climb | null = null
  let fall: Climb | null = null
  const key = entities === 'players' ? 'player' : 'team'
  for (const [id, from] of then) {
    const to = now.get(id)
    if (to === undefined || to === from) continue
    const row = { [key]: id, from, to } as Climb
    if (from - to > (climb ? climb.from - climb.to : 0)) climb = row
    if (to - from > (fall ? fall.to - fall.from : 0)) fall = row
  }
  return { top10_changed: topOf(then) !== topOf(now), biggest_climb: climb, biggest_fall: fall }
}

/** Returns the ranks of all who are ranked, by id, in their order. */
function ranksIn(
  state: GameState,
  entities: Board['definition']['entities'],
  ranking: Ranking | undefined,
): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>()
  for (const { entity, rank } of ranking?.rows(0, ranking.size) ?? []) {
    const entrant = entrantOf(state, entities, entity)
    if (entrant) ranks.set('player' in entrant ? entrant.player.id : entrant.team.id, rank)
  }
  return ranks
}
