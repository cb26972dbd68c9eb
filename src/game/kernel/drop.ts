import { tallied, type Tally } from './tally.ts'

/**
 * What is lost with a part of a design, where it is dropped for good: all that is kept under the key of a component, or
 * under a part of it. `alone` where who has that part has nothing else of the component: a player is in one state. Spec 4.13.
 */
export interface Drop {
  readonly key: string
  readonly part?: string
  readonly alone?: true
}

/** All that was ever dropped: of each component, and each part of one, the number of the entry that dropped it last. */
export interface Drops {
  /** The newest of these entries; 0 where nothing was ever dropped. */
  last: number
  readonly entries: Tally
}

/** Nothing was dropped. */
export function noDrops(): Drops {
  return { last: 0, entries: new Map() }
}

/** Notes that an entry drops something. */
export function noteDrop(drops: Drops, { key, part }: Drop, seq: number): void {
  // What of it was dropped before has gone with it.
  if (part === undefined) drops.entries.set(key, { whole: seq, parts: new Map() })
  else tallied(drops.entries, key).parts.set(part, seq)
  drops.last = seq
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
