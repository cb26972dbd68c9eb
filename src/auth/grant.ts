import type { ApiClient, Permission } from './clients.ts'

/**
 * What a call may do and for whom: its client, the permissions it has (never more than the client's), and the player
 * that the token itself stands for, where it stands for one. Spec 5.1.
 */
export interface Grant {
  readonly client: ApiClient
  readonly permissions: ReadonlySet<Permission>
  readonly player?: string
}
