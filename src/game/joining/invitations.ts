import type { GameCommand, GameWalk } from '../game-operation.ts'
import { fault } from '../kernel/fault.ts'
import { pageFrom, type Paged, type PageRange } from '../kernel/page.ts'
import { newInvitation } from './evolve.ts'
import type { GameInviteCancelled, GameInvited } from './shapes.ts'
import { showInvitation, type ShownInvitation } from './show.ts'
import { addressKey, invitationOf } from './state.ts'

/** Lists the pending invitations to the game, oldest first. Spec 2 `GET /admin/invites`. */
export const listInvitations: GameWalk<PageRange, Paged<ShownInvitation>> = {
  kind: 'walk',
  name: 'joining.invitations',
  walk: ({ joining }, page) =>
    pageFrom(joining.invitations.values(), { ...page, show: (invitation) => showInvitation(invitation, 'PENDING') }),
}

/** Invites email addresses to the game: either all of them or none. Spec 2 `POST /admin/invites`, 4.15. */
export const inviteAddresses: GameCommand<
  { readonly emails: readonly string[]; readonly message?: string | undefined },
  Paged<ShownInvitation>
> = {
  kind: 'command',
  name: 'joining.invite',
  decide: ({ joining }, { emails, message }, context) => {
    const keys = emails.map(addressKey)
    const duplicate = emails.find((email, i) => invitationOf(joining, email) || keys.indexOf(addressKey(email)) < i)
    if (duplicate !== undefined)
      return fault('already_invited', { message: `The address '${duplicate}' already has a pending invitation` })
    const events = emails.map((email): GameInvited => ({
      event: 'game:invite',
      email,
      ...(message === undefined ? {} : { message }),
    }))
    const data = events.map((event, i) => showInvitation(newInvitation(event, context, i), 'PENDING'))
    return { events, answer: () => ({ data, total: data.length }) }
  },
}

/** Cancels the invitation of an email address. Spec 2 `DELETE /admin/invites`, 4.15. */
export const cancelInvitation: GameCommand<{ readonly email: string }, ShownInvitation> = {
  kind: 'command',
  name: 'joining.cancel',
  decide: ({ joining }, { email }) => {
    const invitation = invitationOf(joining, email)
    if (!invitation) return fault('invalid_invite', { id: email })
    const cancelled: GameInviteCancelled = { event: 'game:invite:cancel', email: invitation.email }
    return { events: [cancelled], answer: () => showInvitation(invitation, 'CANCELLED') }
  },
}
