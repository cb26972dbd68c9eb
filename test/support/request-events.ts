import type { Runtime } from '../../src/emulator/runtime.ts'
import { naming, type Subject } from '../../src/game/members/subject.ts'
import type { AccessRequested, RequestedRoles, PlayerInvited } from '../../src/game/requests/shapes.ts'
import { happening } from './subject-events.ts'

/** Invitations and requests, as the engine writes them: with these a test has any of them without a rule in its way. */

const refer = (id: string) => ({ id, alias: id })
const about = (subject: Subject) => naming({ ...subject, name: subject.id })

/** A player invites another into something that is named as its id. */
export function invited(subject: Subject, actor: string, invitee: string, roles: RequestedRoles): PlayerInvited {
  return { event: 'invite', actor: refer(actor), invitee: refer(invitee), ...about(subject), roles, state: 'PENDING' }
}

/** A player asks to come into something that is named as its id, or for other roles there. */
export function requested(
  subject: Subject,
  event: AccessRequested['event'],
  actor: string,
  roles: RequestedRoles,
): AccessRequested {
  return { event, actor: refer(actor), ...about(subject), roles, state: 'PENDING' }
}

/** Lets them be pending; gives their ids. */
export async function pend(
  runtime: Runtime,
  events: readonly (PlayerInvited | AccessRequested)[],
): Promise<readonly string[]> {
  await runtime.execute(happening, { events }, { client: 'test' })
  return [...runtime.state.requests.pending.keys()].slice(-events.length)
}
