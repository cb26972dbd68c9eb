import type { GameCommand } from '../game-operation.ts'
import type { Message } from '../kernel/answer-shapes.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { referToPlayer } from '../players/player.ts'
import type { Admission } from './admission.ts'
import { callerIn, denied, memberIn, describeSubject, namedIn } from './concerned.ts'
import { kickEvent, leaveEvent } from './effects.ts'
import type { Subject } from './subject.ts'

interface LeaveInput {
  readonly subject: Subject
}
interface RemoveInput extends LeaveInput {
  readonly player: string
}
/** Leaves a process or team. Spec 1 `POST .../leave`, 4.10. */
export const leaveSubject: GameCommand<LeaveInput, Message> = {
  kind: 'command',
  name: 'members.leave',
  decide: (state, { subject }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    const member = memberIn(state, admission, player.id)
    if (isFault(member)) return member
    const refused = leaveFault(admission, player.id) ?? admission.closed
    if (refused) return refused
    return { events: [leaveEvent(admission, referToPlayer(player))], answer: () => leftMessage(admission, player.id) }
  },
}

/** Removes a player from a process or team, for an operator. Spec 2 `POST .../leave`. */
export const removeMember: GameCommand<RemoveInput, Message> = {
  kind: 'command',
  name: 'members.leave-for',
  decide: (state, { subject, player: id }, context) => {
    const concerned = namedIn(state, context, subject, id)
    if (isFault(concerned)) return concerned
    const { admission } = concerned
    const member = memberIn(state, admission, id)
    if (isFault(member)) return member
    if (id === admission.owner) return ownerCannotLeave(admission)
    return { events: [leaveEvent(admission, referToPlayer(member), true)], answer: () => leftMessage(admission, id) }
  },
}

/** Removes another player from a process or team. Spec 1 `POST .../kick`, 4.10. */
export const kickMember: GameCommand<RemoveInput, Message> = {
  kind: 'command',
  name: 'members.kick',
  decide: (state, { subject, player: id }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    const other = memberIn(state, admission, id)
    if (isFault(other)) return other
    if (!admission.mayKick(player.id, id)) return denied(admission, player.id, `remove the player '${id}' from`)
    if (id === admission.owner) return ownerCannotLeave(admission)
    if (admission.closed) return admission.closed
    return {
      events: [kickEvent(admission, referToPlayer(player), referToPlayer(other))],
      answer: () => ({ message: `The player '${id}' has been removed from ${describeSubject(admission)}` }),
    }
  },
}

/** Returns why a player cannot leave, if so. */
function leaveFault(admission: Admission, player: string): Fault | undefined {
  if (player === admission.owner) return ownerCannotLeave(admission)
  if (admission.mayLeave(player)) return undefined
  return fault('forbidden', {
    message: `No role of the player '${player}' allows leaving the ${describeSubject(admission)}`,
  })
}

const ownerCannotLeave = (admission: Admission): Fault =>
  fault('forbidden', { message: `The owner cannot leave the ${describeSubject(admission)}` })

/** The text is part of the interface. Spec 4.10, 5.2. */
function leftMessage(admission: Admission, player: string): Message {
  if (admission.subject.kind === 'team')
    return { message: `The player '${player}' has been removed from ${describeSubject(admission)}` }
  return { message: `Player '${player}' has successfully left the ${describeSubject(admission)}` }
}
