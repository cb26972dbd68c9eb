import { rankedOf } from '../terminal/render/leaderboard-rows.ts'
import type { Client } from '../client/client.ts'
import type { RouteName, RouteOutput } from '../client/route-types.ts'
import { ServiceError } from '../client/service-error.ts'
import type { Page } from './listing.ts'
import type { Settings } from './model.ts'

/** A leaderboard. */
export type Leaderboard = RouteOutput<'GET /v2/runtime/leaderboards'>[number]

/** A row of it. */
export type BoardRow = RouteOutput<'GET /v2/runtime/leaderboards/:leaderboard_id'>['data'][number]

/** A ranking of a leaderboard: its cycle, and the team or scope that it ranks within; empty for none. */
export interface Ranking {
  readonly cycle: string
  readonly scope: string
}

/** The cycle to show: the one in the settings if the leaderboard has it, else its first. */
export function cycleOf({ cycles }: Leaderboard, { cycle }: Settings): string {
  return cycles.find((each) => each === cycle) ?? cycles[0] ?? 'alltime'
}

/** What the user has to choose before the leaderboard has rows; undefined if it ranks the whole game or every team. */
export function scopeKind({ scope: { type } }: Leaderboard): 'scope' | 'team' | undefined {
  if (type === 'custom') return 'scope'
  return type === 'team_instance' ? 'team' : undefined
}

/** The team or scope that is set for a leaderboard; empty for none. Each leaderboard has its own. */
export const scopeOf = ({ id }: Leaderboard, settings: Settings): string => settings[`scope of ${id}`] ?? ''

/** Settings with the team or scope of a leaderboard. */
export const withScope = ({ id }: Leaderboard, settings: Settings, scope: string): Settings => ({
  ...settings,
  [`scope of ${id}`]: scope,
})

/** Whether a leaderboard has no rows until the user chooses a team or scope. */
export const needsScope = (board: Leaderboard, settings: Settings): boolean =>
  scopeKind(board) !== undefined && scopeOf(board, settings) === ''

/** All leaderboards; the control route needs no player. Spec 6.6. */
export const readBoards = (client: Client): Promise<readonly Leaderboard[]> =>
  read(client, 'GET /v2/runtime/leaderboards', '/_gamify/leaderboards', {}, {})

/** Some rows of a board. */
export function readBoardPage(
  client: Client,
  board: Leaderboard,
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

/** The radii to read around an entity, small first, until its row among entities of the same rank is known. */
const RADII = [100, 10_000]

/** The rows around an entity, and the total number of rows. */
type Around = RouteOutput<'GET /v2/runtime/leaderboards/:leaderboard_id'>

/** The place of an entity on a leaderboard. */
export interface BoardPosition {
  readonly rank: number
  /** The row, from 0 on; undefined where too many with the same rank stand before it to tell. */
  readonly row: number | undefined
}

/** The place of a player or team on a leaderboard; undefined if it is not on it. */
export async function findPosition(
  client: Client,
  board: Leaderboard,
  { cycle, scope, who }: Ranking & { readonly who: string },
): Promise<BoardPosition | undefined> {
  let position: BoardPosition | undefined
  for (const radius of RADII) {
    const page = await read(
      client,
      'GET /v2/runtime/leaderboards/:leaderboard_id',
      '/_gamify/leaderboards/:leaderboard_id',
      { leaderboard_id: board.id },
      { cycle, ...within(board, scope), entity_id: who, radius: String(radius) },
    )
    position = placeIn(page, who, radius)
    if (position === undefined || position.row !== undefined) return position
  }
  return position
}

/**
 * The rank gives the row of the first entity with that rank, and of the first one after them. At the end of the
 * leaderboard, the total gives the last row.
 */
function placeIn({ data: rows, total }: Around, who: string, radius: number): BoardPosition | undefined {
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

/** The rank trends of some entities. */
export function readBoardTrends(
  board: Leaderboard,
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

function within(board: Leaderboard, scope: string): Readonly<Record<string, string>> {
  const kind = scopeKind(board)
  if (scope === '' || kind === undefined) return {}
  return kind === 'scope' ? { scope_id: scope } : { team_instance_id: scope }
}

/** Calls the control route that answers as the route of players does. */
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
