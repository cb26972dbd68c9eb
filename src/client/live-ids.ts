import type { Client } from './client.ts'

/** How many players, teams or processes are looked through. */
const MAX_LOOKED_AT = 1000

/** Of how many players, where none acts, the events are looked at. */
const MAX_FEEDS = 20

/** How many players whose alias matches are asked for. */
const MAX_MATCHES = 100

/** What is asked for: of all ids, those that may be meant. */
export interface IdQuery {
  /** Who acts, where a command names somebody. */
  readonly as?: string | undefined
  /** What the ids begin with, as far as it is known. */
  readonly prefix?: string
  /** The arguments before the one that is asked for. */
  readonly before?: readonly string[]
}

/** A list of the service, and the field of its rows that is wanted: `id` unless told. */
interface Listing {
  readonly path: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly field?: string
}

const many = { limit: String(MAX_LOOKED_AT) }

const inDesign = (kind: string) => (): Listing[] => [{ path: `/v2/design/versions/latest/${kind}` }]

const triggersOf = (process = '', player: string | undefined): Listing => ({
  path: '/v2/runtime/processes/:process_id/triggers',
  params: { process_id: process },
  query: { player_id: player },
  field: 'trigger',
})

/** Where the ids of each kind of thing in a running game are found. */
const listings = {
  player: ({ prefix }: IdQuery): Listing[] => [
    { path: '/v2/admin/players', query: many },
    // Of very many players this finds the one that is meant, as long as nobody has given it an alias.
    ...(prefix ? [{ path: '/v2/admin/query/players', query: { pattern: prefix, limit: String(MAX_MATCHES) } }] : []),
  ],
  action: ({ as }: IdQuery): Listing[] =>
    as === undefined ? inDesign('actions')() : [{ path: '/v2/runtime/actions', query: { player_id: as } }],
  rule: (): Listing[] => [{ path: '/v2/admin/rules' }],
  /** Behind the word `action`, `rule` (of any type) or `trigger` (its process). */
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
  /** Those that the player sees, locked or not: their list does not tell. */
  trigger: ({ as, before = [] }: IdQuery): Listing[] => [triggersOf(before.at(-1), as)],
  /** The same; behind the player, what is asked of, and the process. */
  'trigger of player': ({ before = [] }: IdQuery): Listing[] =>
    before.at(-2) === 'trigger' ? [triggersOf(before.at(-1), before.at(-3))] : [],
  snapshot: (): Listing[] => [{ path: '/_gamify/snapshots', field: 'name' }],
  /** Those of the last 24 hours: of who acts, else of the game and its first players; then players too, for their newest one. */
  event: async ({ as, ...asked }: IdQuery, client: Client): Promise<Listing[]> => {
    const players = as === undefined ? (await liveIds(client, 'player', {})).slice(0, MAX_FEEDS) : [as]
    const feeds = players.map((id) => ({ path: '/v2/admin/players/:player_id/activity', params: { player_id: id } }))
    return as === undefined ? [{ path: '/v2/admin/activity' }, ...feeds, ...listings.player(asked)] : feeds
  },
  issue: (): Listing[] => [{ path: '/v2/design/issues' }],
  'fault rule': (): Listing[] => [{ path: '/_gamify/faults' }],
} as const

/** What there is in a running game under an id. */
export type LiveKind = keyof typeof listings

/** Whether the ids of such a thing can be asked for. */
export function isLiveKind(word: string): word is LiveKind {
  return Object.hasOwn(listings, word)
}

/**
 * The ids of a kind of thing in a running game, of very many the first, of events the newest first; each once. Rejects
 * where one of the lists that tell them cannot be had.
 */
export async function liveIds(client: Client, kind: LiveKind, asked: IdQuery): Promise<readonly string[]> {
  const asking = await listings[kind](asked, client)
  const lists = await Promise.all(
    asking.map(async ({ path, params, query = {}, field = 'id' }) => {
      const { body } = await client.request('GET', path, { params, query })
      return rowsIn(body).flatMap((row) => textIn(row, field))
    }),
  )
  const ids = [...new Set(lists.flat())]
  // The ids of events begin with their time.
  return kind === 'event' ? ids.toSorted().toReversed() : ids
}

/** The rows of a list, which may be a page of it. */
function rowsIn(body: unknown): readonly unknown[] {
  const rows = typeof body === 'object' && body !== null && 'data' in body ? body.data : body
  return Array.isArray(rows) ? rows : []
}

function textIn(row: unknown, field: string): readonly string[] {
  if (typeof row !== 'object' || row === null) return []
  const value = (row as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' ? [value] : []
}
