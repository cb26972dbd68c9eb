import type { Fault } from '../game/kernel/fault.ts'
import { fault, isFault } from '../game/kernel/fault.ts'
import type { TokenAnswer } from './access-tokens.ts'
import { accessTokens } from './access-tokens.ts'
import { clientRegister } from './client-register.ts'
import type { ApiClient } from './clients.ts'
import { permissionsOf, stagingClient } from './clients.ts'
import { sessionOf, type CallParts, type Grant } from './credentials.ts'
import { endedLogins, forgetfulStore, type Login, type RevokedTokenStore } from './ended-logins.ts'
import { grantTypes } from './grant-types.ts'
import { oneTimeTokens } from './one-time-tokens.ts'
import { playerJwtReader } from './player-jwt.ts'
import { readSignIn, type SignIn, type SignInRefusal } from './sign-in.ts'
import { requestToken, type TokenFields } from './token-request.ts'

/** Who may call a game. Spec 5.1. */
export interface Auth {
  /** What a call's credentials grant; `invalid_access_token` for wrong ones and for none. */
  authenticate(call: CallParts): Fault | Grant
  /** As `authenticate`, with the login behind the credentials; there is none behind a call that carries none. */
  opened(call: CallParts): Fault | Opened
  /**
   * Calls `tell` once a login is ended, though never before this has returned; gives what stops it. Without a login there is
   * nothing to end.
   */
  watch(login: Login | undefined, report: () => void): () => void
  /** `POST /auth/token`. Rejects where a login that it ended could not be kept as ended. */
  token(fields: TokenFields): Promise<Fault | TokenAnswer>
  /** What a request for sign-in asks for. Spec 5.1 `GET /auth`. */
  signIn(query: Readonly<Record<string, string>>): SignInRefusal | SignIn
  /**
   * Ends the login of a call's token, with all that was given with it; a call without a token ends nothing. Rejects where
   * that could not be kept. Spec 5.1 `POST /v2/logout`.
   */
  logout(call: CallParts): Promise<Fault | undefined>
  /** A token for one stream of a player's notifications, good as long as the login of the call that asks for it. Spec 5.4. */
  streamToken(call: CallParts, owner: StreamOwner): Fault | string
  /**
   * Takes a token for one stream: whom it is for; undefined for one that is not genuine, expired, was taken before, or whose
   * login was ended. Spec 5.4.
   */
  takeStreamToken(token: string): OpenedStream | undefined
}

/** What may be opened, and the login that it is good as long as. */
export interface Opened {
  readonly grant: Grant
  readonly login?: Login | undefined
}

/** Whom a stream is for: a player, in the runtime of a client. */
export interface StreamOwner {
  readonly client: string
  readonly player: string
}

/** What a token for a stream opens, with the login that led to it. */
export interface OpenedStream extends StreamOwner {
  readonly login?: Login | undefined
}

export interface AuthOptions {
  readonly clients: readonly ApiClient[]
  /** The random key of the data directory. */
  readonly secret: string
  /** What was ended, over a restart; nothing is kept without it. */
  readonly revoked?: RevokedTokenStore | undefined
  /** Calls without credentials are the staging client's, with all scopes. Spec 6.3. */
  readonly noAuth?: boolean | undefined
  /** The machine's clock in ms. */
  readonly nowMs?: () => number
}

/** How long a code is good: a person who looks at each step of a program can follow it. */
const CODE_TTL_S = 300

/** How long a token opens a stream. Spec 5.4. */
const STREAM_TOKEN_TTL_S = 60

/** The authentication of one game. */
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
  const withoutCredentials: Fault | Opened = noAuth
    ? { grant: { client: stagingClient, permissions: permissionsOf(stagingClient) } }
    : fault('invalid_access_token')
  const opened = (call: CallParts): Fault | Opened => sessionOf(call, readers) ?? withoutCredentials
  return {
    opened,
    authenticate(call) {
      const found = opened(call)
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
