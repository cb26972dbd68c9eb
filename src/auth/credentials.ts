import type { Fault } from '../game/kernel/fault.ts'
import { fault } from '../game/kernel/fault.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { Grant } from './grant.ts'

/** The parts of a call that can carry credentials. */
export interface CallParts {
  /** The first of each query parameter, empty ones left out. */
  readonly query: Readonly<Record<string, string>>
  readonly authorization: string | undefined
}

/** Reads one kind of credentials: undefined where the call carries none of that kind. */
export type CredentialReader = (call: CallParts) => Fault | Grant | undefined

/** `access_token` in the query, or `Authorization: Bearer`. Spec 5.1. */
export function accessTokenReader(tokens: AccessTokens): CredentialReader {
  return (call) => {
    const token = accessTokenIn(call)
    if (token === undefined) return undefined
    return tokens.grantOf(token) ?? fault('invalid_access_token')
  }
}

/** The access token that a call carries, genuine or not. */
export function accessTokenIn({ query, authorization }: CallParts): string | undefined {
  return query['access_token'] ?? bearerToken(authorization)
}

function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^bearer +(.+)$/i.exec(authorization)?.[1]
}
