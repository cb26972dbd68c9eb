/**
 * The entry that last removed each player or team from a board, for those who still exist: by custom scope (null for the
 * whole board), then by entity number. It changes in place.
 */
export type Removals = Map<string | null, Map<number, number>>

/** Records that an entry removed an entity from a scope, or from the whole board if `group` is null. */
export function addRemoval(removals: Removals, group: string | null, entity: number, seq: number): void {
  const existing = removals.get(group)
  if (existing) existing.set(entity, seq)
  else removals.set(group, new Map([[entity, seq]]))
}

/** Returns the last entry that removed an entity from a scope or from the whole board, or 0 if there is none. */
export function removedAt(removals: Removals, group: string | null, entity: number): number {
  const all = removals.get(null)?.get(entity) ?? 0
  return group === null ? all : Math.max(all, removals.get(group)?.get(entity) ?? 0)
}

/** Deletes all removals of an entity that no longer exists. */
export function forgetRemovals(removals: Removals, entity: number): void {
  for (const [group, entities] of removals) if (entities.delete(entity) && entities.size === 0) removals.delete(group)
}
