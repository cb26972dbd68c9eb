import type { Fault } from '../game/kernel/fault.ts'
import { fault } from '../game/kernel/fault.ts'
import type { ApiClient, Permission } from './clients.ts'
import type { Login } from './ended-logins.ts'

/** The parts of a call that can carry credentials. */
export interface CallParts {
  /** The first of each query parameter, empty ones left out. */
  readonly query: Readonly<Record<string, string>>
  readonly authorization: string | undefined
}

/** What each kind of credentials stands for; undefined where they are not good. */
interface CredentialReaders {
  readonly accessToken: (token: string) => Session | undefined
  readonly jwt: (text: string) => Session | undefined
}

/**
 * What the credentials of a call stand for, `invalid_access_token` where they are not good, undefined where it carries
 * none: `access_token` in the query, `Authorization: Bearer`, or `jwt` in the query, the first that is there. Spec 5.1.
 */
export function sessionOf(call: CallParts, readers: CredentialReaders): Fault | Session | undefined {
  const token = accessTokenIn(call)
  const jwt = call.query['jwt']
  if (token !== undefined) return readers.accessToken(token) ?? fault('invalid_access_token')
  return jwt === undefined ? undefined : (readers.jwt(jwt) ?? fault('invalid_access_token'))
}

/** Whether a call carries credentials, good or not. */
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
 * What a call may do and for whom: its client, the permissions it has (never more than the client's), and the player
 * that the token itself stands for, where it stands for one. Spec 5.1.
 */
export interface Grant {
  readonly client: ApiClient
  readonly permissions: ReadonlySet<Permission>
  readonly player?: string
}

/** What a call's credentials come to: what they grant, and the login that they go back to. */
export interface Session {
  readonly grant: Grant
  readonly login: Login
}
