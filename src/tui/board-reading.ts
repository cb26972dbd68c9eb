import { rankedOf } from '../cli/render/leaderboard-rows.ts'
import type { Client } from '../client/client.ts'
import type { RouteName, RouteOutput } from '../client/route-types.ts'
import { ServiceError } from '../client/service-error.ts'
import type { Page } from './listing.ts'
import type { Settings } from './model.ts'

/** A board that there is. */
export type BoardShown = RouteOutput<'GET /v2/runtime/leaderboards'>[number]

/** A row of it. */
export type BoardRow = RouteOutput<'GET /v2/runtime/leaderboards/:leaderboard_id'>['data'][number]

/** Which ranking of a board: its cycle, and the team or scope within which it ranks, if it does; empty for none. */
export interface Ranking {
  readonly cycle: string
  readonly scope: string
}

/** The cycle that a board is shown in: the one that is set where it has that, else its first. */
export function cycleOf({ cycles }: BoardShown, { cycle }: Settings): string {
  return cycles.find((each) => each === cycle) ?? cycles[0] ?? 'alltime'
}

/** In what a board ranks that has to be named; undefined where it ranks in the whole game, or in every team of a kind. */
export function scopeKind({ scope: { type } }: BoardShown): 'scope' | 'team' | undefined {
  if (type === 'custom') return 'scope'
  return type === 'team_instance' ? 'team' : undefined
}

/** What a board is set to rank within; empty for none. Each board has its own, for what they rank within differs. */
export const scopeOf = ({ id }: BoardShown, settings: Settings): string => settings[`scope of ${id}`] ?? ''

/** Settings in which a board ranks within a team or scope. */
export const withScope = ({ id }: BoardShown, settings: Settings, scope: string): Settings => ({
  ...settings,
  [`scope of ${id}`]: scope,
})

/** Whether a board has no rows before it is said within what. */
export const needsScope = (board: BoardShown, settings: Settings): boolean =>
  scopeKind(board) !== undefined && scopeOf(board, settings) === ''

/** The boards that there are, for which no player need be named. Spec 6.6. */
export const readBoards = (client: Client): Promise<readonly BoardShown[]> =>
  read(client, 'GET /v2/runtime/leaderboards', '/_gamify/leaderboards', {}, {})

/** Some rows of a board. */
export function readBoardPage(
  client: Client,
  board: BoardShown,
  { cycle, scope, skip, limit }: Ranking & { readonly skip: string; readonly limit: string },
): Promise<Page<BoardRow>> {
  return read(
    client,
    'GET /v2/runtime/leaderboards/:leaderboard_id',
    '/_gamify/leaderboards/:leaderboard_id',
    { leaderboard_id: board.id },
    { cycle, ...within(board, scope), skip, limit },
  )
}

/** Rows on each side that are looked at, the few first, to tell how far down among its equals somebody stands. */
const RADII = [100, 10_000]

/** The rows around somebody, and how many the board has. */
type Around = RouteOutput<'GET /v2/runtime/leaderboards/:leaderboard_id'>

/** Where somebody stands on a board. */
export interface Place {
  readonly rank: number
  /** The row, from 0 on; undefined where too many with the same rank stand before it to tell. */
  readonly row: number | undefined
}

/** Where a player or team stands on a board; undefined where it is not on it. */
export async function readPlace(
  client: Client,
  board: BoardShown,
  { cycle, scope, who }: Ranking & { readonly who: string },
): Promise<Place | undefined> {
  let place: Place | undefined
  for (const radius of RADII) {
    const page = await read(
      client,
      'GET /v2/runtime/leaderboards/:leaderboard_id',
      '/_gamify/leaderboards/:leaderboard_id',
      { leaderboard_id: board.id },
      { cycle, ...within(board, scope), entity_id: who, radius: String(radius) },
    )
    place = placeIn(page, who, radius)
    if (place === undefined || place.row !== undefined) return place
  }
  return place
}

/**
 * The first of those with one rank stands at the row that the rank tells, and so does who comes after the last of them; of
 * those at the end of the board the last row is known.
 */
function placeIn({ data: rows, total }: Around, who: string, radius: number): Place | undefined {
  const at = rows.findIndex((each) => rankedOf(each).id === who)
  const rank = rows[at]?.rank
  if (rank === undefined) return undefined
  const first = rows.findIndex((each) => each.rank === rank)
  if (first > 0 || at < radius) return { rank, row: rank - 1 + at - first }
  const next = rows.findIndex((each) => each.rank > rank)
  const after = rows[next]
  if (after !== undefined) return { rank, row: after.rank - 1 - (next - at) }
  const left = rows.length - at
  return { rank, row: left <= radius ? total - left : undefined }
}

/** How the ranks of some went. */
export function readBoardTrends(
  board: BoardShown,
  { cycle, scope, who }: Ranking & { readonly who: readonly string[] },
): (client: Client) => Promise<RouteOutput<'GET /v2/runtime/leaderboard/:leaderboard_id/trend'>> {
  return (client) =>
    read(
      client,
      'GET /v2/runtime/leaderboard/:leaderboard_id/trend',
      '/_gamify/leaderboards/:leaderboard_id/trend',
      { leaderboard_id: board.id },
      { cycle, ...within(board, scope), entity_ids: who.join(',') },
    )
}

function within(board: BoardShown, scope: string): Readonly<Record<string, string>> {
  const kind = scopeKind(board)
  if (scope === '' || kind === undefined) return {}
  return kind === 'scope' ? { scope_id: scope } : { team_instance_id: scope }
}

/** Asks the control route that answers as the route of players does. */
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
