/** Ids of what each player owns. */
export type Owned = Map<string, Set<string>>

/** Notes that something has another owner; null for none. */
export function changeOwner(owned: Owned, id: string, before: string | null, after: string | null): void {
  if (before === after) return
  if (before !== null) {
    const theirs = owned.get(before)
    theirs?.delete(id)
    if (theirs?.size === 0) owned.delete(before)
  }
  if (after === null) return
  const theirs = owned.get(after)
  if (theirs) theirs.add(id)
  else owned.set(after, new Set([id]))
}
