import type { Client } from '../client/client.ts'
import type { RouteName, RouteOutput } from '../client/route-types.ts'
import { ServiceError } from '../client/service-error.ts'
import { rankedOf } from '../terminal/render/leaderboard-rows.ts'
import type { Page } from './listing.ts'
import type { Settings } from './model.ts'

/** A leaderboard as the service answers it. */
export type Leaderboard = RouteOutput<'GET /v2/runtime/leaderboards'>[number]

/** A row of a leaderboard. */
export type BoardRow = RouteOutput<'GET /v2/runtime/leaderboards/:leaderboard_id'>['data'][number]

/** A ranking of a leaderboard: its cycle, and the team or scope that it is limited to. An empty scope is no limit. */
export interface Ranking {
  readonly cycle: string
  readonly scope: string
}

/** Returns the cycle to show: the one in the settings if the leaderboard has it, else its first. */
export function cycleOf({ cycles }: Leaderboard, { cycle }: Settings): string {
  return cycles.find((each) => each === cycle) ?? cycles[0] ?? 'alltime'
}

/** Returns what the user must choose before the leaderboard has rows; undefined if it ranks the whole game or all teams. */
export function scopeKind({ scope: { type } }: Leaderboard): 'scope' | 'team' | undefined {
  if (type === 'custom') return 'scope'
  return type === 'team_instance' ? 'team' : undefined
}

/** Returns the team or scope that is set for a leaderboard, or an empty text. Each leaderboard has its own. */
export const scopeOf = ({ id }: Leaderboard, settings: Settings): string => settings[`scope of ${id}`] ?? ''

/** Sets the team or scope of a leaderboard in the settings. */
export const withScope = ({ id }: Leaderboard, settings: Settings, scope: string): Settings => ({
  ...settings,
  [`scope of ${id}`]: scope,
})

/** Whether a leaderboard has no rows until the user chooses a team or scope. */
export const needsScope = (board: Leaderboard, settings: Settings): boolean =>
  scopeKind(board) !== undefined && scopeOf(board, settings) === ''

/** Reads all leaderboards. The control route needs no player. Spec 6.6. */
export const readBoards = (client: Client): Promise<readonly Leaderboard[]> =>
  read(client, 'GET /v2/runtime/leaderboards', '/_gamify/leaderboards', {}, {})

/** Reads some rows of a leaderboard. */
export function readBoardPage(
  client: Client,
  board: Leaderboard,
  { cycle, scope, skip, limit }: Ranking & { readonly skip: string; readonly limit: string },
): Promise<Page<BoardRow>> {
  return readRanking(client, board, { cycle, scope }, { skip, limit })
}

/** The radii to read around an entity, in rows. The larger one is read if the smaller one does not reveal the row. */
const RADII = [100, 10_000]

/** Some rows of a leaderboard, and the total number of rows. */
type Rows = RouteOutput<'GET /v2/runtime/leaderboards/:leaderboard_id'>

/** The position of an entity on a leaderboard. */
export interface BoardPosition {
  readonly rank: number
  /** The row, counted from 0; undefined if too many entities share the rank to find it. */
  readonly row: number | undefined
}

/** Finds a player or team on a leaderboard; undefined if it is not there. */
export async function findPosition(
  client: Client,
  board: Leaderboard,
  { cycle, scope, entityId }: Ranking & { readonly entityId: string },
): Promise<BoardPosition | undefined> {
  let position: BoardPosition | undefined
  for (const radius of RADII) {
    const query = { entity_id: entityId, radius: String(radius) }
    const page = await readRanking(client, board, { cycle, scope }, query)
    position = positionIn(page, entityId, radius)
    if (position === undefined || position.row !== undefined) return position
  }
  return position
}

/**
 * Computes the row of an entity from a row next to it whose number is known. The rank gives the number of the first row
 * with that rank and of the first row after those. At the end of the leaderboard, the total gives the number of the last row.
 */
function positionIn({ data: rows, total }: Rows, entityId: string, radius: number): BoardPosition | undefined {
  const at = rows.findIndex((each) => rankedOf(each).id === entityId)
  const rank = rows[at]?.rank
  if (rank === undefined) return undefined
  const first = rows.findIndex((each) => each.rank === rank)
  if (first > 0 || at < radius) return { rank, row: rank - 1 + at - first }
  const next = rows.findIndex((each) => each.rank > rank)
  const after = rows[next]
  if (after !== undefined) return { rank, row: after.rank - 1 - (next - at) }
  const remaining = rows.length - at
  return { rank, row: remaining <= radius ? total - remaining : undefined }
}

/** Returns a function that reads the rank trends of some entities. */
export function readBoardTrends(
  board: Leaderboard,
  { cycle, scope, entityIds }: Ranking & { readonly entityIds: readonly string[] },
): (client: Client) => Promise<RouteOutput<'GET /v2/runtime/leaderboard/:leaderboard_id/trend'>> {
  return (client) =>
    read(
      client,
      'GET /v2/runtime/leaderboard/:leaderboard_id/trend',
      '/_gamify/leaderboards/:leaderboard_id/trend',
      { leaderboard_id: board.id },
      { cycle, ...scopeQuery(board, scope), entity_ids: entityIds.join(',') },
    )
}

function readRanking(
  client: Client,
  board: Leaderboard,
  { cycle, scope }: Ranking,
  query: Readonly<Record<string, string>>,
): Promise<Rows> {
  return read(
    client,
    'GET /v2/runtime/leaderboards/:leaderboard_id',
    '/_gamify/leaderboards/:leaderboard_id',
    { leaderboard_id: board.id },
    { cycle, ...scopeQuery(board, scope), ...query },
  )
}

function scopeQuery(board: Leaderboard, scope: string): Readonly<Record<string, string>> {
  const kind = scopeKind(board)
  if (scope === '' || kind === undefined) return {}
  return kind === 'scope' ? { scope_id: scope } : { team_instance_id: scope }
}

/** Calls the control route `path`, which has the same answer as the route `name` of players. */
async function read<Name extends RouteName>(
  client: Client,
  name: Name,
  path: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): Promise<RouteOutput<Name>> {
  const [{ body, text }, { isAnswerOf }] = await Promise.all([
    client.request('GET', path, { params, query }),
    import('../client/answer-shape.ts'),
  ])
  if (!isAnswerOf(name, body)) throw new ServiceError({ status: 200, text })
  return body
}
