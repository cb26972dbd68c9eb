import type { Design } from '../../game/design/design.ts'
import type { GameWalk } from '../../game/game-operation.ts'
import type { GameState } from '../../game/game-state.ts'
import { compare, formatAmount } from '../../game/kernel/decimal.ts'
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
import { placesInOrder } from './merge-sort.ts'

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
  const matches = wildcardMatcher(listing.search)
  const { length } = players.records
  const found = new Uint32Array(length)
  let count = 0
  for (let index = 0; index < length; index += 1) {
    if (index % STRIDE === STRIDE - 1) {
      yield pause
      // Somebody may have asked for the same, and have had the turns before.
      const other = keptOrder(players, key, seq)
      if (other) return other
    }
    const player = players.records[index]
    if (!player || !(listing.search === '' || matches(player.alias) || matches(player.id))) continue
    found[count] = index
    count += 1
  }
  const indexes = yield* sorted(players, found.slice(0, count), listing, by)
  return keepOrder(players, key, { seq, indexes }, startMs)
}

function* sorted(
  players: Players,
  indexes: Uint32Array,
  { sort, order }: PlayerListing,
  by: NumberMetric | undefined,
): Steps<Uint32Array> {
  const sign = order === 'ascending' ? 1 : -1
  if (by) {
    const { keys, longOnes } = yield* pointKeys(players, indexes, by, sign)
    // Only amounts that numbers cannot hold exactly can be equal as numbers and still differ.
    const isBefore = (a: number, b: number) => isExactlyBefore(longOnes.get(a), longOnes.get(b), sign)
    return yield* inOrder(indexes, keys, longOnes.size === 0 ? undefined : isBefore)
  }
  if (sort === 'joined') return sign === 1 ? indexes : indexes.reverse()
  const textOf = sort === 'alias' ? ({ alias }: Player) => alias.toLowerCase() : ({ id }: Player) => id
  const { texts, keys } = yield* textKeys(players, indexes, textOf, sign)
  return yield* inOrder(indexes, keys, (a, b) => compareTexts(texts[a]!, texts[b]!) === -sign)
}

const compareTexts = (a: string, b: string): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0)

/** Tells amounts apart that are the same as numbers, which only long ones can be. */
const isExactlyBefore = (a: string | undefined, b: string | undefined, sign: 1 | -1): boolean =>
  a !== undefined && b !== undefined && compare(a, b) === -sign

/** Returns indexes in the order of the keys of their places. `isBefore` tells places with equal keys apart. */
function* inOrder(
  indexes: Uint32Array,
  keys: Float64Array<ArrayBuffer>,
  isBefore: ((a: number, b: number) => boolean) | undefined,
): Steps<Uint32Array> {
  const places = yield* placesInOrder(keys, isBefore)
  for (let at = 0; at < places.length; at += 1) {
    if (at % LONG_STRIDE === LONG_STRIDE - 1) yield pause
    places[at] = indexes[places[at]!]!
  }
  return places
}

/** The number of array elements that are copied before other work can run. */
const LONG_STRIDE = 65_536

/**
 * Returns the points of players as numbers to sort by, and the amounts that numbers may not tell apart. Who has no score
 * comes last in both directions.
 */
function* pointKeys(players: Players, indexes: Uint32Array, metric: NumberMetric, sign: 1 | -1) {
  const keys = new Float64Array(indexes.length)
  const longOnes = new Map<number, string>()
  for (let place = 0; place < indexes.length; place += 1) {
    if (place % STRIDE === STRIDE - 1) yield pause
    const player = playerAt(players, indexes[place]!)
    const amount = player && pointsOf(player.scores, metric)
    keys[place] = amount === undefined ? Infinity : sign * Number(amount)
    if (typeof amount === 'string') longOnes.set(place, amount)
  }
  return { keys, longOnes }
}

/** Returns the texts of players, and for each a number that sorts it as far as its first characters do. */
function* textKeys(players: Players, indexes: Uint32Array, textOf: (player: Player) => string, sign: 1 | -1) {
  const texts: string[] = []
  let common: string | undefined
  for (let place = 0; place < indexes.length; place += 1) {
    if (place % STRIDE === STRIDE - 1) yield pause
    const player = players.records[indexes[place]!]
    const text = player ? textOf(player) : ''
    texts.push(text)
    common ??= text
    while (!text.startsWith(common)) common = common.slice(0, -1)
  }
  const keys = new Float64Array(indexes.length)
  for (let place = 0; place < indexes.length; place += 1) {
    if (place % STRIDE === STRIDE - 1) yield pause
    keys[place] = sign * textKey(texts[place]!, common?.length ?? 0)
  }
  return { texts, keys }
}

/** The number of characters in a key, of 7 bits each: more would not fit into the 53 bits of a number. */
const KEY_CHARACTERS = 7
const HIGHEST = 127

/** Returns a number that is not greater than that of a text which comes later. */
function textKey(text: string, from: number): number {
  let key = 0
  let isExact = true
  for (let i = from; i < from + KEY_CHARACTERS; i += 1) {
    const code = isExact && i < text.length ? Math.min(text.charCodeAt(i), HIGHEST) : 0
    if (code === HIGHEST) isExact = false
    key = key * (HIGHEST + 1) + code
  }
  return key
}
