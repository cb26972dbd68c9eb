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
  route(runtime, 'GET /v2/runtime/processes/:process_id/activity'),
  route(runtime, 'GET /v2/runtime/teams/:team_id/activity'),
  route(runtime, 'GET /v2/runtime/teams/:team_id/members/:member_id/activity'),
  route(runtime, 'GET /v2/runtime/notifications/token'),
  route(runtime, 'GET /v2/runtime/notifications'),
  route(runtime, 'POST /v2/runtime/notifications', true),
  route(runtime, 'GET /v2/runtime/actions'),
  route(runtime, 'POST /v2/runtime/actions/:action_id/play', true),
  route(runtime, 'GET /v2/runtime/definitions/metrics'),
  route(runtime, 'GET /v2/runtime/players'),
  // 5.1.
  route({ ...runtime, acts: false }, 'POST /v2/logout'),
  // Document 2, and 5.5 for /admin without the slash.
  route(admin, 'GET /v2/admin/'),
  route(admin, 'GET /v2/admin'),
  route(admin, 'GET /v2/admin/activity'),
  route(admin, 'GET /v2/admin/requests'),
  route(admin, 'POST /v2/admin/requests/:request_id'),
  route(admin, 'DELETE /v2/admin/requests/:request_id'),
  route(admin, 'GET /v2/admin/invites'),
  route(admin, 'POST /v2/admin/invites', true),
  route(admin, 'DELETE /v2/admin/invites'),
  route(admin, 'GET /v2/admin/processes/:process_id/activity'),
  route(admin, 'GET /v2/admin/teams/:team_id/activity'),
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
  // Processes and teams, and who is in them: documents 1 to 3, 4.10 and 5.5.
  ...['/v2/runtime', '/v1'].flatMap((base) => [
    route(runtime, `GET ${base}/definitions/processes`),
    route(runtime, `GET ${base}/processes`),
    route(runtime, `GET ${base}/processes/:process_id`),
    route(runtime, `PATCH ${base}/processes/:process_id`, true),
    route(runtime, `DELETE ${base}/processes/:process_id`),
    route(runtime, `GET ${base}/processes/:process_id/performers`),
    route(runtime, `GET ${base}/processes/:process_id/performers/:performer_id`),
    route(runtime, `GET ${base}/definitions/teams`),
    route(runtime, `GET ${base}/teams`),
    route(runtime, `GET ${base}/teams/:team_id`),
    route(runtime, `PATCH ${base}/teams/:team_id`, true),
    route(runtime, `DELETE ${base}/teams/:team_id`),
    route(runtime, `PUT ${base}/teams/:team_id/lock`),
    route(runtime, `DELETE ${base}/teams/:team_id/lock`),
    route(runtime, `GET ${base}/teams/:team_id/members`),
    route(runtime, `GET ${base}/teams/:team_id/members/:member_id`),
  ]),
  ...['processes', 'teams'].flatMap((things) => [
    route(runtime, `POST /v2/runtime/${things}`, true),
    route(admin, `GET /v2/admin/${things}`),
    route(admin, `POST /v2/admin/${things}`, true),
    route(admin, `GET /v2/admin/query/${things}`),
  ]),
  route(runtime, 'POST /v1/definitions/processes/:process_definition_id', true),
  route(runtime, 'POST /v1/definitions/teams/:team_definition_id', true),
  route(admin, 'GET /v2/admin/processes/:process_id'),
  route(admin, 'DELETE /v2/admin/processes/:process_id'),
  route(admin, 'GET /v2/admin/processes/:process_id/performers'),
  route(admin, 'GET /v2/admin/teams/:team_id'),
  route(admin, 'DELETE /v2/admin/teams/:team_id'),
  route(admin, 'GET /v2/admin/teams/:team_id/members'),
  // Who comes into processes and teams, who goes, and in which roles: documents 1, 2 and 3, 4.10 and 5.5.
  ...['/v2/runtime', '/v1'].flatMap((base) =>
    [`${base}/processes/:process_id`, `${base}/teams/:team_id`].flatMap((it) => {
      const other = it.endsWith(':team_id') ? `${it}/members/:member_id` : `${it}/performers/:performer_id`
      return [
        route(runtime, `POST ${it}/join`, true),
        route(runtime, `POST ${it}/leave`),
        route(runtime, `POST ${it}/roles`, true),
        route(runtime, `POST ${it}/transfer`, true),
        route(runtime, `POST ${other}/kick`),
        route(runtime, `POST ${other}/roles`, true),
      ]
    }),
  ),
  ...['/v2/admin/processes/:process_id', '/v2/admin/teams/:team_id'].flatMap((it) =>
    ['join', 'leave', 'roles', 'transfer'].map((word) => route(admin, `POST ${it}/${word}`, true)),
  ),
  // Triggers: documents 1 and 3.
  ...['/v2/runtime', '/v1'].flatMap((base) => [
    route(runtime, `GET ${base}/processes/:process_id/triggers`),
    route(runtime, `POST ${base}/processes/:process_id/play`, true),
  ]),
  // Boards: documents 1, 2 and 3.
  route(runtime, 'GET /v2/runtime/leaderboards'),
  route(runtime, 'GET /v2/runtime/leaderboards/:leaderboard_id'),
  route(runtime, 'GET /v2/runtime/leaderboard/:leaderboard_id/trend'),
  route(runtime, 'GET /v1/leaderboards'),
  route(runtime, 'GET /v1/leaderboards/:leaderboard_id'),
  route(runtime, 'GET /v1/leaderboards/:leaderboard_id/trend'),
  route(admin, 'POST /v2/admin/leaderboards/:leaderboard_definition_id/register', true),
  route(admin, 'POST /v2/admin/leaderboards/:leaderboard_definition_id/deregister', true),
  // Invitations and requests: documents 1 and 3.
  ...['/v2/runtime', '/v1'].flatMap((base) => [
    route(runtime, `GET ${base}/approvals`),
    route(runtime, `GET ${base}/invites`),
    route(runtime, `POST ${base}/invites/:invite_id`),
    route(runtime, `DELETE ${base}/invites/:invite_id`),
    ...[`${base}/processes/:process_id`, `${base}/teams/:team_id`].flatMap((it) => [
      route(runtime, `GET ${it}/invites`),
      route(runtime, `POST ${it}/invites`, true),
      route(runtime, `DELETE ${it}/invites/:invite_id`),
      route(runtime, `GET ${it}/approvals`),
      route(runtime, `POST ${it}/approvals/:request_id`),
      route(runtime, `DELETE ${it}/approvals/:request_id`),
    ]),
  ]),
  // Document 3, and 5.5 for the players.
  route(runtime, 'GET /v1/player'),
  route(runtime, 'GET /v1/activity'),
  route(runtime, 'GET /v1/processes/:process_id/activity'),
  route(runtime, 'GET /v1/teams/:team_id/activity'),
  route(runtime, 'GET /v1/teams/:team_id/members/:member_id/activity'),
  route(runtime, 'GET /v1/notifications/token'),
  route(runtime, 'GET /v1/notifications'),
  route(runtime, 'POST /v1/notifications', true),
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
    leaderboard_id: 'top',
    leaderboard_definition_id: 'best',
    image_id: 'default-team',
    process_id: 'neo/open',
    performer_id: 'trinity',
    team_id: 'open-guild',
    member_id: 'trinity',
    invite_id: '0190f0c0-0000-7000-8000-000000000001',
    request_id: '0190f0c0-0000-7000-8000-000000000001',
  }
  return all === undefined ? things : Object.fromEntries(Object.keys(things).map((name) => [name, all]))
}

