import { keyOf, nameOf, namedEntries } from '../kernel/name-map.ts'
import type { Lanes } from '../processes/lanes.ts'
import type { RequestedRoles } from '../requests/shapes.ts'
import type { Ranks } from '../teams/ranks.ts'
import type { RoleChanges } from './shapes.ts'
import type { Roles, SubjectKind } from './subject.ts'

/** What role checks read of a design: the lanes of its processes and the roles of its teams, by id of the definition. */
export interface RoleDefinitions {
  readonly processes: ReadonlyMap<string, Lanes>
  readonly teams: ReadonlyMap<string, Ranks>
}

/** Whether a definition has a lane or role of this name. */
export type HasRole = (name: string) => boolean

/** Tells which lanes or roles a definition of the design has; none where the design has no such definition. */
export function rolesIn({ processes, teams }: RoleDefinitions, kind: SubjectKind, definition: string): HasRole {
  if (kind === 'team') return (name) => teams.get(definition)?.roles.has(name) ?? false
  return (name) => processes.get(definition)?.lanes.includes(name) ?? false
}

/** Those of some roles that the design has. */
export function rolesThat(roles: Roles, has: HasRole): Roles {
  return Object.fromEntries(Object.entries(roles).filter(([key]) => has(nameOf(key))))
}

/** Roles after those asked for are granted: `false` gives one up. */
export function granted(roles: Roles, asked: RequestedRoles): Roles {
  const after = new Map(Object.entries(roles))
  for (const [name, role] of Object.entries(asked)) {
    if (role === false) after.delete(keyOf(name))
    else after.set(keyOf(name), role)
  }
  return Object.fromEntries(after)
}

/** Whether nobody has any of them. */
export function areNone(roles: Roles): boolean {
  return Object.keys(roles).length === 0
}

/** What becomes of each lane or role that is otherwise than before. Spec 5.3. */
export function roleChanges(before: Roles, after: Roles): RoleChanges {
  const old = new Map(namedEntries(before))
  const now = new Map(namedEntries(after))
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name))
  return Object.fromEntries(names.map((name) => [name, { old: old.get(name) ?? null, new: now.get(name) ?? null }]))
}
