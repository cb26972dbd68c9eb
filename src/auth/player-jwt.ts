import { createHash } from 'node:crypto'
import { playerScopes } from '../interface/player-scopes.ts'
import { memoize } from '../game/kernel/memoize.ts'
import type { ClientRegister } from './client-register.ts'
import { DEFAULT_TOKEN_TTL_S, type ApiClient, type Permission } from './clients.ts'
import type { EndedLogins } from './ended-logins.ts'
import type { Grant, Session } from './grant.ts'
import { isOver } from './tokens.ts'
import { isRecord } from '../game/kernel/json-value.ts'
import { sameText, signatureOf } from './signature.ts'

/** So many checked JWTs are remembered, those that are not longer than this. */
const MAX_REMEMBERED = 10_000
const MAX_REMEMBERED_LENGTH = 1024

/** What a player's JWT may allow at most, by the names of its scopes. Spec 5.1. */
const permissionByScope: ReadonlyMap<unknown, Permission> = new Map(Object.entries(playerScopes))

/** A token by which a client has a player act: what `jwt` takes in a query, and the seconds that it is good for. */
export interface PlayerJwt {
  readonly jwt: string
  readonly expires_in: number
}

/** Makes a token for a player, with all that a player's token may allow. `nowMs` is the machine's clock. Spec 5.1. */
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

/** Reads the `jwt` of a query: what it stands for, undefined where it is not good. `nowMs` is the machine's clock. Spec 5.1. */
export function playerJwtReader(
  clients: ClientRegister,
  ended: EndedLogins,
  nowMs: () => number,
): (text: string) => Session | undefined {
  const check = (text: string): Session | undefined => {
    // An id may hold colons, a token cannot.
    const colon = text.lastIndexOf(':')
    const owner = clients.find(text.slice(0, Math.max(colon, 0)))
    const claims = owner && readJwt(text.slice(colon + 1), owner.client.client_secret)
    return claims && sessionIn(claims, owner, text, nowMs() / 1000)
  }
  const checked = memoize(check, {
    max: MAX_REMEMBERED,
    keep: (found, text) => found !== undefined && text.length <= MAX_REMEMBERED_LENGTH,
  })
  return (text) => {
    const found = checked(text)
    return found === undefined || isOver(found.login, nowMs()) || ended.has(found.login) ? undefined : found
  }
}

/** What the claims of a JWT come to; undefined where one is missing, is none, or says that the token is not good yet. */
function sessionIn(claims: JwtClaims, { client, permissions }: Grant, text: string, nowS: number): Session | undefined {
  const { player_id: player, exp: expiresAtS, nbf = nowS } = claims
  const may = permissionsIn(claims['scopes'] ?? [], permissions)
  if (typeof player !== 'string' || player === '' || may === undefined) return undefined
  if (typeof expiresAtS !== 'number' || !Number.isFinite(expiresAtS) || typeof nbf !== 'number' || nbf > nowS)
    return undefined
  const id = createHash('sha256').update(text).digest('base64url')
  const login = { client: client.client_id, id, issuedAtS: undefined, expiresAtS }
  return { grant: { client, permissions: may, player }, login }
}

/** Those of the client that scopes name, both where there are none; a scope of another name allows nothing. */
function permissionsIn(scopes: unknown, ofClient: ReadonlySet<Permission>): ReadonlySet<Permission> | undefined {
  if (!Array.isArray(scopes)) return undefined
  const named = scopes.length === 0 ? permissionByScope.values() : scopes.map((scope) => permissionByScope.get(scope))
  return new Set(
    [...named].filter((permission) => permission !== undefined && ofClient.has(permission)),
  ) as ReadonlySet<Permission>
}

/** What a JWT says: a JSON object. */
export type JwtClaims = Readonly<Record<string, unknown>>

/** The one algorithm that is taken: HMAC with SHA-256. Spec 5.1. */
const ALGORITHM = 'HS256'

/** Signs claims with a client's secret. */
export function signJwt(claims: JwtClaims, secret: string): string {
  const signed = [{ alg: ALGORITHM, typ: 'JWT' }, claims].map(encoded).join('.')
  return `${signed}.${signatureOf(signed, secret)}`
}

/**
 * The claims of a JWT that was signed with this secret; undefined for any other text, and where its header names another
 * algorithm, or something that has to be understood (`crit`) and is not.
 */
export function readJwt(token: string, secret: string): JwtClaims | undefined {
  const [header, payload, signature, ...rest] = token.split('.')
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) return undefined
  if (!sameText(signature, signatureOf(`${header}.${payload}`, secret))) return undefined
  const { alg, crit } = objectIn(header) ?? {}
  return alg === ALGORITHM && crit === undefined ? objectIn(payload) : undefined
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function objectIn(part: string): JwtClaims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return isRecord(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
