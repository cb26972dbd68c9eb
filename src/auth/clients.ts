/** A part of the interface that a client can be given access to. Spec 5.1. */
export type ClientScope = 'game' | 'debug' | `${'runtime' | 'admin' | 'design'}:${'r' | 'w' | 'rw'}`

/** One thing that a caller may do: a scope, split into reading (GET) and writing. */
export type Permission = 'game' | 'debug' | `${'runtime' | 'admin' | 'design'}:${'r' | 'w'}`

/**
 * A program that calls the service, as `gamify.json` lists it. `type` names the flow by which it gets tokens. Without
 * `scopes` it has all of them. `token_ttl` is in seconds. Spec 5.1.
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

/** The lifetime of a token if its client does not set one. Spec 5.1. */
export const DEFAULT_TOKEN_TTL_S = 86_400

/**
 * The secret of both development clients. It is public, so a game that has these clients must not be served beyond this
 * machine. Spec 6.1.
 */
export const DEVELOPMENT_SECRET = 'gamify-dev-secret'

const developmentClient = (runtime: ApiClient['runtime']): ApiClient => ({
  client_id: `gamify-${runtime}`,
  client_secret: DEVELOPMENT_SECRET,
  name: `Development client of ${runtime}`,
  runtime,
  type: 'client',
})

/**
 * The development client of the staging runtime. With `--no-auth`, calls without a token count as its calls. Spec 6.3.
 */
export const stagingClient = developmentClient('staging')

const developmentClients: readonly ApiClient[] = [stagingClient, developmentClient('production')]

/**
 * Returns the clients of a game: the listed ones and, unless `dev_clients` is false, the development clients. Spec 5.1.
 */
export function knownClients(listed: readonly ApiClient[], devClients = true): readonly ApiClient[] {
  return devClients ? [...developmentClients, ...listed] : listed
}

const allScopes: readonly ClientScope[] = ['game', 'debug', 'runtime:rw', 'admin:rw', 'design:rw']

/** Returns the most that a client may do. Read access means GET only. Spec 5.1. */
export function permissionsOf({ scopes = allScopes }: ApiClient): ReadonlySet<Permission> {
  return new Set(scopes.flatMap(permissionsIn))
}

function permissionsIn(scope: ClientScope): readonly Permission[] {
  if (scope === 'game' || scope === 'debug') return [scope]
  const [resource, access] = scope.split(':') as ['runtime' | 'admin' | 'design', 'r' | 'w' | 'rw']
  return access === 'rw' ? [`${resource}:r`, `${resource}:w`] : [`${resource}:${access}`]
}
