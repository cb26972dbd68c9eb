import type { GameContext, GameWalk } from '../../game-operation.ts'
import type { GameState } from '../../game-state.ts'
import type { Shape } from '../../kernel/answer-shapes.ts'
import { formatAmount } from '../../kernel/decimal.ts'
import { fault, isFault, type Fault } from '../../kernel/fault.ts'
import { toIso } from '../../kernel/instant.ts'
import { pause, type Steps } from '../../kernel/operation.ts'
import type { Ranking } from '../../ranking/ranking.ts'
import type { rankTrend } from '../answer-schema.ts'
import { periodAt, type Cycle } from '../cycle.ts'
import type { Leaderboard } from '../design.ts'
import { entityNamed, entrantNamed } from '../entrant.ts'
import { cycleOf, namedBoard, partOf, type PartInput } from './part.ts'
import { rankingAt, readyBoard, type BoardRequest, type Part } from './reading.ts'

/** The number of periods of a trend without a start date. Spec 4.15. */
const DEFAULT_PERIODS = 10
/** The number of periods that a trend can have. Spec 4.15. */
const MAX_PERIODS = 1000
/** The number of entities that one call can request. */
export const MAX_TREND_ENTITIES = 100

/** The input of a trend; dates are in ms. Spec 1 "Trend query parameters". */
export interface TrendInput extends PartInput {
  readonly board: string
  readonly cycle?: string | undefined
  readonly entities: readonly string[]
  readonly start: number | undefined
  readonly end: number | undefined
}

/** The scores and ranks of an entity, period by period. Spec 1 "Rank trend". */
export type Trend = Shape<typeof rankTrend>

type TrendPoint = Trend['data'][number]

interface ResolvedInput {
  readonly leaderboard: Leaderboard
  readonly part: Part
  readonly entities: readonly string[]
  /** The start times of the periods. */
  readonly starts: readonly number[]
}

/**
 * Reads the scores and ranks of entities, period by period. Spec 1 `GET /runtime/leaderboard/:leaderboard_id/trend`, 4.15,
 * 4.16.
 */
export const readTrend: GameWalk<TrendInput, readonly Trend[]> = {
  kind: 'walk',
  name: 'leaderboards.trend',
  walk: (state, input, context) => {
    const resolved = resolveInput(state, input, context)
    return isFault(resolved) ? resolved : trendsOf(state, resolved)
  },
}

function resolveInput(state: GameState, input: TrendInput, context: GameContext): ResolvedInput | Fault {
  const { start, end } = input
  if (start !== undefined && start > (end ?? context.at))
    return fault('invalid_date', { message: "The 'start' parameter must not be after 'end'" })
  const leaderboard = namedBoard(context, input.board)
  if (isFault(leaderboard)) return leaderboard
  const cycle = trendCycle(leaderboard, input.cycle)
  if (isFault(cycle)) return cycle
  const part = partOf(state, context, leaderboard, cycle, input)
  if (isFault(part)) return part
  const entities = entitiesIn(leaderboard, input, context)
  if (isFault(entities)) return entities
  const starts = startsBetween(cycle, start, Math.min(end ?? context.at, context.at))
  if (starts) return { leaderboard, part, entities, starts }
  const message = `The 'start' and 'end' parameters must be at most ${MAX_PERIODS} ${cycle} periods apart`
  return fault('invalid_request', { message })
}

/** Returns the cycle of a trend: the named one or the first, but never the all-time cycle. */
function trendCycle(leaderboard: Leaderboard, named: string | undefined): Cycle | Fault {
  const { id, definition } = leaderboard
  const cycles = definition.cycles.filter((cycle) => cycle !== 'alltime')
  if (cycles.length === 0 || named === 'alltime') {
    const has = cycles.length === 0 ? 'no other' : cycles.join(', ')
    return fault('invalid_cycle', { message: `The cycle 'alltime' has no trend; the leaderboard '${id}' has ${has}` })
  }
  return cycleOf({ ...leaderboard, definition: { ...definition, cycles } }, named)
}

/** Returns the entities of a trend: those that the call names, or the calling player. */
function entitiesIn(
  { definition }: Leaderboard,
  { entities }: TrendInput,
  { caller }: GameContext,
): readonly string[] | Fault {
  if (entities.length > 0) return entities
  if (definition.entities === 'players' && caller.player !== undefined) return [caller.player]
  return fault('invalid_request', { message: "The 'entity_ids' parameter is required for a trend" })
}

/**
 * Returns the start times of the periods from `first` to `last`, both included. Returns undefined if there are too many, and
 * the latest ones if `first` is undefined.
 */
function startsBetween(cycle: Cycle, first: number | undefined, last: number): readonly number[] | undefined {
  const starts: number[] = []
  const begin = first === undefined ? -Infinity : periodAt(cycle, first).start
  const most = first === undefined ? DEFAULT_PERIODS : MAX_PERIODS
  for (let start = periodAt(cycle, last).start; start >= begin; start = periodAt(cycle, start - 1).start) {
    if (starts.length < most) starts.push(start)
    else return first === undefined ? starts.toReversed() : undefined
  }
  return starts.toReversed()
}

function* trendsOf(
  state: GameState,
  { leaderboard, part, entities, starts }: ResolvedInput,
): Steps<Fault | readonly Trend[], BoardRequest> {
  const board = yield* readyBoard(state, leaderboard)
  if (isFault(board)) return board
  const kind = leaderboard.definition.entities
  const trends = entities.map((id) => ({ id, entity: entityNamed(state, kind, id), data: [] as TrendPoint[] }))
  for (const start of starts) {
    const ranking = yield* rankingAt(state, board, part, start)
    for (const { entity, data } of trends) data.push(pointIn(ranking, entity, toIso(start).slice(0, 10)))
    yield pause
  }
  return trends.map(({ id, data }) => ({ ...entrantNamed(state, kind, id), data }))
}

function pointIn(ranking: Ranking | undefined, entity: number | undefined, date: string): TrendPoint {
  const score = entity === undefined ? undefined : ranking?.scoreOf(entity)
  const rank = entity === undefined ? undefined : ranking?.rankOf(entity)
  return score === undefined || rank === undefined ? { date, rank: -1 } : { date, score: formatAmount(score), rank }
}
