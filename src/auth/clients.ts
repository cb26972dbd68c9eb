/** The parts of the interface that a client is given access to. Spec 5.1. */
export type ClientScope = 'game' | 'debug' | `${'runtime' | 'admin' | 'design'}:${'r' | 'w' | 'rw'}`

/** One thing that a caller may do: a scope, with reading (GET) and writing apart. */
export type Permission = 'game' | 'debug' | `${'runtime' | 'admin' | 'design'}:${'r' | 'w'}`

/**
 * A program that calls the service, as `gamify.json` lists it. `type` names the flow that it gets its tokens by; no
 * `scopes` means all of them; `token_ttl` is in seconds. Spec 5.1.
 */
export interface ApiClient {
  readonly client_id: string
  readonly client_secret: string
  readonly name?: string | undefined
  readonly runtime: 'staging' | 'production'
  readonly type: 'client' | 'code' | 'implicit'
  readonly redirect_uris?: readonly string[] | undefined
  readonly scopes?: readonly ClientScope[] | undefined
  readonly token_ttl?: number | undefined
}

/** How long a token lives where its client does not say. Spec 5.1. */
export const DEFAULT_TOKEN_TTL_S = 86_400

/** The secret of both development clients: no secret at all, so it must not be served beyond this machine. Spec 6.1. */
export const DEVELOPMENT_SECRET = 'gamify-dev-secret'

const developmentClient = (runtime: ApiClient['runtime']): ApiClient => ({
  client_id: `gamify-${runtime}`,
  client_secret: DEVELOPMENT_SECRET,
  name: `Development client of ${runtime}`,
  runtime,
  type: 'client',
})

/** The development client of the staging runtime; it is also who calls without a token under `--no-auth`. Spec 6.3. */
export const stagingClient = developmentClient('staging')

const developmentClients: readonly ApiClient[] = [stagingClient, developmentClient('production')]

/** The clients of a game: those listed, and beside them the development clients unless `dev_clients` is false. Spec 5.1. */
export function knownClients(listed: readonly ApiClient[], devClients = true): readonly ApiClient[] {
  return devClients ? [...developmentClients, ...listed] : listed
}

const allScopes: readonly ClientScope[] = ['game', 'debug', 'runtime:rw', 'admin:rw', 'design:rw']

/** What a client may do at most. Spec 5.1: read means GET only. */
export function permissionsOf({ scopes = allScopes }: ApiClient): ReadonlySet<Permission> {
  return new Set(scopes.flatMap(permissionsIn))
}

function permissionsIn(scope: ClientScope): readonly Permission[] {
  if (scope === 'game' || scope === 'debug') return [scope]
  const [resource, access] = scope.split(':') as ['runtime' | 'admin' | 'design', 'r' | 'w' | 'rw']
  return access === 'rw' ? [`${resource}:r`, `${resource}:w`] : [`${resource}:${access}`]
}
