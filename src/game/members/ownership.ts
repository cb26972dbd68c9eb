import { allowedAccess, type InstanceSettings } from '../design/instance-settings.ts'
import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { Message } from '../kernel/answer-shapes.ts'
import { isFault } from '../kernel/fault.ts'
import { referToPlayer } from '../players/player.ts'
import { admissionTo, recordOf, type Admission } from './admission.ts'
import { callerIn, denied } from './concerned.ts'
import type { SubjectDeleted, SubjectUpdated } from './shapes.ts'
import { naming, type Subject } from './subject.ts'

interface UpdateInput {
  readonly subject: Subject
  readonly name?: string | undefined
  readonly access?: string | undefined
}

/** Defines the command that changes the name and access of a process or team for its owner. Spec 1 `PATCH`, 4.9, 4.10. */
export const defineUpdate = <R>(
  name: string,
  show: (state: GameState, design: GameContext['design'], id: string) => R,
): GameCommand<UpdateInput, R> => ({
  kind: 'command',
  name,
  decide: (state, { subject, ...changes }, context) => {
    const { design } = context
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    if (player.id !== admission.owner) return denied(admission, player.id, 'change')
    const access =
      changes.access === undefined
        ? admission.access
        : allowedAccess(settingsOf(state, design, subject), changes.access)
    if (isFault(access)) return access
    const updated = updateEvents(admission, changes.name ?? admission.subject.name, access)
    return { events: updated, answer: (after) => show(after, design, subject.id) }
  },
})

function settingsOf(state: GameState, { processes, teams }: GameContext['design'], subject: Subject): InstanceSettings {
  const id = recordOf(state, subject)?.definition ?? ''
  const settings = subject.kind === 'process' ? processes.get(id) : teams.get(id)
  if (!settings) throw new Error(`the ${subject.kind} ${subject.id} has no definition in the design`)
  return settings
}

/** Returns the event that sets name and access, or no event if both are unchanged. */
function updateEvents(
  { subject, access: before }: Admission,
  name: string,
  access: Admission['access'],
): SubjectUpdated[] {
  if (name === subject.name && access === before) return []
  return [{ event: `${subject.kind}:updated`, ...naming({ ...subject, name }), name, access }]
}

/** Defines the command that deletes a process or team, with its memberships, for its owner. Spec 1 `DELETE`. */
export const defineDelete = (name: string): GameCommand<{ readonly subject: Subject }, Message> => ({
  kind: 'command',
  name,
  decide: (state, { subject }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    if (player.id !== admission.owner) return denied(admission, player.id, 'delete')
    const deleted: SubjectDeleted = { event: 'delete', actor: referToPlayer(player), ...naming(admission.subject) }
    return { events: [deleted], answer: () => deletedMessage(subject) }
  },
})

/** Defines the command that deletes a process or team for an operator. Spec 2 `DELETE`. */
export const defineDeleteFor = (name: string): GameCommand<{ readonly subject: Subject }, Message> => ({
  kind: 'command',
  name,
  decide: (state, { subject }, { design }) => {
    const admission = admissionTo(state, design, subject)
    if (isFault(admission)) return admission
    const deleted: SubjectDeleted = { event: 'delete', admin: true, ...naming(admission.subject) }
    return { events: [deleted], answer: () => deletedMessage(subject) }
  },
})

/** The text is part of the interface. Spec 5.2. */
const deletedMessage = ({ kind, id }: Subject): Message => ({
  message: `${kind === 'process' ? 'Process' : 'Team'} '${id}' has been deleted`,
})
