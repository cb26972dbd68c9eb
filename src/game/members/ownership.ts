import { allowedAccess, type InstanceSettings } from '../design/instance-settings.ts'
import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { isFault } from '../kernel/fault.ts'
import type { Message } from '../kernel/shapes.ts'
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

/** Changes name and access of what is the caller's own. Spec 1 `PATCH`, 4.9, 4.10. */
export const updating = <R>(
  name: string,
  show: (state: GameState, design: GameContext['design'], id: string) => R,
): GameCommand<UpdateInput, R> => ({
  kind: 'command',
  name,
  decide: (state, { subject, ...asked }, context) => {
    const { design } = context
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    if (player.id !== admission.owner) return denied(admission, player.id, 'change')
    const access =
      asked.access === undefined ? admission.access : allowedAccess(settingsOf(state, design, subject), asked.access)
    if (isFault(access)) return access
    const updated = updatedTo(admission, asked.name ?? admission.subject.name, access)
    return { events: updated, answer: (after) => show(after, design, subject.id) }
  },
})

function settingsOf(state: GameState, { processes, teams }: GameContext['design'], subject: Subject): InstanceSettings {
  const id = recordOf(state, subject)?.definition ?? ''
  const settings = subject.kind === 'process' ? processes.get(id) : teams.get(id)
  if (!settings) throw new Error(`the ${subject.kind} ${subject.id} has no definition in the design`)
  return settings
}

/** Name and access become these; nothing happens where they are. */
function updatedTo(
  { subject, access: before }: Admission,
  name: string,
  access: Admission['access'],
): SubjectUpdated[] {
  if (name === subject.name && access === before) return []
  return [{ event: `${subject.kind}:updated`, ...naming({ ...subject, name }), name, access }]
}

/** Deletes what is the caller's own, with all who are in it. Spec 1 `DELETE`. */
export const deleting = (name: string): GameCommand<{ readonly subject: Subject }, Message> => ({
  kind: 'command',
  name,
  decide: (state, { subject }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    if (player.id !== admission.owner) return denied(admission, player.id, 'delete')
    const deleted: SubjectDeleted = { event: 'delete', actor: referToPlayer(player), ...naming(admission.subject) }
    return { events: [deleted], answer: () => gone(subject) }
  },
})

/** Deletes a process or team, as an operator. Spec 2 `DELETE`. */
export const deletingFor = (name: string): GameCommand<{ readonly subject: Subject }, Message> => ({
  kind: 'command',
  name,
  decide: (state, { subject }, { design }) => {
    const admission = admissionTo(state, design, subject)
    if (isFault(admission)) return admission
    const deleted: SubjectDeleted = { event: 'delete', admin: true, ...naming(admission.subject) }
    return { events: [deleted], answer: () => gone(subject) }
  },
})

/** In the words that clients know. Spec 5.2. */
const gone = ({ kind, id }: Subject): Message => ({
  message: `${kind === 'process' ? 'Process' : 'Team'} '${id}' has been deleted`,
})
