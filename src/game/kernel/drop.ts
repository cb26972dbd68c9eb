import type { drop, partRename } from './history-shapes.ts'
import type { Shape } from './shapes.ts'
import { numberOf, tallied, type Tally } from './tally.ts'

/** What is lost with a part of a design, where it is dropped for good. */
export type Drop = Shape<typeof drop>

/** A part of what is kept under a key that goes on under another name. */
export type PartRename = Shape<typeof partRename>

/**
 * What became of a part by renamings that followed each other, the first by entry `seq` and the last by entry `named`: each
 * is composed with those before it. `dropped` is the entry that had dropped the part of the old name last before the first,
 * 0 for none.
 */
export interface Renamed extends Omit<PartRename, 'key'> {
  readonly seq: number
  readonly dropped: number
  readonly named: number
}

/** All that was ever dropped or renamed. */
export interface Drops {
  /** The newest entry that did either; 0 where nothing ever was. */
  last: number
  /** Of each component, and each part of one, the number of the entry that dropped it last. */
  readonly entries: Tally
  /** The renamings of parts of each component, by their first entry; what is renamed to and fro adds none. */
  readonly renames: Map<string, readonly Renamed[]>
}

/** Nothing was dropped. */
export function noDrops(): Drops {
  return { last: 0, entries: new Map(), renames: new Map() }
}

/** Notes that an entry drops something. */
export function noteDrop(drops: Drops, { key, part }: Drop, seq: number): void {
  // What of it was dropped before has gone with it.
  if (part === undefined) {
    drops.entries.set(key, { whole: seq, parts: new Map() })
    drops.renames.delete(key)
  } else tallied(drops.entries, key).parts.set(part, seq)
  drops.last = seq
}

/** Notes that an entry renames a part: what has its old name by an earlier renaming is called by the new one from then on. */
export function noteRename(drops: Drops, { key, from, to }: PartRename, seq: number): void {
  const isGone = (each: Renamed): boolean => numberOf(drops.entries, key, each.to) > each.named
  // If nothing has dropped a name since it was given, it is all the same when that was.
  const followed = (drops.renames.get(key) ?? []).map((each) =>
    (each.to === from || each.to === to) && !isGone(each) ? { ...each, to, named: seq } : each,
  )
  const renames = [...followed, { from, to, seq, dropped: numberOf(drops.entries, key, from), named: seq }]
  const isRepeated = (each: Renamed, i: number): boolean => {
    const next = renames.find((later, k) => k > i && later.from === each.from)
    return next !== undefined && (isSameOutcome(each, next) || (isGone(each) && isGone(next)))
  }
  drops.renames.set(
    key,
    renames.filter((each, i) => !isRepeated(each, i)),
  )
  drops.last = seq
}

const isSameOutcome = (a: Renamed, b: Renamed): boolean =>
  a.to === b.to && a.named === b.named && a.dropped === b.dropped

/** What is known of the parts of a component. */
export interface PartsGone {
  readonly whole: number
  /** What a part is called now that was written by entry `since`; undefined where it was dropped from then on. */
  readonly nameAfter: (part: string, since: number) => string | undefined
}

/** What became of a component and its parts; undefined where nothing did. */
export function partsGone({ entries, renames }: Drops, key: string): PartsGone | undefined {
  const dropped = entries.get(key)
  const renamed = renames.get(key) ?? []
  if (!dropped && renamed.length === 0) return undefined
  const nameAfter: PartsGone['nameAfter'] = (part, since) => {
    const found = renamed.find((each) => each.from === part && each.seq > since)
    if (found && found.dropped > since) return undefined
    const [name, from] = found ? [found.to, found.named] : [part, since]
    return (dropped?.parts.get(name) ?? 0) > from ? undefined : name
  }
  return { whole: dropped?.whole ?? 0, nameAfter }
}

/** Counts under its new name whoever has a part that is renamed. */
export function renameHeld(holders: Tally, { key, from, to }: PartRename): void {
  const parts = holders.get(key)?.parts
  const count = parts?.get(from)
  if (!parts || count === undefined) return
  parts.delete(from)
  parts.set(to, count + (parts.get(to) ?? 0))
}

/** Whether what was written by entry `since`, under a key or a part of it, was dropped from then on. */
export function isDropped({ entries }: Drops, since: number, key: string, part?: string): boolean {
  const dropped = entries.get(key)
  if (!dropped) return false
  return dropped.whole > since || (part !== undefined && (dropped.parts.get(part) ?? 0) > since)
}

/** Counts nothing any more of what is dropped. */
export function forgetDropped(holders: Tally, { key, part, alone }: Drop): void {
  const held = holders.get(key)
  if (!held) return
  if (part === undefined) holders.delete(key)
  else {
    if (alone) held.whole -= held.parts.get(part) ?? 0
    held.parts.delete(part)
    if (held.whole === 0 && held.parts.size === 0) holders.delete(key)
  }
}