/** Whether a route is about the versions of the design, which are the game's and not a runtime's. */
export const isOfVersions = ({ path }: Pick<DocumentedRoute, 'path'>): boolean =>
  path.includes('/:version') || path.endsWith('/upgrade')

/** Whether a route is about the images of the design, which are the game's too. */
export const isOfGallery = ({ path }: Pick<DocumentedRoute, 'path'>): boolean => path.includes('/design/images')

/** Whether what a route, by its path, does or looks for may stand in files: designs, images, histories and what is kept of them. */
export const isOfFiles = (path: string): boolean => /\/(design|assets|image|_gamify|issues|logout)\b/.test(path)

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
  'POST /v2/admin/invites': { emails: ['trinity@example.com'] },
  ...Object.fromEntries(
    ['/v2/runtime', '/v1'].flatMap((base) => [
      [`POST ${base}/processes/:process_id/invites`, { id: 'oracle' }],
      [`POST ${base}/teams/:team_id/invites`, { id: 'oracle' }],
    ]),
  ),
  'POST /v2/runtime/processes/:process_id/play': { trigger: 'study' },
  'POST /v1/processes/:process_id/play': { trigger: 'study' },
  'POST /v2/admin/leaderboards/:leaderboard_definition_id/register': { entity_ids: ['neo'], scopes: ['a'] },
  'POST /v2/admin/leaderboards/:leaderboard_definition_id/deregister': { entity_ids: ['neo'], scopes: ['a'] },
  'POST /v2/runtime/processes': { definition: 'tour' },
  'POST /v2/runtime/teams': { definition: 'guild' },
  'POST /v2/admin/processes': { definition: 'tour', owner_id: 'neo' },
  'POST /v2/admin/teams': { definition: 'guild' },
  'POST /v2/runtime/notifications': { ids: [] },
  'POST /v1/notifications': { ids: [] },
  'POST /v2/runtime/processes/:process_id/transfer': { new_owner_id: 'trinity' },
  'POST /v1/processes/:process_id/transfer': { new_owner_id: 'trinity' },
  'POST /v2/runtime/teams/:team_id/transfer': { id: 'trinity' },
  'POST /v1/teams/:team_id/transfer': { id: 'trinity' },
  ...Object.fromEntries(
    ['processes/:process_id', 'teams/:team_id'].flatMap((it) => [
      [`POST /v2/admin/${it}/join`, { player_id: 'trinity' }],
      [`POST /v2/admin/${it}/leave`, { player_id: 'trinity' }],
      [`POST /v2/admin/${it}/roles`, { player_id: 'trinity' }],
      [`POST /v2/admin/${it}/transfer`, { id: 'trinity' }],
    ]),
  ),
}

/** A query in which routes that want something find it. */
export const wantedQuery = { value: 'unborn', email: 'nobody@example.com' } as const

/** A body with which a route, by its name, answers 200. */
export function bodyFor(name: string): unknown {
  return bodies[name] ?? {}
}
