import type { Fault } from '../game/kernel/fault.ts'
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

/** The fields of a token request, of a form or of JSON. */
export type TokenFields = Readonly<Record<string, unknown>>

/** One way to get a token: from a client that has proved who it is, and the request's own fields, to what the token grants. */
export type GrantType = (client: Grant, fields: TokenFields) => Fault | Grant
