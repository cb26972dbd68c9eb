import { control } from '../../../client/control.ts'
import type { Answer } from '../../../client/client.ts'
import type { RouteName, RouteOutput } from '../../../client/route-types.ts'
import { ServiceError } from '../../../client/service-error.ts'
import { gameClock } from '../../../terminal/game-clock.ts'
import { rankedOf } from '../../../terminal/render/leaderboard-rows.ts'
import type { Service } from '../../../terminal/service.ts'
import type { BoardChoice } from './options.ts'

/** The routes that tell of boards, as a player calls them. */
type BoardRoute = Extract<RouteName, `GET /v2/runtime/leaderboard${string}`>

/** The same to operators, for whom no player need be named. Spec 6.6. */
const CONTROL_PATHS = {
  'GET /v2/runtime/leaderboards': '/_gamify/leaderboards',
  'GET /v2/runtime/leaderboards/:leaderboard_id': '/_gamify/leaderboards/:leaderboard_id',
  'GET /v2/runtime/leaderboard/:leaderboard_id/trend': '/_gamify/leaderboards/:leaderboard_id/trend',
} as const satisfies Record<BoardRoute, string>

/** Rows of a board. */
export type BoardPage = RouteOutput<'GET /v2/runtime/leaderboards/:leaderboard_id'>

/** A board that there is. */
export type BoardDefinition = RouteOutput<'GET /v2/runtime/leaderboards'>[number]

/** How ranks went. */
export type Trends = RouteOutput<'GET /v2/runtime/leaderboard/:leaderboard_id/trend'>

type Query = Readonly<Record<string, string | undefined>>

/** The boards that there are. */
export function readBoards(service: Service): Promise<Answer<RouteOutput<'GET /v2/runtime/leaderboards'>>> {
  return read(service, 'GET /v2/runtime/leaderboards', {}, {})
}

/** Whether the runtime plays by any design: production does once it is launched. */
export async function hasDesign({ client }: Service): Promise<boolean> {
  return (await control(client, 'GET /_gamify/design')).body.hash !== null
}

/** The rows that options ask for. */
export function readPage(service: Service, id: string, choice: BoardChoice): Promise<Answer<BoardPage>> {
  const { around, radius, limit, skip, sort, at, merge } = choice
  const query = {
    ...placeOf(choice),
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

/** Rows with what they are rows of. */
export interface ShownPage {
  /** The rows as the service answers them. */
  readonly text: string
  readonly page: BoardPage
  /** All boards, and of them the one that is shown: absent where it has just left the design. */
  readonly boards: readonly BoardDefinition[]
  readonly board: BoardDefinition | undefined
  /** The time in the game, in ms. */
  readonly nowMs: number
  /** Where the player stands who acts, beyond the page; absent where that is not known or not asked. */
  readonly caller: { readonly id: string; readonly rank: number } | undefined
}

/** The rows that options ask for, with what has to be told beside them. Whoever they are around has to be there. */
export async function readShown(service: Service, id: string, choice: BoardChoice): Promise<ShownPage> {
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

/** Throws the service's error where there is no such player or team. */
export async function requireEntity(
  { client }: Service,
  board: BoardDefinition | undefined,
  id: string,
): Promise<void> {
  if (board?.entity_type === 'teams') await client.call('GET /v2/admin/teams/:team_id', { params: { team_id: id } })
  else await client.call('GET /v2/admin/players/:player_id', { params: { player_id: id } })
}

/** Where the player stands who acts, if that is not on the page. */
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

/** How the ranks of players or teams went in the time that options tell. */
export function readTrends(
  service: Service,
  id: string,
  choice: BoardChoice,
  entities: readonly string[],
): Promise<Answer<Trends>> {
  const query = { ...placeOf(choice), entity_ids: entities.join(','), start: choice.from, end: choice.to }
  return read(service, 'GET /v2/runtime/leaderboard/:leaderboard_id/trend', { leaderboard_id: id }, query)
}

/** Which of the rankings of a board is meant. */
function placeOf({ cycle, team, scope }: BoardChoice): Query {
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
  // The rows take longer to load than most calls, so they come meanwhile.
  const [{ body, text }, { isAnswerOf }] = await Promise.all([
    client.request('GET', path, { params, query: { player_id: player, ...query } }),
    import('../../../client/answer-shape.ts'),
  ])
  if (!isAnswerOf(name, body)) throw new ServiceError({ status: 200, text })
  return { body, text }
}
