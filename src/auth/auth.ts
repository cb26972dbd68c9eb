import type { Fault } from '../game/kernel/fault.ts'
import { fault } from '../game/kernel/fault.ts'
import type { TokenAnswer } from './access-tokens.ts'
import { accessTokens } from './access-tokens.ts'
import { clientRegister } from './client-register.ts'
import type { ApiClient } from './clients.ts'
import { permissionsOf, stagingClient } from './clients.ts'
import type { CallParts, CredentialReader } from './credentials.ts'
import { accessTokenReader } from './credentials.ts'
import type { Grant, TokenFields } from './grant.ts'
import { mintStreamToken, type StreamOwner } from './stream-tokens.ts'
import { requestToken } from './token-request.ts'
import { tokenSigner } from './tokens.ts'

/** Who may call a game. Spec 5.1. */
export interface Auth {
  /** What a call's credentials grant; `invalid_access_token` for wrong ones and for none. */
  authenticate(call: CallParts): Fault | Grant
  /** `POST /auth/token`. */
  token(fields: TokenFields): Fault | TokenAnswer
  /** A token for one stream of a player's notifications. Spec 5.4. */
  streamToken(owner: StreamOwner): string
}

export interface AuthOptions {
  readonly clients: readonly ApiClient[]
  /** The random key of the data directory. */
  readonly secret: string
  /** Calls without credentials are the staging client's, with all scopes. Spec 6.3. */
  readonly noAuth?: boolean | undefined
  /** The machine's clock in ms. */
  readonly nowMs?: () => number
}

/** The authentication of one game. */
export function createAuth({ clients, secret, noAuth = false, nowMs = Date.now }: AuthOptions): Auth {
  const register = clientRegister(clients)
  const tokens = accessTokens(secret, register, nowMs)
  const streams = tokenSigner(secret, 'stream')
  const readers: readonly CredentialReader[] = [accessTokenReader(tokens)]
  const withoutCredentials: Fault | Grant = noAuth
    ? { client: stagingClient, permissions: permissionsOf(stagingClient) }
    : fault('invalid_access_token')
  return {
    authenticate(call) {
      for (const read of readers) {
        const found = read(call)
        if (found !== undefined) return found
      }
      return withoutCredentials
    },
    token: (fields) => requestToken(fields, register, tokens),
    streamToken: (owner) => mintStreamToken(streams, owner, nowMs()),
  }
}
