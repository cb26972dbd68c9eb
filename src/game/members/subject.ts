import type { GameEvent } from '../kernel/entry.ts'
import type { laneRole, reference, Shape } from '../kernel/shapes.ts'
import type { roles } from './shapes.ts'

/** What players can be in together. */
export type SubjectKind = 'process' | 'team'

/** A process or a team. */
export interface Subject {
  readonly kind: SubjectKind
  readonly id: string
}

/** A process or team as events and requests name it. Spec 5.3. */
export type SubjectReference = Shape<typeof reference>

/** Events and requests name their subject under its kind. */
export type NamingSubject =
  | { readonly process: SubjectReference; readonly team?: never }
  | { readonly team: SubjectReference; readonly process?: never }

/** The part of an event or request that names its subject. */
export function naming({ kind, id, name }: Subject & SubjectReference): NamingSubject {
  return kind === 'process' ? { process: { id, name } } : { team: { id, name } }
}

/** The subject that an event is about. */
export function subjectOf(event: NamingSubject): Subject {
  return event.process ? { kind: 'process', id: event.process.id } : { kind: 'team', id: event.team.id }
}

/** Whether an event is about a process or a team. */
export function hasSubject(event: GameEvent): event is GameEvent & NamingSubject {
  return 'process' in event || 'team' in event
}

/** The key under which memberships and requests of a subject are kept. */
export function subjectKey({ kind, id }: Subject): string {
  return `${kind}:${id}`
}

/** What a player may do in a lane of a process. Spec 1 "Conventions". */
export type LaneRole = Shape<typeof laneRole>

/** Roles of a member. */
export type Roles = Shape<typeof roles>

/** The key under which tallies and drops have a definition and, as parts, the names of its lanes or roles. */
export function definitionKey(kind: SubjectKind, definition: string): string {
  return `${kind}:${definition}`
}

/** The part of a definition that a lane or role is, for tallies and drops. */
export function rolePart(name: string): string {
  return `role:${name}`
}

/** Whether a key is of a process or of a team. */
export function kindOfKey(key: string): SubjectKind {
  return key.startsWith('process:') ? 'process' : 'team'
}

/** The process or team that a key is of. */
export function subjectOfKey(key: string): Subject {
  return { kind: kindOfKey(key), id: key.slice(key.indexOf(':') + 1) }
}
