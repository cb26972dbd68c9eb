import { createHash } from 'node:crypto'
import { isRecord } from '../game/kernel/json-value.ts'
import { memoize } from '../game/kernel/memoize.ts'
import { playerScopes } from '../interface/oauth.ts'
import type { ClientRegister } from './client-register.ts'
import { DEFAULT_TOKEN_TTL_S, type ApiClient, type Permission } from './clients.ts'
import type { Grant, Session } from './credentials.ts'
import type { EndedLogins } from './ended-logins.ts'
import { isExpired, sameText, signatureOf } from './tokens.ts'
/** How many verified JWTs are remembered, and how long these can be. */
const MAX_REMEMBERED = 10_000
const MAX_REMEMBERED_LENGTH = 1024

/** The permissions that a player's JWT can have, by the names of its scopes. Spec 5.1. */
const permissionByScope: ReadonlyMap<unknown, Permission> = new Map(Object.entries(playerScopes))

/** A token with which a client lets a player act: the value of `jwt` in a query, and its lifetime in seconds. */
export interface PlayerJwt {
  readonly jwt: string
  readonly expires_in: number
}

/**
 * Issues a token for a player with all permissions that such a token can have. `nowMs` is the machine's clock. Spec
 * 5.1.
 */
export function playerJwt(
  { client_id: id, client_secret: secret, token_ttl: ttlS = DEFAULT_TOKEN_TTL_S }: JwtClient,
  player: string,
  nowMs: number,
): PlayerJwt {
  const nowS = Math.floor(nowMs / 1000)
  const token = signJwt({ player_id: player, scopes: [], iat: nowS, exp: nowS + ttlS }, secret)
  return { jwt: `${id}:${token}`, expires_in: ttlS }
}

type JwtClient = Pick<ApiClient, 'client_id' | 'client_secret' | 'token_ttl'>

/**
 * Returns a function that reads the `jwt` of a query. It returns undefined if the JWT is not valid. `nowMs` is the
 * machine's clock. Spec 5.1.
 */
export function playerJwtReader(
  clients: ClientRegister,
  ended: EndedLogins,
  nowMs: () => number,
): (text: string) => Session | undefined {
  const verify = (text: string): Session | undefined => {
    // An id can contain colons, a token cannot.
    const colon = text.lastIndexOf(':')
    const owner = clients.find(text.slice(0, Math.max(colon, 0)))
    const claims = owner && readJwt(text.slice(colon + 1), owner.client.client_secret)
    return claims && sessionIn(claims, owner, text, nowMs() / 1000)
  }
  const verified = memoize(verify, {
    max: MAX_REMEMBERED,
    keep: (found, text) => found !== undefined && text.length <= MAX_REMEMBERED_LENGTH,
  })
  return (text) => {
    const found = verified(text)
    return found === undefined || isExpired(found.login, nowMs()) || ended.has(found.login) ? undefined : found
  }
}

/**
 * Returns the session for the claims of a JWT. Returns undefined if a claim is missing or malformed, or if the token is
 * not valid yet.
 */
function sessionIn(claims: JwtClaims, { client, permissions }: Grant, text: string, nowS: number): Session | undefined {
  const { player_id: player, exp: expiresAtS, nbf = nowS } = claims
  const granted = permissionsIn(claims['scopes'] ?? [], permissions)
  if (typeof player !== 'string' || player === '' || granted === undefined) return undefined
  if (typeof expiresAtS !== 'number' || !Number.isFinite(expiresAtS) || typeof nbf !== 'number' || nbf > nowS)
    return undefined
  const id = createHash('sha256').update(text).digest('base64url')
  const login = { client: client.client_id, id, issuedAtS: undefined, expiresAtS }
  return { grant: { client, permissions: granted, player }, login }
}

/**
 * Returns those of the client's permissions that the scopes name. An empty list names both scopes. A scope with another
 * name grants nothing.
 */
function permissionsIn(scopes: unknown, ofClient: ReadonlySet<Permission>): ReadonlySet<Permission> | undefined {
  if (!Array.isArray(scopes)) return undefined
  const named = scopes.length === 0 ? permissionByScope.values() : scopes.map((scope) => permissionByScope.get(scope))
  return new Set(
    [...named].filter((permission) => permission !== undefined && ofClient.has(permission)),
  ) as ReadonlySet<Permission>
}

/** The claims of a JWT, a JSON object. */
export type JwtClaims = Readonly<Record<string, unknown>>

/** The only accepted algorithm: HMAC with SHA-256. Spec 5.1. */
const ALGORITHM = 'HS256'

/** Signs claims with a client's secret. */
export function signJwt(claims: JwtClaims, secret: string): string {
  const signed = [{ alg: ALGORITHM, typ: 'JWT' }, claims].map(encoded).join('.')
  return `${signed}.${signatureOf(signed, secret)}`
}

/**
 * Returns the claims of a JWT that was signed with this secret. Returns undefined for any other text, and if the header
 * names another algorithm or an extension that must be understood (`crit`).
 */
export function readJwt(token: string, secret: string): JwtClaims | undefined {
  const [header, payload, signature, ...rest] = token.split('.')
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) return undefined
  if (!sameText(signature, signatureOf(`${header}.${payload}`, secret))) return undefined
  const { alg, crit } = parseObject(header) ?? {}
  return alg === ALGORITHM && crit === undefined ? parseObject(payload) : undefined
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function parseObject(part: string): JwtClaims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return isRecord(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
