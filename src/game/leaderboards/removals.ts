/**
 * By which entry players and teams were last taken off a board, though they are there still: by custom scope, with null
 * for the whole board, and then by the number of the entity. It changes in place.
 */
export type Removals = Map<string | null, Map<number, number>>

/** Notes that an entity is taken off a scope, or off all with null, by an entry. */
export function addRemoval(struck: Removals, group: string | null, entity: number, seq: number): void {
  const known = struck.get(group)
  if (known) known.set(entity, seq)
  else struck.set(group, new Map([[entity, seq]]))
}

/** The entry that last took an entity off a scope, or off all; 0 where none did. */
export function removedAt(struck: Removals, group: string | null, entity: number): number {
  const all = struck.get(null)?.get(entity) ?? 0
  return group === null ? all : Math.max(all, struck.get(group)?.get(entity) ?? 0)
}

/** Forgets an entity, which has gone for good. */
export function forgetRemovals(struck: Removals, entity: number): void {
  for (const [group, entities] of struck) if (entities.delete(entity) && entities.size === 0) struck.delete(group)
}
