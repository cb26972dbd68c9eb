import { type Fault, fault } from '../game/kernel/fault.ts'
import type { GrantTypeName } from '../interface/oauth.ts'
import type { AccessTokens, TokenAnswer } from './access-tokens.ts'
import type { ApiClient } from './clients.ts'
import type { Grant } from './credentials.ts'
import type { OneTimeTokens } from './one-time-tokens.ts'
import { loginOf } from './tokens.ts'

/** One way to get tokens, for a request whose client is authenticated. */
export interface GrantType {
  /** The type of client that can use it. */
  readonly type: ApiClient['type']
  /** The fields that it requires. */
  readonly fields: readonly string[]
  /** Issues the tokens. Rejects if it ended a login and that cannot be stored. */
  readonly grant: (client: Grant, fields: ReadonlyMap<string, string>) => TokenAnswer | Fault | Promise<Fault>
}

/** Returns the ways to get tokens by their `grant_type`. Spec 5.1. */
export function grantTypes(tokens: AccessTokens, codes: OneTimeTokens): ReadonlyMap<string, GrantType> {
  const byName: Readonly<Record<GrantTypeName, GrantType>> = {
    // The client acts for itself, and names the player in each call.
    client_credentials: { type: 'client', fields: [], grant: (client) => tokens.issue(client) },
    authorization_code: {
      type: 'code',
      fields: ['code', 'redirect_uri'],
      grant: (client, fields) => exchangeCode(client, fields, tokens, codes),
    },
    refresh_token: {
      type: 'code',
      fields: ['refresh_token'],
      grant: (client, fields) => tokens.refresh(fields.get('refresh_token') ?? '', client) ?? invalidRefresh,
    },
  }
  return new Map(Object.entries(byName))
}

const invalidCode = fault('invalid_grant', {
  message: 'The code is unknown, expired or already used, or it belongs to another client or redirect_uri',
})
const invalidRefresh = fault('invalid_grant', {
  message: 'The refresh_token is unknown, expired or revoked, or it belongs to another client',
})

/**
 * Exchanges a code for tokens. If a code is used a second time, somebody else may have read it, so the tokens of its
 * first use are revoked.
 */
function exchangeCode(
  grant: Grant,
  fields: ReadonlyMap<string, string>,
  tokens: AccessTokens,
  codes: OneTimeTokens,
): TokenAnswer | Fault | Promise<Fault> {
  const { client } = grant
  const claims = codes.read(fields.get('code') ?? '')
  const isMatch = claims?.client === client.client_id && claims.redirectUri === fields.get('redirect_uri')
  if (!isMatch || claims.player === undefined) return invalidCode
  const spent = codes.spend(claims)
  if (spent === 'now') return tokens.issue({ ...grant, player: claims.player }, claims.login)
  return spent === 'before' ? tokens.end(client, loginOf(claims)).then(() => invalidCode) : invalidCode
}
