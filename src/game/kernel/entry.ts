/** What can happen in a game, as the engine writes it: `event` names its kind, the rest is that kind's own. */
export interface GameEvent {
  readonly event: string
}

/** The parts of an event that name players. `deferred` has an actor of its own. Spec 5.3. */
export const namingPlayers = ['actor', 'player', 'new_owner', 'inviter', 'invitee'] as const

/** An event as far as it names players. */
type Naming = GameEvent & { readonly [part in (typeof namingPlayers)[number]]?: { readonly id?: unknown } } & {
  readonly deferred?: { readonly actor?: { readonly id?: unknown } }
}

/** Ids of the players that an event names: who acted, whom it was done to, and all others. */
export function playersIn(event: GameEvent): ReadonlySet<string> {
  const naming = event as Naming
  const named = [...namingPlayers.map((part) => naming[part]), naming.deferred?.actor]
  return new Set(named.flatMap((player) => (typeof player?.id === 'string' ? [player.id] : [])))
}

/** Whether an event names a player. */
export function isAbout(event: GameEvent, player: string): boolean {
  return playersIn(event).has(player)
}

/** Who asked for a command, as the journal remembers it. */
export interface EntryCaller {
  readonly client: string
  readonly player?: string
}

/**
 * One step of a game's history: the command as it was given, the context it was decided in, and what came of it.
 * `seq` counts from 1 without gaps; `at` is game time in ms since 1970 and never runs backward; `chain` is the checksum
 * of the entry before this one (0 at the beginning), so that an entry stands for the whole history up to it.
 */
export interface Entry {
  readonly seq: number
  readonly at: number
  readonly chain: number
  readonly op: string
  readonly caller: EntryCaller
  readonly input: unknown
  readonly events: readonly GameEvent[]
}

/** When an entry was written: its game time and its number. */
export type EntryTime = Pick<Entry, 'at' | 'seq'>

/** What identifies an entry in its history. Ids of events are derived from it. */
export type EntryStamp = Pick<Entry, 'at' | 'seq' | 'chain'>
