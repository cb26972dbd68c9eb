import type { Fault } from '../game/kernel/fault.ts'
import { fault } from '../game/kernel/fault.ts'
import type { GrantTypeName } from '../interface/oauth.ts'
import type { AccessTokens, TokenAnswer } from './access-tokens.ts'
import type { ApiClient } from './clients.ts'
import type { Grant } from './credentials.ts'
import type { OneTimeTokens } from './one-time-tokens.ts'
import { loginOf } from './tokens.ts'

/** One way to get tokens, of a request whose client has proved who it is. */
export interface GrantType {
  /** The clients that may use it. */
  readonly type: ApiClient['type']
  /** The fields that it needs. */
  readonly fields: readonly string[]
  /** Rejects where what it ended could not be kept. */
  readonly grant: (client: Grant, fields: ReadonlyMap<string, string>) => TokenAnswer | Fault | Promise<Fault>
}

/** The ways to get tokens by their `grant_type`. Spec 5.1. */
export function grantTypes(tokens: AccessTokens, codes: OneTimeTokens): ReadonlyMap<string, GrantType> {
  const byName: Readonly<Record<GrantTypeName, GrantType>> = {
    // The client acts for itself, and names the player of each call.
    client_credentials: { type: 'client', fields: [], grant: (client) => tokens.issue(client) },
    authorization_code: {
      type: 'code',
      fields: ['code', 'redirect_uri'],
      grant: (client, fields) => exchanged(client, fields, tokens, codes),
    },
    refresh_token: {
      type: 'code',
      fields: ['refresh_token'],
      grant: (client, fields) => tokens.refresh(fields.get('refresh_token') ?? '', client) ?? wornRefresh,
    },
  }
  return new Map(Object.entries(byName))
}

const wornCode = fault('invalid_grant', {
  message: 'The code is unknown, expired or already used, or it belongs to another client or redirect_uri',
})
const wornRefresh = fault('invalid_grant', {
  message: 'The refresh_token is unknown, expired or revoked, or it belongs to another client',
})

/** The tokens for a code. One that comes again was read by somebody else: what it gave the first time ends. */
function exchanged(
  grant: Grant,
  fields: ReadonlyMap<string, string>,
  tokens: AccessTokens,
  codes: OneTimeTokens,
): TokenAnswer | Fault | Promise<Fault> {
  const { client } = grant
  const claims = codes.read(fields.get('code') ?? '')
  const isMeant = claims?.client === client.client_id && claims.redirectUri === fields.get('redirect_uri')
  if (!isMeant || claims.player === undefined) return wornCode
  const spent = codes.spend(claims)
  if (spent === 'now') return tokens.issue({ ...grant, player: claims.player }, claims.login)
  return spent === 'before' ? tokens.end(client, loginOf(claims)).then(() => wornCode) : wornCode
}
