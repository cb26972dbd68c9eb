import type { Design } from '../../game/design/design.ts'
import type { GameWalk } from '../../game/game-operation.ts'
import type { GameState } from '../../game/game-state.ts'
import { compare, formatAmount, type Amount } from '../../game/kernel/decimal.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { suggestion } from '../../game/kernel/nearest.ts'
import { pause, type Steps } from '../../game/kernel/operation.ts'
import { wildcardMatcher, type PageRange } from '../../game/kernel/page.ts'
import type { CompoundMetric, Metric, PointMetric, StateMetric } from '../../game/metrics/design.ts'
import { pointsOf, stateOf } from '../../game/metrics/score.ts'
import type { Player } from '../../game/players/player.ts'
import { pageOfPlayers, playerAt, type Players } from '../../game/players/state.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import { keepOrder, keptOrder, type PlayerOrder } from './kept-orders.ts'
import { mergeSorted } from './merge-sort.ts'

/** The prefix of a metric that players are sorted by: `scores.xp`. */
export const SCORES = 'scores.'

/** The part of all players that a list shows. Spec 6.6 `GET /players`. */
export interface PlayerListing extends PageRange {
  /** A part of the alias or id, with `*` for anything; empty for all players. */
  readonly search: string
  /** `joined`, `alias`, `id`, or `scores.` with the id of a metric of numbers. */
  readonly sort: string
  readonly order: 'ascending' | 'descending'
  /** The ids of the metrics whose scores are shown. */
  readonly metrics: readonly string[]
}

/** A page of players in an order. */
export type ListedPlayers = ControlAnswer<'GET /_gamify/players'>
type ListedPlayer = ListedPlayers['data'][number]
type NumberMetric = PointMetric | CompoundMetric
type ShownMetric = NumberMetric | StateMetric

/** Lists players by what is asked, for an operator. The order can be a little older than the rows. Spec 6.6 `GET /players`. */
export const listPlayersBy: GameWalk<PlayerListing, ListedPlayers> = {
  kind: 'walk',
  name: 'game.players',
  walk: (state, listing, { design }) => {
    const metrics: ShownMetric[] = []
    for (const id of listing.metrics) {
      const metric = metricIn(design, id, isShown)
      if (isFault(metric)) return metric
      metrics.push(metric)
    }
    const by = listing.sort.startsWith(SCORES)
      ? metricIn(design, listing.sort.slice(SCORES.length), isNumber)
      : undefined
    return isFault(by) ? by : listedPage(state, listing, { by, metrics })
  },
}

const isNumber = (metric: Metric): metric is NumberMetric => metric.type === 'point' || metric.type === 'compound'
const isShown = (metric: Metric): metric is ShownMetric => metric.type !== 'set'

function metricIn<M extends Metric>(design: Design, id: string, isFit: (metric: Metric) => metric is M): Fault | M {
  const metric = design.metrics.get(id)
  if (!metric) return fault('metric_not_found', { id, meant: suggestion(id, design.metrics.keys()) })
  if (isFit(metric)) return metric
  return fault('invalid_request', {
    message: `The metric '${id}' is a ${metric.type} metric, which a list of players cannot use like this`,
  })
}

interface Metrics {
  /** The metric that the players are sorted by. */
  readonly by: NumberMetric | undefined
  readonly metrics: readonly ShownMetric[]
}

function* listedPage(state: GameState, listing: PlayerListing, { by, metrics }: Metrics): Steps<ListedPlayers> {
  const { players, seq } = state
  const { search, sort, order, skip, limit } = listing
  const show = (player: Player): ListedPlayer => listed(player, metrics)
  if (search === '' && sort === 'joined' && order === 'ascending') {
    const total = players.index.size
    return { data: yield* pageOfPlayers(players, { skip, limit, show }), total, seq }
  }
  const { indexes, seq: asOf } = yield* orderOf(state, listing, by)
  const data: ListedPlayer[] = []
  for (const [i, index] of indexes.subarray(skip, skip + limit).entries()) {
    if (i % STRIDE === STRIDE - 1) yield pause
    const player = playerAt(players, index)
    if (player) data.push(show(player))
  }
  return { data, total: indexes.length, seq: asOf }
}

/** The number of records that are examined before other work can run. */
const STRIDE = 1024

