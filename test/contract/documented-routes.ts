/** A route as documents 1, 2, 3 and 5.5 list it. `acts`: for a player; `gated`: needs the game or the debug scope. */
export interface DocumentedRoute {
  readonly method: string
  /** With its version, `:name` for a parameter. */
  readonly path: string
  readonly resource: 'runtime' | 'admin'
  readonly acts: boolean
  readonly gated: boolean
  /** Whether its documented input is a JSON body. */
  readonly takesBody: boolean
}

const runtime = { resource: 'runtime', acts: true, gated: false } as const
const admin = { resource: 'admin', acts: false, gated: false } as const
const gated = { ...admin, gated: true } as const

type Kind = Omit<DocumentedRoute, 'method' | 'path' | 'takesBody'>

const route = (kind: Kind, text: string, takesBody = false): DocumentedRoute => {
  const [method = '', path = ''] = text.split(' ')
  return { ...kind, method, path, takesBody }
}

/** Every route that the program has, as the documents have them. */
export const documentedRoutes: readonly DocumentedRoute[] = [
  // Document 1, and 5.5 for the players.
  route(runtime, 'GET /v2/runtime/player'),
  route(runtime, 'PATCH /v2/runtime/player', true),
  route(runtime, 'GET /v2/runtime/activity'),
  route(runtime, 'GET /v2/runtime/actions'),
  route(runtime, 'POST /v2/runtime/actions/:action_id/play', true),
  route(runtime, 'GET /v2/runtime/definitions/metrics'),
  route(runtime, 'GET /v2/runtime/players'),
  // Document 2, and 5.5 for /admin without the slash.
  route(admin, 'GET /v2/admin/'),
  route(admin, 'GET /v2/admin'),
  route(admin, 'GET /v2/admin/activity'),
  route(gated, 'GET /v2/admin/players'),
  route(admin, 'GET /v2/admin/validation/player/available'),
  route(gated, 'POST /v2/admin/players', true),
  route(gated, 'DELETE /v2/admin/players/:player_id'),
  route(admin, 'POST /v2/admin/players/:player_id/reset'),
  route(admin, 'GET /v2/admin/players/:player_id'),
  route(admin, 'GET /v2/admin/players/:player_id/activity'),
  route(admin, 'PUT /v2/admin/players/:player_id/disable'),
  route(admin, 'PUT /v2/admin/players/:player_id/enable'),
  route(admin, 'PATCH /v2/admin/players/:player_id/scores', true),
  route(admin, 'POST /v2/admin/players/:player_id/revert', true),
  route(admin, 'GET /v2/admin/rules'),
  route(admin, 'POST /v2/admin/rules/:rule_id', true),
  route(admin, 'GET /v2/admin/query/players'),
  // Document 3, and 5.5 for the players.
  route(runtime, 'GET /v1/player'),
  route(runtime, 'GET /v1/activity'),
  route(runtime, 'GET /v1/definitions/actions'),
  route(runtime, 'POST /v1/action/play', true),
  route(runtime, 'GET /v1/definitions/metrics'),
  route(runtime, 'GET /v1/players'),
  route(admin, 'GET /v1/game/activity'),
  route(gated, 'GET /v1/game/players'),
  route(admin, 'GET /v1/game/validation/player/exists'),
  route(gated, 'POST /v1/game/players', true),
  route(gated, 'DELETE /v1/game/players/:player_id'),
  route(admin, 'PUT /v1/game/players/:player_id/reset'),
  route(admin, 'GET /v1/game/players/:player_id'),
  route(admin, 'GET /v1/game/players/:player_id/activity'),
  route(admin, 'GET /v1/game/rule'),
  route(admin, 'POST /v1/game/rule/:rule_id', true),
  route(admin, 'GET /v1/query/players'),
]

/** `POST /v2/admin/players`: a route as tables and messages name it. */
export const nameOf = ({ method, path }: Pick<DocumentedRoute, 'method' | 'path'>): string => `${method} ${path}`

/** A path with its parameters filled in, each percent-encoded. */
export function fill(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** Bodies of routes that want one which is not empty. */
const bodies: Readonly<Record<string, unknown>> = {
  'POST /v2/admin/players': { id: 'newbie' },
  'POST /v1/game/players': { id: 'newbie' },
  'POST /v1/action/play': { id: 'like' },
  'PATCH /v2/admin/players/:player_id/scores': { rewards: [] },
  'POST /v2/admin/players/:player_id/revert': { event_ids: [] },
  'POST /v2/admin/rules/:rule_id': { data: [] },
  'POST /v1/game/rule/:rule_id': { data: [] },
}

/** A body with which a route, by its name, answers 200. */
export function bodyFor(name: string): unknown {
  return bodies[name] ?? {}
}
