import { memoize } from '../game/kernel/memoize.ts'
import type { ClientRegister } from './client-register.ts'
import { DEFAULT_TOKEN_TTL_S, type ApiClient } from './clients.ts'
import type { Grant, Session } from './credentials.ts'
import type { EndedLogins, Login } from './ended-logins.ts'
import { isExpired, loginOf, newLogin, tokenSigner } from './tokens.ts'

/** How many verified tokens are remembered. */
const MAX_REMEMBERED = 10_000

/** The lifetime of a refresh token: thirty days. */
const REFRESH_TTL_S = 30 * 86_400

/** The answer that gives a client its tokens. Spec 5.1. */
export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  /** Only for clients that use the authorization code flow. */
  readonly refresh_token?: string
}

/** Issues tokens for grants, and finds the grants of tokens. Spec 5.1. */
export interface AccessTokens {
  /** Issues tokens that belong to `login` (default: a new login). */
  issue(grant: Grant, login?: string): TokenAnswer
  /**
   * Returns what a token grants. Returns undefined if the token is not genuine, has expired or was revoked, or if its
   * client no longer exists.
   */
  sessionOf(token: string): Session | undefined
  /**
   * Issues new tokens for a refresh token of this client. Returns undefined if the refresh token is not valid. The
   * refresh token stays valid, because it is worthless without the client's secret, and a client that refreshes twice
   * at once or never receives the answer must not lose its login.
   */
  refresh(token: string, client: Grant): TokenAnswer | undefined
  /** Ends a login of a client and revokes all its tokens. Rejects if that cannot be stored. */
  end(client: ApiClient, login: Login): Promise<void>
}

/** What is needed to issue and verify access tokens. */
export interface TokenAuthority {
  /** The random key in the data directory. */
  readonly secret: string
  readonly clients: ClientRegister
  readonly ended: EndedLogins
  /** The machine's clock. The game clock can be frozen, but tokens expire all the same. */
  readonly nowMs: () => number
}

/** Creates the access and refresh tokens of a game. */
export function accessTokens({ secret, clients, ended, nowMs }: TokenAuthority): AccessTokens {
  const signer = tokenSigner(secret, 'access', nowMs)
  const refreshSigner = tokenSigner(secret, 'refresh', nowMs)
  const verify = (token: string): Session | undefined => {
    const claims = signer.read(token)
    const grant = claims && clients.find(claims.client)
    if (!claims || !grant) return undefined
    const { player } = claims
    return { grant: player === undefined ? grant : { ...grant, player }, login: loginOf(claims) }
  }
  const verified = memoize(verify, { max: MAX_REMEMBERED, keep: (found) => found !== undefined })
  const issue = ({ client, player }: Grant, login = newLogin()): TokenAnswer => {
    const ttlS = ttlOf(client)
    const owner = { client: client.client_id, player, login }
    const answer = { access_token: signer.mint(owner, ttlS), token_type: 'Bearer', expires_in: ttlS } as const
    return client.type === 'code' ? { ...answer, refresh_token: refreshSigner.mint(owner, REFRESH_TTL_S) } : answer
  }
  return {
    issue,
    sessionOf(token) {
      const found = verified(token)
      return found === undefined || isExpired(found.login, nowMs()) || ended.has(found.login) ? undefined : found
    },
    refresh(token, grant) {
      const claims = refreshSigner.read(token)
      if (!claims || isExpired(claims, nowMs()) || claims.client !== grant.client.client_id) return undefined
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
