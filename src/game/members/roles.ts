import { keyOf, nameOf, namedEntries } from '../kernel/name-map.ts'
import type { Lanes } from '../processes/lanes.ts'
import type { RequestedRoles } from '../requests/shapes.ts'
import type { Ranks } from '../teams/ranks.ts'
import type { RoleChanges } from './shapes.ts'
import type { Roles, SubjectKind } from './subject.ts'

/** The part of a design that role checks read: the lanes of processes and the roles of teams, by id of the definition. */
export interface RoleDefinitions {
  readonly processes: ReadonlyMap<string, Lanes>
  readonly teams: ReadonlyMap<string, Ranks>
}

/** Whether a definition has a lane or role of this name. */
export type HasRole = (name: string) => boolean

/** Returns a function that checks whether a definition has a lane or role. An unknown definition has none. */
export function roleChecker({ processes, teams }: RoleDefinitions, kind: SubjectKind, definition: string): HasRole {
  if (kind === 'team') return (name) => teams.get(definition)?.roles.has(name) ?? false
  return (name) => processes.get(definition)?.lanes.includes(name) ?? false
}

/** Returns the roles that the design has. */
export function filterRoles(roles: Roles, has: HasRole): Roles {
  return Object.fromEntries(Object.entries(roles).filter(([key]) => has(nameOf(key))))
}

/** Returns the roles after a request is granted. `false` in the request gives up a role. */
export function withRequested(roles: Roles, requested: RequestedRoles): Roles {
  const after = new Map(Object.entries(roles))
  for (const [name, role] of Object.entries(requested)) {
    if (role === false) after.delete(keyOf(name))
    else after.set(keyOf(name), role)
  }
  return Object.fromEntries(after)
}

/** Whether there are no roles. */
export function isEmpty(roles: Roles): boolean {
  return Object.keys(roles).length === 0
}

/** Returns the lanes or roles that differ, with their values before and after. Spec 5.3. */
export function roleChanges(before: Roles, after: Roles): RoleChanges {
  const old = new Map(namedEntries(before))
  const now = new Map(namedEntries(after))
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name))
  return Object.fromEntries(names.map((name) => [name, { old: old.get(name) ?? null, new: now.get(name) ?? null }]))
}
