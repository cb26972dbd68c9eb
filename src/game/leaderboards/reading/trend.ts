import type { GameContext, GameWalk } from '../../game-operation.ts'
import type { GameState } from '../../game-state.ts'
import { formatAmount } from '../../kernel/decimal.ts'
import { fault, isFault, type Fault } from '../../kernel/fault.ts'
import { toIso } from '../../kernel/instant.ts'
import { pause, type Steps } from '../../kernel/operation.ts'
import type { Shape } from '../../kernel/shapes.ts'
import type { rankTrend } from '../answer-schema.ts'
import { rankingAt, readyBoard, type BoardRequest, type Part } from './reading.ts'
import { periodAt, type Cycle } from '../cycle.ts'
import type { Leaderboard } from '../design.ts'
import { entityNamed, entrantNamed } from '../entrant.ts'
import { cycleOf, namedBoard, partOf, type PartInput } from './part.ts'
import type { Ranking } from '../../ranking/ranking.ts'

/** Periods of a trend that has no dates. Spec 4.15. */
const USUAL_PERIODS = 10
/** Periods that a trend may have. Spec 4.15. */
const MAX_PERIODS = 1000
/** Entities that one call may ask about. */
export const MAX_TREND_ENTITIES = 100

/** What a call asks about ranks over time; dates are in ms. Spec 1 "Trend query parameters". */
export interface TrendInput extends PartInput {
  readonly board: string
  readonly cycle?: string | undefined
  readonly entities: readonly string[]
  readonly start: number | undefined
  readonly end: number | undefined
}

/** How an entity stood, period by period. Spec 1 "Rank trend". */
export type Trend = Shape<typeof rankTrend>

type TrendPoint = Trend['data'][number]

interface Asked {
  readonly leaderboard: Leaderboard
  readonly part: Part
  readonly entities: readonly string[]
  /** The first instants of the periods. */
  readonly starts: readonly number[]
}

/** How some entities stood, period by period. Spec 1 `GET /runtime/leaderboard/:leaderboard_id/trend`, 4.15, 4.16. */
export const readTrend: GameWalk<TrendInput, readonly Trend[]> = {
  kind: 'walk',
  name: 'leaderboards.trend',
  walk: (state, input, context) => {
    const asked = askedFor(state, input, context)
    return isFault(asked) ? asked : trendsOf(state, asked)
  },
}

function askedFor(state: GameState, input: TrendInput, context: GameContext): Asked | Fault {
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

/** The cycle of a trend: the first unless one is named, and never that of all time. */
function trendCycle(leaderboard: Leaderboard, named: string | undefined): Cycle | Fault {
  const { id, definition } = leaderboard
  const cycles = definition.cycles.filter((cycle) => cycle !== 'alltime')
  if (cycles.length === 0 || named === 'alltime') {
    const has = cycles.length === 0 ? 'no other' : cycles.join(', ')
    return fault('invalid_cycle', { message: `The cycle 'alltime' has no trend; the leaderboard '${id}' has ${has}` })
  }
  return cycleOf({ ...leaderboard, definition: { ...definition, cycles } }, named)
}

/** Whom a trend is about: the player who calls, where nobody is named. */
function entitiesIn(
  { definition }: Leaderboard,
  { entities }: TrendInput,
  { caller }: GameContext,
): readonly string[] | Fault {
  if (entities.length > 0) return entities
  if (definition.entities === 'players' && caller.player !== undefined) return [caller.player]
  return fault('invalid_request', { message: "The 'entity_ids' parameter is required for a trend" })
}

/** The first instants of the periods from one instant to another, both inclusive; undefined where there are too many. */
function startsBetween(cycle: Cycle, first: number | undefined, last: number): readonly number[] | undefined {
  const starts: number[] = []
  const begin = first === undefined ? -Infinity : periodAt(cycle, first).start
  const most = first === undefined ? USUAL_PERIODS : MAX_PERIODS
  for (let start = periodAt(cycle, last).start; start >= begin; start = periodAt(cycle, start - 1).start) {
    if (starts.length < most) starts.push(start)
    else return first === undefined ? starts.toReversed() : undefined
  }
  return starts.toReversed()
}

function* trendsOf(
  state: GameState,
  { leaderboard, part, entities, starts }: Asked,
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
