import { type Fault, fault } from '../game/kernel/fault.ts'
import type { ApiClient, Permission } from './clients.ts'
import type { Login } from './ended-logins.ts'

/** The parts of a call that can carry credentials. */
export interface CallParts {
  /** The first value of each query parameter, without empty ones. */
  readonly query: Readonly<Record<string, string>>
  readonly authorization: string | undefined
}

/** Reads each kind of credentials. A reader returns undefined if the credentials are not valid. */
interface CredentialReaders {
  readonly accessToken: (token: string) => Session | undefined
  readonly jwt: (text: string) => Session | undefined
}

/**
 * Returns the session of a call's credentials, `invalid_access_token` if they are not valid, or undefined if the call
 * has none. It uses the first that is present of `access_token` in the query, `Authorization: Bearer`, and `jwt` in the
 * query. Spec 5.1.
 */
export function sessionOf(call: CallParts, readers: CredentialReaders): Fault | Session | undefined {
  const token = accessTokenIn(call)
  const jwt = call.query['jwt']
  if (token !== undefined) return readers.accessToken(token) ?? fault('invalid_access_token')
  return jwt === undefined ? undefined : (readers.jwt(jwt) ?? fault('invalid_access_token'))
}

/** Whether a call carries credentials, valid or not. */
export function hasCredentials(call: CallParts): boolean {
  return accessTokenIn(call) !== undefined || call.query['jwt'] !== undefined
}

function accessTokenIn({ query, authorization }: CallParts): string | undefined {
  return query['access_token'] ?? bearerToken(authorization)
}

function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^bearer +(.+)$/i.exec(authorization)?.[1]
}

/**
 * What a call may do and for whom: its client, its permissions (never more than the client's), and the player, if the
 * token belongs to one. Spec 5.1.
 */
export interface Grant {
  readonly client: ApiClient
  readonly permissions: ReadonlySet<Permission>
  readonly player?: string
}

/** What the credentials of a call grant, and the login that they belong to. */
export interface Session {
  readonly grant: Grant
  readonly login: Login
}
