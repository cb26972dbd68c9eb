import { fault } from '../game/kernel/fault.ts'
import type { GrantType } from './grant.ts'

/** `grant_type=client_credentials`: the client acts for itself, and names the player of each call. Spec 5.1. */
export const clientCredentials: GrantType = (grant) => {
  const { client } = grant
  if (client.type === 'client') return grant
  const message = `The client '${client.client_id}' is of type '${client.type}' and cannot use client_credentials`
  return fault('invalid_grant', { message })
}
