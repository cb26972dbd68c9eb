import type { Shape } from '../kernel/answer-shapes.ts'
import type { invitation, joinRequest } from './shapes.ts'

/** An invitation to the game that is pending. */
export type Invitation = Shape<typeof invitation>

/** A request to join the game that is pending. */
export type JoinRequest = Shape<typeof joinRequest>

/** All pending invitations to the game and requests to join it, in order of creation. */
export interface Joining {
  /** Invitations by address key. An address has at most one. */
  readonly invitations: Map<string, Invitation>
  /** Requests by id. */
  readonly requests: Map<string, JoinRequest>
  /** The ids of the requests by newcomer key. A newcomer has at most one. */
  readonly requestIds: Map<string, string>
}

/** Returns a state without invitations and requests. */
export function noJoining(): Joining {
  return { invitations: new Map(), requests: new Map(), requestIds: new Map() }
}

/** Returns the key of an email address, which ignores case. */
export function addressKey(email: string): string {
  return email.toLowerCase()
}

/** Identifies a newcomer by email address, or by alias if there is none. The first letter distinguishes the two. */
function newcomerKey({ alias, email }: Pick<JoinRequest, 'alias' | 'email'>): string {
  return email === null ? `a${alias}` : `e${addressKey(email)}`
}

/** Returns the pending invitation of an email address. */
export function invitationOf({ invitations }: Joining, email: string): Invitation | undefined {
  return invitations.get(addressKey(email))
}

/** Whether a newcomer already has a pending request. */
export function hasPendingRequest({ requestIds }: Joining, newcomer: Pick<JoinRequest, 'alias' | 'email'>): boolean {
  return requestIds.has(newcomerKey(newcomer))
}

/** Adds a pending invitation. */
export function putInvitation({ invitations }: Joining, invitation: Invitation): void {
  invitations.set(addressKey(invitation.email), invitation)
}

/** Removes the invitation of an email address, if there is one. */
export function removeInvitation({ invitations }: Joining, email: string): void {
  invitations.delete(addressKey(email))
}

/** Adds a pending request. */
export function putJoinRequest({ requests, requestIds }: Joining, request: JoinRequest): void {
  requests.set(request.id, request)
  requestIds.set(newcomerKey(request), request.id)
}

/** Removes a request, if it is pending. */
export function removeJoinRequest({ requests, requestIds }: Joining, id: string): void {
  const request = requests.get(id)
  if (!request) return
  requests.delete(id)
  requestIds.delete(newcomerKey(request))
}

/** Removes everything that is pending for an email address whose player was created in any way. Spec 4.15 "Requests". */
export function settleAddress(joining: Joining, email: string): void {
  removeInvitation(joining, email)
  // The alias is not part of the key if there is an address.
  const id = joining.requestIds.get(newcomerKey({ alias: '', email }))
  if (id !== undefined) removeJoinRequest(joining, id)
}
