import type { Client, RequestParts } from '../client/client.ts'
import type { ControlAnswer, ControlRoute } from '../interface/control-answers.ts'
import { rankedOf } from './leaderboard-rows.ts'

/** The control routes of leaderboards, which need no player. Spec 6.6. */
export type BoardRoute = Extract<ControlRoute, `GET /_gamify/leaderboards${string}`>

/** Calls a control route and returns the body of its answer. */
export type AskBoards = <Name extends BoardRoute>(
  client: Client,
  name: Name,
  parts?: RequestParts,
) => Promise<ControlAnswer<Name>>

/** A leaderboard as the service answers it. */
export type Leaderboard = ControlAnswer<'GET /_gamify/leaderboards'>[number]

/** Some rows of a leaderboard, and the total number of rows. */
export type BoardRows = ControlAnswer<'GET /_gamify/leaderboards/:leaderboard_id'>

/** A row of a leaderboard. */
export type BoardRow = BoardRows['data'][number]

/** The rank trends of some entities. */
export type BoardTrends = ControlAnswer<'GET /_gamify/leaderboards/:leaderboard_id/trend'>

/** A ranking of a leaderboard: its cycle, and the team or scope that it is limited to. An empty scope is no limit. */
export interface Ranking {
  readonly cycle: string
  readonly scope: string
  /** A time in the period of the cycle; the present period if it is absent. */
  readonly at?: string | undefined
}

/** Returns the cycle to show: the one that is asked for if the leaderboard has it, else its first. */
export function cycleOf({ cycles }: Leaderboard, asked: string | undefined): Leaderboard['cycles'][number] {
  return cycles.find((each) => each === asked) ?? cycles[0] ?? 'alltime'
}

/** Returns what must be chosen before the leaderboard has rows; undefined if it ranks the whole game or all teams. */
export function scopeKind({ scope: { type } }: Leaderboard): 'scope' | 'team' | undefined {
  if (type === 'custom') return 'scope'
  return type === 'team_instance' ? 'team' : undefined
}

/** Reads all leaderboards. */
export const readBoards = (ask: AskBoards, client: Client): Promise<readonly Leaderboard[]> =>
  ask(client, 'GET /_gamify/leaderboards')

/** Reads some rows of a leaderboard. `merge` names other leaderboards whose scores are shown too: `id|cycle`, separated by commas. */
export function readBoardPage(
  ask: AskBoards,
  client: Client,
  board: Leaderboard,
  {
    skip,
    limit,
    merge,
    ...ranking
  }: Ranking & { readonly skip: string; readonly limit: string; readonly merge?: string },
): Promise<BoardRows> {
  return readRanking(ask, client, board, ranking, { skip, limit, ...(merge !== undefined && { merge }) })
}

/** The radii to read around an entity, in rows. The larger one is read if the smaller one does not reveal the row. */
const RADII = [100, 10_000]

/** The position of an entity on a leaderboard. */
export interface BoardPosition {
  readonly rank: number
  /** The row, counted from 0; undefined if too many entities share the rank to find it. */
  readonly row: number | undefined
}

/** Finds a player or team on a leaderboard; undefined if it is not there. */
export async function findPosition(
  ask: AskBoards,
  client: Client,
  board: Leaderboard,
  { entityId, ...ranking }: Ranking & { readonly entityId: string },
): Promise<BoardPosition | undefined> {
  let position: BoardPosition | undefined
  for (const radius of RADII) {
    const query = { entity_id: entityId, radius: String(radius) }
    const page = await readRanking(ask, client, board, ranking, query)
    position = positionIn(page, entityId, radius)
    if (position === undefined || position.row !== undefined) return position
  }
  return position
}

/**
 * Computes the row of an entity from a row next to it whose number is known. The rank gives the number of the first row
 * with that rank and of the first row after those. At the end of the leaderboard, the total gives the number of the last row.
 */
function positionIn({ data: rows, total }: BoardRows, entityId: string, radius: number): BoardPosition | undefined {
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

/** Reads the rank trends of some entities. */
export function readBoardTrends(
  ask: AskBoards,
  client: Client,
  board: Leaderboard,
  { cycle, scope, entityIds }: Omit<Ranking, 'at'> & { readonly entityIds: readonly string[] },
): Promise<BoardTrends> {
  return ask(client, 'GET /_gamify/leaderboards/:leaderboard_id/trend', {
    params: { leaderboard_id: board.id },
    query: { cycle, ...scopeQuery(board, scope), entity_ids: entityIds.join(',') },
  })
}

function readRanking(
  ask: AskBoards,
  client: Client,
  board: Leaderboard,
  { cycle, scope, at }: Ranking,
  query: Readonly<Record<string, string>>,
): Promise<BoardRows> {
  return ask(client, 'GET /_gamify/leaderboards/:leaderboard_id', {
    params: { leaderboard_id: board.id },
    query: { cycle, ...scopeQuery(board, scope), ...(at !== undefined && { timestamp: at }), ...query },
  })
}

function scopeQuery(board: Leaderboard, scope: string): Readonly<Record<string, string>> {
  const kind = scopeKind(board)
  if (scope === '' || kind === undefined) return {}
  return kind === 'scope' ? { scope_id: scope } : { team_instance_id: scope }
}
