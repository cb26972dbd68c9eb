import { control } from '../../../client/control.ts'
import type { Answer } from '../../../client/http-message.ts'
import type { RouteName, RouteOutput } from '../../../client/route-types.ts'
import { ServiceError } from '../../../client/service-error.ts'
import { rankedOf } from '../../../inspect/leaderboard-rows.ts'
import { gameClock } from '../../../terminal/game-clock.ts'
import type { Service } from '../../../terminal/service.ts'
import type { BoardChoice } from './options.ts'

/** The routes that read leaderboards as a player. */
type BoardRoute = Extract<RouteName, `GET /v2/runtime/leaderboard${string}`>

/** The same routes for operators, who need not name a player. Spec 6.6. */
const CONTROL_PATHS = {
  'GET /v2/runtime/leaderboards': '/_gamify/leaderboards',
  'GET /v2/runtime/leaderboards/:leaderboard_id': '/_gamify/leaderboards/:leaderboard_id',
  'GET /v2/runtime/leaderboard/:leaderboard_id/trend': '/_gamify/leaderboards/:leaderboard_id/trend',
} as const satisfies Record<BoardRoute, string>

/** A page of rows of a leaderboard. */
export type BoardPage = RouteOutput<'GET /v2/runtime/leaderboards/:leaderboard_id'>

/** The definition of a leaderboard. */
export type BoardDefinition = RouteOutput<'GET /v2/runtime/leaderboards'>[number]

/** The rank trends of players or teams. */
export type Trends = RouteOutput<'GET /v2/runtime/leaderboard/:leaderboard_id/trend'>

type Query = Readonly<Record<string, string | undefined>>

/** Reads the leaderboards of the game. */
export function readBoards(service: Service): Promise<Answer<RouteOutput<'GET /v2/runtime/leaderboards'>>> {
  return read(service, 'GET /v2/runtime/leaderboards', {}, {})
}

/** Whether the runtime has a design; production has none before its first deployment. */
export async function hasDesign({ client }: Service): Promise<boolean> {
  return (await control(client, 'GET /_gamify/design')).body.hash !== null
}

/** Reads the rows that the options select. */
export function readPage(service: Service, id: string, choice: BoardChoice): Promise<Answer<BoardPage>> {
  const { around, radius, limit, skip, sort, at, merge } = choice
  const query = {
    ...rankingQuery(choice),
    entity_id: around[0],
    radius: asText(radius),
    limit: asText(limit),
    skip: asText(skip),
    sort: sort?.startsWith('asc') ? 'ascending' : undefined,
    timestamp: at,
    merge: merge.length === 0 ? undefined : merge.join(','),
  }
  return read(service, 'GET /v2/runtime/leaderboards/:leaderboard_id', { leaderboard_id: id }, query)
}

/** A page of rows, with what is needed to describe it. */
export interface ShownPage {
  /** The page as the service answers it. */
  readonly text: string
  readonly page: BoardPage
  /** All leaderboards, and the one that is shown; undefined if the design has just removed it. */
  readonly boards: readonly BoardDefinition[]
  readonly board: BoardDefinition | undefined
  /** The game time, in ms. */
  readonly nowMs: number
  /** The rank of the calling player if they are not on the page; undefined if it is unknown or not needed. */
  readonly caller: { readonly id: string; readonly rank: number } | undefined
}

/**
 * Reads the rows that the options select, and what is needed to describe them. Throws the service's error if the rows
 * are around a player or team that does not exist.
 */
export async function readShownPage(service: Service, id: string, choice: BoardChoice): Promise<ShownPage> {
  const [{ body: page, text }, { body: boards }, { now }] = await Promise.all([
    readPage(service, id, choice),
    readBoards(service),
    gameClock(service.client),
  ])
  const board = boards.find((each) => each.id === id)
  const [centre] = choice.around
  if (centre !== undefined && page.data.length === 0) await requireEntity(service, board, centre)
  const caller = centre === undefined ? await rankBeyond(service, board, choice, page) : undefined
  return { text, page, boards, board, nowMs: Date.parse(now), caller }
}

/** Throws the service's error if the player or team does not exist. */
export async function requireEntity(
  { client }: Service,
  board: BoardDefinition | undefined,
  id: string,
): Promise<void> {
  if (board?.entity_type === 'teams') await client.call('GET /v2/admin/teams/:team_id', { params: { team_id: id } })
  else await client.call('GET /v2/admin/players/:player_id', { params: { player_id: id } })
}

/** Returns the rank of the calling player if they are not on the page. */
async function rankBeyond(
  service: Service,
  board: BoardDefinition | undefined,
  choice: BoardChoice,
  { data, total }: BoardPage,
): Promise<ShownPage['caller']> {
  const { player: id } = service
  if (id === undefined || board?.entity_type !== 'players' || data.length >= total) return undefined
  if (data.some((row) => rankedOf(row).id === id)) return undefined
  const { body } = await readPage(service, board.id, {
    ...choice,
    around: [id],
    radius: 0,
    limit: undefined,
    skip: undefined,
  })
  const [row] = body.data
  return row && { id, rank: row.rank }
}

/** Reads the rank trends of players or teams in the time that the options set. */
export function readTrends(
  service: Service,
  id: string,
  choice: BoardChoice,
  entities: readonly string[],
): Promise<Answer<Trends>> {
  const query = { ...rankingQuery(choice), entity_ids: entities.join(','), start: choice.from, end: choice.to }
  return read(service, 'GET /v2/runtime/leaderboard/:leaderboard_id/trend', { leaderboard_id: id }, query)
}

/** Returns the query that selects one ranking of a leaderboard. */
function rankingQuery({ cycle, team, scope }: BoardChoice): Query {
  return { cycle, team_instance_id: team, scope_id: scope }
}

const asText = (value: number | undefined): string | undefined => (value === undefined ? undefined : String(value))

async function read<Name extends BoardRoute>(
  { client, player }: Service,
  name: Name,
  params: Readonly<Record<string, string>>,
  query: Query,
): Promise<Answer<RouteOutput<Name>>> {
  const path = player === undefined ? CONTROL_PATHS[name] : name.slice('GET '.length)
  // Loading the route definitions takes longer than most calls, so both run at the same time.
  const [{ body, text }, { isAnswerOf }] = await Promise.all([
    client.request('GET', path, { params, query: { player_id: player, ...query } }),
    import('../../../client/answer-shape.ts'),
  ])
  if (!isAnswerOf(name, body)) throw new ServiceError({ status: 200, text })
  return { body, text }
}
