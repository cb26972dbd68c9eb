import { memoize } from '../game/kernel/memoize.ts'
import type { ClientRegister } from './client-register.ts'
import { DEFAULT_TOKEN_TTL_S, type ApiClient } from './clients.ts'
import type { EndedLogins, Login } from './ended-logins.ts'
import type { Grant, Session } from './grant.ts'
import { isOver, loginOf, newLogin, tokenSigner } from './tokens.ts'

/** So many checked tokens are remembered. */
const MAX_REMEMBERED = 10_000

/** How long a refresh token lives: thirty days. */
const REFRESH_TTL_S = 30 * 86_400

/** What a client gets for its credentials. Spec 5.1. */
export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  /** For clients of the authorization code flow. */
  readonly refresh_token?: string
}

/** Gives tokens for grants, and the grants back for tokens. Spec 5.1. */
export interface AccessTokens {
  /** Tokens of a login, a new one unless told. */
  issue(grant: Grant, login?: string): TokenAnswer
  /** What a token stands for that is genuine, not expired, not ended, and of a client that is still there. */
  sessionOf(token: string): Session | undefined
  /**
   * New tokens for a refresh token of that client, which stays good: it is worth nothing without the client's secret, and
   * a client that asks twice at once, or never sees the answer, loses no login. Undefined where it is not good.
   */
  refresh(token: string, client: Grant): TokenAnswer | undefined
  /** Ends a login of a client with all its tokens. Rejects where that could not be kept. */
  end(client: ApiClient, login: Login): Promise<void>
}

/** What access tokens are made and judged by. */
export interface TokenAuthority {
  /** The random key of the data directory. */
  readonly secret: string
  readonly clients: ClientRegister
  readonly ended: EndedLogins
  /** The machine's clock: a game's clock may stand still, its tokens expire all the same. */
  readonly nowMs: () => number
}

/** The access and refresh tokens of a game. */
export function accessTokens({ secret, clients, ended, nowMs }: TokenAuthority): AccessTokens {
  const signer = tokenSigner(secret, 'access', nowMs)
  const refreshing = tokenSigner(secret, 'refresh', nowMs)
  const check = (token: string): Session | undefined => {
    const claims = signer.read(token)
    const grant = claims && clients.find(claims.client)
    if (!claims || !grant) return undefined
    const { player } = claims
    return { grant: player === undefined ? grant : { ...grant, player }, login: loginOf(claims) }
  }
  const checked = memoize(check, { max: MAX_REMEMBERED, keep: (found) => found !== undefined })
  const issue = ({ client, player }: Grant, login = newLogin()): TokenAnswer => {
    const ttlS = ttlOf(client)
    const owner = { client: client.client_id, player, login }
    const answer = { access_token: signer.mint(owner, ttlS), token_type: 'Bearer', expires_in: ttlS } as const
    return client.type === 'code' ? { ...answer, refresh_token: refreshing.mint(owner, REFRESH_TTL_S) } : answer
  }
  return {
    issue,
    sessionOf(token) {
      const found = checked(token)
      return found === undefined || isOver(found.login, nowMs()) || ended.has(found.login) ? undefined : found
    },
    refresh(token, grant) {
      const claims = refreshing.read(token)
      if (!claims || isOver(claims, nowMs()) || claims.client !== grant.client.client_id) return undefined
      const { login, player } = claims
      if (ended.has(loginOf(claims))) return undefined
      return issue(player === undefined ? grant : { ...grant, player }, login)
    },
    end(client, login) {
      if (login.issuedAtS === undefined) return ended.end(login, login.expiresAtS)
      const lastS = nowMs() / 1000 + Math.max(ttlOf(client), client.type === 'code' ? REFRESH_TTL_S : 0)
      return ended.end(login, Math.max(lastS, login.expiresAtS))
    },
  }
}

const ttlOf = ({ token_ttl: ttlS = DEFAULT_TOKEN_TTL_S }: ApiClient): number => ttlS
