import type { ApiClient, Permission } from './clients.ts'
import type { Login } from './ended-logins.ts'

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
