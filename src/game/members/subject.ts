import type { laneRole, reference, Shape } from '../kernel/answer-shapes.ts'
import type { GameEvent } from '../kernel/entry.ts'
import type { roles } from './shapes.ts'

/** The kinds of things that players can be members of. */
export type SubjectKind = 'process' | 'team'

/** A process or a team. */
export interface Subject {
  readonly kind: SubjectKind
  readonly id: string
}

/** A process or team as events and requests name it. Spec 5.3. */
export type SubjectReference = Shape<typeof reference>

/** The field of an event or request that names its subject. The field's name is the kind. */
export type NamingSubject =
  | { readonly process: SubjectReference; readonly team?: never }
  | { readonly team: SubjectReference; readonly process?: never }

/** Returns the field of an event or request that names its subject. */
export function naming({ kind, id, name }: Subject & SubjectReference): NamingSubject {
  return kind === 'process' ? { process: { id, name } } : { team: { id, name } }
}

/** Returns the subject of an event. */
export function subjectOf(event: NamingSubject): Subject {
  return event.process ? { kind: 'process', id: event.process.id } : { kind: 'team', id: event.team.id }
}

/** Whether an event names a process or team. */
export function hasSubject(event: GameEvent): event is GameEvent & NamingSubject {
  return 'process' in event || 'team' in event
}

/** Returns the key of a process or team, under which its memberships and requests are stored. */
export function subjectKey({ kind, id }: Subject): string {
  return `${kind}:${id}`
}

/** What a player may do in a lane of a process. Spec 1 "Conventions". */
export type LaneRole = Shape<typeof laneRole>

/** The roles of a member. */
export type Roles = Shape<typeof roles>

/** Returns the key of a definition in tallies and drops. Its lanes or roles are parts of this key (see `rolePart`). */
export function definitionKey(kind: SubjectKind, definition: string): string {
  return `${kind}:${definition}`
}

/** Returns the name of the part of a definition that stands for a lane or role, in tallies and drops. */
export function rolePart(name: string): string {
  return `role:${name}`
}

/** Returns the kind of a subject's or definition's key. */
export function kindOfKey(key: string): SubjectKind {
  return key.startsWith('process:') ? 'process' : 'team'
}

/** Returns the process or team of a key. */
export function subjectOfKey(key: string): Subject {
  return { kind: kindOfKey(key), id: key.slice(key.indexOf(':') + 1) }
}
