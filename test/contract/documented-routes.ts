/** A route as documents 1, 2, 3 and 5.5 list it. `acts`: for a player; `gated`: needs the game or the debug scope. */
export interface DocumentedRoute {
  readonly method: string
  /** With its version, `:name` for a parameter. */
  readonly path: string
  readonly resource: 'runtime' | 'admin' | 'design'
  readonly acts: boolean
  readonly gated: boolean
  /** Whether its documented input is a JSON body. */
  readonly takesBody: boolean
}

const runtime = { resource: 'runtime', acts: true, gated: false } as const
const admin = { resource: 'admin', acts: false, gated: false } as const
const gated = { ...admin, gated: true } as const
const design = { resource: 'design', acts: false, gated: false } as const

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
  // Document 2 "Design routes", and 5.5 for simulate.
  ...(['metrics', 'actions', 'processes', 'teams', 'rules', 'leaderboards'] as const).flatMap((kind) => [
    route(design, `GET /v2/design/versions/:version/${kind}`),
    route(design, `POST /v2/design/versions/:version/${kind}`, true),
    route(design, `GET /v2/design/versions/:version/${kind}/:component_id`),
    route(design, `PATCH /v2/design/versions/:version/${kind}/:component_id`, true),
    route(design, `DELETE /v2/design/versions/:version/${kind}/:component_id`),
  ]),
  route(design, 'GET /v2/design/versions/:version/bootstrap'),
  route(design, 'PATCH /v2/design/versions/:version/bootstrap', true),
  route(design, 'POST /v2/design/versions/:version/deploy'),
  route(design, 'POST /v2/design/versions/:version/simulate'),
  route(design, 'POST /v2/design/upgrade'),
  route(design, 'GET /v2/design/issues'),
  route(design, 'GET /v2/design/issues/:issue_id'),
  route(design, 'POST /v2/design/issues/:issue_id', true),
  // Documents 1, 2 and 3 on images, and 5.5.
  ...['/v2/runtime/assets', '/v1/assets'].flatMap((assets) => [
    route(runtime, `GET ${assets}/game`),
    route(runtime, `GET ${assets}/players/:player_id`),
    route(runtime, `GET ${assets}/definitions/processes/:process_definition_id`),
    route(runtime, `GET ${assets}/definitions/teams/:team_definition_id`),
    route(runtime, `GET ${assets}/definitions/metrics/:metric_id`),
  ]),
  route(runtime, 'GET /v1/assets/metrics/:metric_id'),
  route(runtime, 'POST /v2/runtime/player'),
  route(runtime, 'POST /v2/runtime/player/image'),
  ...['/v2/design/images', '/v2/runtime/design/images'].flatMap((images) => [
    route(design, `GET ${images}`),
    route(design, `POST ${images}`),
    route(design, `GET ${images}/:image_id`),
    route(design, `DELETE ${images}/:image_id`),
  ]),
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

/** What there is in a game of the contract's design with neo in it, to fill the path of a route with; or the same for all. */
export function thingsFor(path: string, all?: string): Readonly<Record<string, string>> {
  const kind = /versions\/:version\/(\w+)/.exec(path)?.[1] ?? ''
  const components: Readonly<Record<string, string>> = {
    metrics: 'xp',
    actions: 'like',
    processes: 'tour',
    teams: 'guild',
    rules: 'welcome',
    leaderboards: 'top',
  }
  const things = {
    player_id: 'neo',
    action_id: 'like',
    rule_id: 'welcome',
    version: 'latest',
    component_id: components[kind] ?? '',
    issue_id: 'metric_removed-gem',
    process_definition_id: 'tour',
    team_definition_id: 'guild',
    metric_id: 'xp',
    image_id: 'default-team',
  }
  return all === undefined ? things : Object.fromEntries(Object.keys(things).map((name) => [name, all]))
}

/** Whether a route is about the versions of the design, which are the game's and not a runtime's. */
export const isOfVersions = ({ path }: Pick<DocumentedRoute, 'path'>): boolean =>
  path.includes('/:version') || path.endsWith('/upgrade')

/** Whether a route is about the images of the design, which are the game's too. */
export const isOfGallery = ({ path }: Pick<DocumentedRoute, 'path'>): boolean => path.includes('/design/images')

/** Whether it takes a form with an image. */
export const takesImage = ({ method, path }: Pick<DocumentedRoute, 'method' | 'path'>): boolean =>
  method === 'POST' && /\/(player|player\/image|design\/images)$/.test(path)

/** Bodies of routes that want one which is not empty. */
const bodies: Readonly<Record<string, unknown>> = {
  'POST /v2/admin/players': { id: 'newbie' },
  'POST /v1/game/players': { id: 'newbie' },
  'POST /v1/action/play': { id: 'like' },
  'PATCH /v2/admin/players/:player_id/scores': { rewards: [] },
  'POST /v2/admin/players/:player_id/revert': { event_ids: [] },
  'POST /v2/admin/rules/:rule_id': { data: [] },
  'POST /v1/game/rule/:rule_id': { data: [] },
  'POST /v2/design/issues/:issue_id': { apply: 'drop' },
}

/** A body with which a route, by its name, answers 200. */
export function bodyFor(name: string): unknown {
  return bodies[name] ?? {}
}
