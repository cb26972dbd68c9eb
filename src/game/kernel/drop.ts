import type { Shape } from './answer-shapes.ts'
import type { drop, partRename } from './history-shapes.ts'
import { numberOf, tallyEntry, type Tally } from './tally.ts'

/** The data that is deleted with a part of a design, if that part is dropped. */
export type Drop = Shape<typeof drop>

/** A part of a component that continues under another name. */
export type PartRename = Shape<typeof partRename>

/**
 * The result of consecutive renames of a part: the first by entry `seq`, the last by entry `named`. `dropped` is the
 * last entry before the first rename that dropped the part with the old name, or 0.
 */
export interface Renamed extends Omit<PartRename, 'key'> {
  readonly seq: number
  readonly dropped: number
  readonly named: number
}

/** Everything that was ever dropped or renamed. */
export interface Drops {
  /** The number of the last entry that dropped or renamed something, or 0. */
  last: number
  /** By component and part, the number of the entry that dropped it last. */
  readonly entries: Tally
  /**
   * The renames of parts by component, in the order of their first entry. Renaming a part back and forth does not add
   * any.
   */
  readonly renames: Map<string, readonly Renamed[]>
}

/** Returns a record without drops and renames. */
export function noDrops(): Drops {
  return { last: 0, entries: new Map(), renames: new Map() }
}

/** Records that an entry drops something. */
export function recordDrop(drops: Drops, { key, part }: Drop, seq: number): void {
  // This drop includes all earlier drops of its parts.
  if (part === undefined) {
    drops.entries.set(key, { whole: seq, parts: new Map() })
    drops.renames.delete(key)
  } else tallyEntry(drops.entries, key).parts.set(part, seq)
  drops.last = seq
}

/** Records that an entry renames a part. Earlier renames that lead to the old name then lead to the new name. */
export function recordRename(drops: Drops, { key, from, to }: PartRename, seq: number): void {
  const isDroppedLater = (each: Renamed): boolean => numberOf(drops.entries, key, each.to) > each.named
  // If nothing has dropped a name since it was given, the time at which it was given makes no difference.
  const followed = (drops.renames.get(key) ?? []).map((each) =>
    (each.to === from || each.to === to) && !isDroppedLater(each) ? { ...each, to, named: seq } : each,
  )
  const renames = [...followed, { from, to, seq, dropped: numberOf(drops.entries, key, from), named: seq }]
  const isRepeated = (each: Renamed, i: number): boolean => {
    const next = renames.find((later, k) => k > i && later.from === each.from)
    return next !== undefined && (isSameOutcome(each, next) || (isDroppedLater(each) && isDroppedLater(next)))
  }
  drops.renames.set(
    key,
    renames.filter((each, i) => !isRepeated(each, i)),
  )
  drops.last = seq
}

const isSameOutcome = (a: Renamed, b: Renamed): boolean =>
  a.to === b.to && a.named === b.named && a.dropped === b.dropped

/** What was dropped and renamed of a component. */
export interface PartChanges {
  readonly whole: number
  /**
   * Returns the present name of a part that entry `since` wrote, or undefined if the part was dropped after that entry.
   */
  readonly nameAfter: (part: string, since: number) => string | undefined
}

/** Returns what was dropped and renamed of a component, or undefined if nothing was. */
export function partChanges({ entries, renames }: Drops, key: string): PartChanges | undefined {
  const dropped = entries.get(key)
  const renamed = renames.get(key) ?? []
  if (!dropped && renamed.length === 0) return undefined
  const nameAfter: PartChanges['nameAfter'] = (part, since) => {
    const found = renamed.find((each) => each.from === part && each.seq > since)
    if (found && found.dropped > since) return undefined
    const [name, from] = found ? [found.to, found.named] : [part, since]
    return (dropped?.parts.get(name) ?? 0) > from ? undefined : name
  }
  return { whole: dropped?.whole ?? 0, nameAfter }
}

/** Moves the count of the holders of a renamed part to its new name. */
export function renameHolders(holders: Tally, { key, from, to }: PartRename): void {
  const parts = holders.get(key)?.parts
  const count = parts?.get(from)
  if (!parts || count === undefined) return
  parts.delete(from)
  parts.set(to, count + (parts.get(to) ?? 0))
}

/** Whether something that entry `since` wrote under a key, or under a part of it, was dropped later. */
export function isDropped({ entries }: Drops, since: number, key: string, part?: string): boolean {
  const dropped = entries.get(key)
  if (!dropped) return false
  return dropped.whole > since || (part !== undefined && (dropped.parts.get(part) ?? 0) > since)
}

/** Removes the counts of the holders of a dropped component or part. */
export function removeHolders(holders: Tally, { key, part, alone }: Drop): void {
  const held = holders.get(key)
  if (!held) return
  if (part === undefined) holders.delete(key)
  else {
    if (alone) held.whole -= held.parts.get(part) ?? 0
    held.parts.delete(part)
    if (held.whole === 0 && held.parts.size === 0) holders.delete(key)
  }
}
