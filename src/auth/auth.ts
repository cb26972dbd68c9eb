import { type Fault, fault, isFault } from '../game/kernel/fault.ts'
import { type TokenAnswer, accessTokens } from './access-tokens.ts'
import { clientRegister } from './client-register.ts'
import { type ApiClient, permissionsOf, stagingClient } from './clients.ts'
import { sessionOf, type CallParts, type Grant } from './credentials.ts'
import { endedLogins, forgetfulStore, type Login, type RevokedTokenStore } from './ended-logins.ts'
import { grantTypes } from './grant-types.ts'
import { oneTimeTokens } from './one-time-tokens.ts'
import { playerJwtReader } from './player-jwt.ts'
import { readSignIn, type SignIn, type SignInRefusal } from './sign-in.ts'
import { requestToken, type TokenFields } from './token-request.ts'

/** Decides who can call a game. Spec 5.1. */
export interface Auth {
  /** Returns what a call's credentials grant, or `invalid_access_token` for wrong or missing credentials. */
  authenticate(call: CallParts): Fault | Grant
  /**
   * Does the same as `authenticate`, and also returns the login of the credentials. A call without credentials has no
   * login.
   */
  findSession(call: CallParts): Fault | CallSession
  /**
   * Calls `report` once the login has ended, but never before `watch` returns. Returns a function that stops watching.
   * Without a login, `report` is never called.
   */
  watch(login: Login | undefined, report: () => void): () => void
  /** Handles `POST /auth/token`. Rejects if it ended a login and that cannot be stored. */
  token(fields: TokenFields): Promise<Fault | TokenAnswer>
  /** Reads a sign-in request. Spec 5.1 `GET /auth`. */
  signIn(query: Readonly<Record<string, string>>): SignInRefusal | SignIn
  /**
   * Ends the login of a call's token and revokes everything that was issued for it. A call without a token ends
   * nothing. Rejects if that cannot be stored. Spec 5.1 `POST /v2/logout`.
   */
  logout(call: CallParts): Promise<Fault | undefined>
  /**
   * Issues a token for one stream of a player's notifications. It is valid as long as the login of the call that
   * requests it. Spec 5.4.
   */
  streamToken(call: CallParts, owner: StreamOwner): Fault | string
  /**
   * Uses up a token for one stream and returns its owner. Returns undefined if the token is not genuine, has expired,
   * was already used, or its login has ended. Spec 5.4.
   */
  takeStreamToken(token: string): OpenedStream | undefined
}

/** What a call may do, and the login that this depends on. */
export interface CallSession {
  readonly grant: Grant
  readonly login?: Login | undefined
}

/** The owner of a stream: a player, in the runtime of a client. */
export interface StreamOwner {
  readonly client: string
  readonly player: string
}

/** The owner of a stream that a token opens, and the login that led to the token. */
export interface OpenedStream extends StreamOwner {
  readonly login?: Login | undefined
}

export interface AuthOptions {
  readonly clients: readonly ApiClient[]
  /** The random key in the data directory. */
  readonly secret: string
  /** Stores the ended logins across restarts. Without it, they are forgotten. */
  readonly revoked?: RevokedTokenStore | undefined
  /** Whether a call without credentials counts as the staging client's, with all scopes. Spec 6.3. */
  readonly noAuth?: boolean | undefined
  /** The machine's clock in ms (default: `Date.now`). */
  readonly nowMs?: () => number
}

/** The lifetime of a code. It is long enough for a developer who steps through a program. */
const CODE_TTL_S = 300

/** The lifetime of a token for a stream. Spec 5.4. */
const STREAM_TOKEN_TTL_S = 60

/** Creates the authentication of one game. */
export function createAuth(options: AuthOptions): Auth {
  const { secret, revoked = forgetfulStore(), noAuth = false, nowMs = Date.now } = options
  const clients = clientRegister(options.clients)
  const ended = endedLogins(revoked, nowMs)
  const tokens = accessTokens({ secret, clients, ended, nowMs })
  const codes = oneTimeTokens('code', CODE_TTL_S, nowMs)
  const streams = oneTimeTokens('stream', STREAM_TOKEN_TTL_S, nowMs)
  const readers = {
    accessToken: (token: string) => tokens.sessionOf(token),
    jwt: playerJwtReader(clients, ended, nowMs),
  }
  const types = grantTypes(tokens, codes)
  const withoutCredentials: Fault | CallSession = noAuth
    ? { grant: { client: stagingClient, permissions: permissionsOf(stagingClient) } }
    : fault('invalid_access_token')
  const findSession = (call: CallParts): Fault | CallSession => sessionOf(call, readers) ?? withoutCredentials
  return {
    findSession,
    authenticate(call) {
      const found = findSession(call)
      return isFault(found) ? found : found.grant
    },
    watch: (login, report) => (login === undefined ? () => {} : ended.watch(login, report)),
    token: (fields) => requestToken(fields, clients, types),
    signIn: (query) => readSignIn(query, { clients, tokens, codes }),
    async logout(call) {
      const found = sessionOf(call, readers)
      if (found === undefined || isFault(found)) return found
      await tokens.end(found.grant.client, found.login)
      return undefined
    },
    streamToken(call, owner) {
      const found = sessionOf(call, readers)
      return isFault(found) ? found : streams.mint({ ...owner, opener: found?.login })
    },
    takeStreamToken(token) {
      const claims = streams.read(token)
      if (claims?.player === undefined || streams.spend(claims) !== 'now') return undefined
      const { client, player, opener } = claims
      return opener && ended.has(opener) ? undefined : { client, player, login: opener }
    },
  }
}