const listed = ({ id, alias, enabled, scores }: Player, metrics: readonly ShownMetric[]): ListedPlayer => ({
  id,
  alias,
  enabled,
  scores: Object.fromEntries(
    metrics.flatMap((metric): [string, string][] => {
      const value = metric.type === 'state' ? stateOf(scores, metric) : pointsOf(scores, metric)
      return value === undefined ? [] : [[metric.id, formatAmount(value)]]
    }),
  ),
})

/** Returns the players that a listing is about in its order: one that was kept, or a new one. */
function* orderOf(state: GameState, listing: PlayerListing, by: NumberMetric | undefined): Steps<PlayerOrder> {
  const { players, seq } = state
  const key = JSON.stringify([listing.search, listing.sort, listing.order])
  const startMs = performance.now()
  const known = keptOrder(players, key, seq)
  if (known) return known
  const found: number[] = []
  const matches = wildcardMatcher(listing.search)
  const { length } = players.records
  for (let index = 0; index < length; index += 1) {
    if (index % STRIDE === STRIDE - 1) {
      yield pause
      // Somebody may have asked for the same, and have had the turns before.
      const other = keptOrder(players, key, seq)
      if (other) return other
    }
    const player = players.records[index]
    if (player && (listing.search === '' || matches(player.alias) || matches(player.id))) found.push(index)
  }
  const indexes = yield* sorted(players, Uint32Array.from(found), listing, by)
  return keepOrder(players, key, { seq, indexes }, startMs)
}

function* sorted(
  players: Players,
  indexes: Uint32Array<ArrayBuffer>,
  { sort, order }: PlayerListing,
  by: NumberMetric | undefined,
): Steps<Uint32Array<ArrayBuffer>> {
  const isAscending = order === 'ascending'
  if (by) {
    const { keys, amounts } = yield* pointKeys(players, indexes, by, isAscending ? 1 : -1)
    return yield* inOrder(indexes, (a, b) => {
      const difference = keys[a]! - keys[b]!
      return difference === 0 ? isExactlyBefore(amounts[a], amounts[b], isAscending ? -1 : 1) : difference < 0
    })
  }
  if (sort === 'joined') return isAscending ? indexes : indexes.reverse()
  const texts = yield* textKeys(
    players,
    indexes,
    sort === 'alias' ? ({ alias }) => alias.toLowerCase() : ({ id }) => id,
  )
  return yield* inOrder(indexes, isAscending ? (a, b) => texts[a]! < texts[b]! : (a, b) => texts[a]! > texts[b]!)
}

/** Tells amounts apart that are the same as numbers. */
const isExactlyBefore = (a: Amount | undefined, b: Amount | undefined, sign: 1 | -1): boolean =>
  a !== undefined && b !== undefined && (typeof a === 'string' || typeof b === 'string') && compare(a, b) === sign

/** Sorts indexes by what is known of their places. */
function* inOrder(
  indexes: Uint32Array<ArrayBuffer>,
  isBefore: (a: number, b: number) => boolean,
): Steps<Uint32Array<ArrayBuffer>> {
  const places = yield* mergeSorted(
    Uint32Array.from(indexes, (_, place) => place),
    isBefore,
  )
  return places.map((place) => indexes[place]!)
}

/** Returns the points of players as numbers to sort by. Who has no score comes last in both directions. */
function* pointKeys(players: Players, indexes: Uint32Array, metric: NumberMetric, sign: 1 | -1) {
  const keys = new Float64Array(indexes.length)
  const amounts: (Amount | undefined)[] = []
  for (let place = 0; place < indexes.length; place += 1) {
    if (place % STRIDE === STRIDE - 1) yield pause
    const player = playerAt(players, indexes[place]!)
    const amount = player && pointsOf(player.scores, metric)
    keys[place] = amount === undefined ? Infinity : sign * Number(amount)
    amounts.push(amount)
  }
  return { keys, amounts }
}

function* textKeys(players: Players, indexes: Uint32Array, textOf: (player: Player) => string): Steps<string[]> {
  const texts: string[] = []
  for (let place = 0; place < indexes.length; place += 1) {
    if (place % STRIDE === STRIDE - 1) yield pause
    const player = players.records[indexes[place]!]
    texts.push(player ? textOf(player) : '')
  }
  return texts
}
