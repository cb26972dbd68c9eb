import type { Shape } from '../kernel/shapes.ts'
import type { invitation, joinRequest } from './shapes.ts'

/** An invitation to the game that is pending. */
export type Invitation = Shape<typeof invitation>

/** A request to join the game that is pending. */
export type JoinRequest = Shape<typeof joinRequest>

/** All that is pending between the game and those who are no players yet, in the order in which it came. */
export interface Joining {
  /** By the key of the address: one has one invitation at a time. */
  readonly invitations: Map<string, Invitation>
  /** By id. */
  readonly requests: Map<string, JoinRequest>
  /** The ids of these by who asks: one asks once at a time. */
  readonly askers: Map<string, string>
}

/** Nobody was invited, and nobody asks. */
export function noJoining(): Joining {
  return { invitations: new Map(), requests: new Map(), askers: new Map() }
}

/** What tells one address from another: letters are the same in either case. */
export function addressKey(email: string): string {
  return email.toLowerCase()
}

/** Who asks is known by the address, or by the alias where there is none; the first letter keeps the two apart. */
function askerKey({ alias, email }: Pick<JoinRequest, 'alias' | 'email'>): string {
  return email === null ? `a${alias}` : `e${addressKey(email)}`
}

/** The pending invitation of an address. */
export function invitationOf({ invitations }: Joining, email: string): Invitation | undefined {
  return invitations.get(addressKey(email))
}

/** Whether somebody asks already. */
export function isAsking({ askers }: Joining, newcomer: Pick<JoinRequest, 'alias' | 'email'>): boolean {
  return askers.has(askerKey(newcomer))
}

/** Takes in an invitation that is pending from now on. */
export function putInvitation({ invitations }: Joining, invitation: Invitation): void {
  invitations.set(addressKey(invitation.email), invitation)
}

/** Takes out the invitation of an address, should one be pending. */
export function removeInvitation({ invitations }: Joining, email: string): void {
  invitations.delete(addressKey(email))
}

/** Takes in a request that is pending from now on. */
export function putJoinRequest({ requests, askers }: Joining, request: JoinRequest): void {
  requests.set(request.id, request)
  askers.set(askerKey(request), request.id)
}

/** Takes out a request, should it be pending. */
export function removeJoinRequest({ requests, askers }: Joining, id: string): void {
  const request = requests.get(id)
  if (!request) return
  requests.delete(id)
  askers.delete(askerKey(request))
}

/** An address has got in, however that came about: nothing is pending of it any more. Spec 4.15 "Requests". */
export function addressCameIn(joining: Joining, email: string): void {
  removeInvitation(joining, email)
  // The alias tells nobody apart who has an address.
  const id = joining.askers.get(askerKey({ alias: '', email }))
  if (id !== undefined) removeJoinRequest(joining, id)
}
