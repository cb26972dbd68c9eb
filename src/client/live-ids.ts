import type { Client } from './client.ts'

/** The maximum number of players, teams or processes to list. */
const MAX_LISTED = 1000

/** The maximum number of players whose events are listed if no acting player is given. */
const MAX_FEEDS = 20

/** The maximum number of players to find by their alias. */
const MAX_MATCHES = 100

/** Narrows the ids down to those that a user may want. */
export interface IdQuery {
  /** The acting player, if a command names one. */
  readonly as?: string | undefined
  /** The beginning of the ids, as far as it is known. */
  readonly prefix?: string
  /** The arguments before the one that needs an id. */
  readonly before?: readonly string[]
}

/** A list of the service, and the field of its rows that has the id (default: `id`). */
interface Listing {
  readonly path: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly field?: string
}

const many = { limit: String(MAX_LISTED) }

const inDesign = (kind: string) => (): Listing[] => [{ path: `/v2/design/versions/latest/${kind}` }]

const triggersOf = (process = '', player: string | undefined): Listing => ({
  path: '/v2/runtime/processes/:process_id/triggers',
  params: { process_id: process },
  query: { player_id: player },
  field: 'trigger',
})

/** The lists that contain the ids of each kind of thing in a running game. */
const listings = {
  player: ({ prefix }: IdQuery): Listing[] => [
    { path: '/v2/admin/players', query: many },
    // If there are very many players, this finds the right one, unless it was given an alias.
    ...(prefix ? [{ path: '/v2/admin/query/players', query: { pattern: prefix, limit: String(MAX_MATCHES) } }] : []),
  ],
  action: ({ as }: IdQuery): Listing[] =>
    as === undefined ? inDesign('actions')() : [{ path: '/v2/runtime/actions', query: { player_id: as } }],
  rule: (): Listing[] => [{ path: '/v2/admin/rules' }],
  /** Follows the word `action`, `rule` (of any type) or `trigger` (which needs its process). */
  'action, rule or trigger': ({ before }: IdQuery): Listing[] => {
    const kind = before?.at(-1)
    return kind === 'trigger' ? listings.process() : inDesign(kind === 'rule' ? 'rules' : 'actions')()
  },
  metric: inDesign('metrics'),
  leaderboard: (): Listing[] => [{ path: '/_gamify/leaderboards' }],
  process: (): Listing[] => [{ path: '/v2/admin/processes', query: many }],
  team: (): Listing[] => [{ path: '/v2/admin/teams', query: many }],
  'process definition': inDesign('processes'),
  'team definition': inDesign('teams'),
  /** The triggers that the player sees, locked or not, because the list does not show that. */
  trigger: ({ as, before = [] }: IdQuery): Listing[] => [triggersOf(before.at(-1), as)],
  /** The triggers of a player, after the player, the word `trigger` and the process. */
  'trigger of player': ({ before = [] }: IdQuery): Listing[] =>
    before.at(-2) === 'trigger' ? [triggersOf(before.at(-1), before.at(-3))] : [],
  snapshot: (): Listing[] => [{ path: '/_gamify/snapshots', field: 'name' }],
  /**
   * The events of the last 24 hours: those of the acting player, or else those of the game and its first players. Then
   * also players, each for their newest event.
   */
  event: async ({ as, ...query }: IdQuery, client: Client): Promise<Listing[]> => {
    const players = as === undefined ? (await liveIds(client, 'player', {})).slice(0, MAX_FEEDS) : [as]
    const feeds = players.map((id) => ({ path: '/v2/admin/players/:player_id/activity', params: { player_id: id } }))
    return as === undefined ? [{ path: '/v2/admin/activity' }, ...feeds, ...listings.player(query)] : feeds
  },
  issue: (): Listing[] => [{ path: '/v2/design/issues' }],
  'fault rule': (): Listing[] => [{ path: '/_gamify/faults' }],
} as const

/** A kind of thing in a running game that has ids. */
export type LiveKind = keyof typeof listings

/** Whether the ids of such a thing can be listed. */
export function isLiveKind(word: string): word is LiveKind {
  return Object.hasOwn(listings, word)
}

/**
 * Lists the ids of a kind of thing in a running game, each once. If there are very many, lists the first ones; events
 * are listed newest first. Rejects if one of the lists cannot be read.
 */
export async function liveIds(client: Client, kind: LiveKind, query: IdQuery): Promise<readonly string[]> {
  const sources = await listings[kind](query, client)
  const lists = await Promise.all(
    sources.map(async ({ path, params, query = {}, field = 'id' }) => {
      const { body } = await client.request('GET', path, { params, query })
      return rowsIn(body).flatMap((row) => textIn(row, field))
    }),
  )
  const ids = [...new Set(lists.flat())]
  // The ids of events begin with their time.
  return kind === 'event' ? ids.toSorted().toReversed() : ids
}

/** Returns the rows of a list or of a page of it. */
function rowsIn(body: unknown): readonly unknown[] {
  const rows = typeof body === 'object' && body !== null && 'data' in body ? body.data : body
  return Array.isArray(rows) ? rows : []
}

function textIn(row: unknown, field: string): readonly string[] {
  if (typeof row !== 'object' || row === null) return []
  const value = (row as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' ? [value] : []
}
